import type { ChangeKind } from './kind.js';
import { paymentSettingsChange } from './payments/payment-settings.js';
import { subaccountCreateChange } from './subaccounts/subaccount-create.js';
import { subaccountMoveChange } from './subaccounts/subaccount-move.js';

export const KINDS: readonly ChangeKind[] = [
  subaccountMoveChange,
  subaccountCreateChange,
  paymentSettingsChange,
];
