import type { ChangeKind } from './kind.js';
import { paymentSettingsChange } from './payment-settings.js';
import { subaccountCreateChange } from './subaccount-create.js';
import { subaccountMoveChange } from './subaccount-move.js';

/** Every kind of change there is. One that is not in this list cannot be asked for. */
export const KINDS: readonly ChangeKind[] = [
  subaccountMoveChange,
  subaccountCreateChange,
  paymentSettingsChange,
];
