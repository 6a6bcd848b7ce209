import type { ChangeKind } from './kind.js';
import { paymentSettings } from './kinds/payment-settings.js';
import { subaccountCreate } from './kinds/subaccount-create.js';
import { subaccountMove } from './kinds/subaccount-move.js';

/** Every kind of change there is. One that is not in this list cannot be asked for. */
export const KINDS: readonly ChangeKind[] = [subaccountMove, subaccountCreate, paymentSettings];
