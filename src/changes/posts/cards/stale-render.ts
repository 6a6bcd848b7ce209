import type { Change } from '../../../domain/changes/change.js';
import type { ChangesState } from '../../../domain/changes/state/state.js';
import { isKeyGone } from '../../../domain/changes/unresolved.js';
import { canonicalJson } from '../../../domain/json/canonical-json.js';
import { replacedAtPool } from '../../../domain/changes/effect/replaced-at-pool.js';

/** What a card was drawn of. */
interface RenderedState {
  readonly change: Change;
  readonly state: ChangesState;
}

/**
 * Whether the card would say more `now`. What else was entered meanwhile is no reason to draw it
 * again: in a busy server that would never end.
 */
export function isStaleRender({ change, state }: RenderedState, now: ChangesState): boolean {
  if (now.lastHash === state.lastHash) return false;
  if ((now.digests.get(change.id)?.seq ?? 0) > change.seq) return true;
  const rest = change.state === 'pending' ? rulesIn : neighboursOf(change);
  return canonicalJson(rest(state)) !== canonicalJson(rest(now));
}

/** What each waiting card shows of its server. */
const rulesIn = ({ frozen, settings }: ChangesState) => [frozen, [...settings]];

const neighboursOf = (change: Change) => (state: ChangesState) => [
  replacedAtPool(change, state)?.id ?? null,
  isKeyGone(state, change),
];
