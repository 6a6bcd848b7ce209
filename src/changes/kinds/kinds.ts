import type { ChangeKind } from './kind.js';
import { paymentSettingsChange } from './payment-settings.js';
import { subaccountCreateChange } from './subaccount-create.js';
import { subaccountMoveChange } from './subaccount-move.js';

/** Every kind of change there is. */
export const KINDS: readonly ChangeKind[] = [
  subaccountMoveChange,
  subaccountCreateChange,
  paymentSettingsChange,
];
