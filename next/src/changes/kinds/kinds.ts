import type { KindName } from '../change.js';
import { create } from './create.js';
import type { Kind } from './kind.js';
import { move } from './move.js';
import { payments } from './payments.js';

const KINDS: Readonly<Record<KindName, Kind>> = { move, create, payments };

export function kindOf(name: KindName): Kind {
  return KINDS[name];
}
