import type { ChangeKind } from './kind.js';
import { paymentSettings } from './payment-settings.js';
import { subaccountCreate } from './subaccount-create.js';
import { subaccountMove } from './subaccount-move.js';

/** Every kind of change there is. One that is not in this list cannot be asked for. */
export const KINDS: readonly ChangeKind[] = [subaccountMove, subaccountCreate, paymentSettings];
