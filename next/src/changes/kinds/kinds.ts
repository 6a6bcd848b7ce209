import type { Change, KindName } from '../change.js';
import type { BoundKind, Kind } from './kind.js';
import { payments } from './payments.js';
import { create, move } from './subaccounts.js';

export const KINDS: Readonly<Record<KindName, Kind>> = { move, create, payments };

export function kindOf({
  kind,
  input,
  present,
}: Pick<Change, 'kind' | 'input' | 'present'>): BoundKind {
  return KINDS[kind].bind(input, present);
}
