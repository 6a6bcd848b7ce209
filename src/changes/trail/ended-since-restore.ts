import {
  ENDED,
  endedWithoutEffectAt,
  type EndedChange,
} from '../../domain/changes/state/ended-without-effect.js';
import type { ChangesState } from '../../domain/changes/state/state.js';
import { MINUTE_MS } from '../../domain/time/units.js';

/**
 * Changes that ended with nothing done in the trail of an older copy: entries that are lost may have
 * sent them all the same.
 */

/** What the bot's clock and Discord's may differ by, and how late Discord may take a message. */
const CLOCKS_DIFFER_MS = 15 * MINUTE_MS;
/** Where one message is compared with its own change. An end that it showed is older than its drawing. */
const CLOCKS_DIFFER_USUALLY_MS = 3 * MINUTE_MS;
/** Of a server; one entry names them all. */
const MOST = 500;
/** The newest entry of an older change may be that it was asked for again. */
const OLDER_IN_A_ROW = 500;

type ChangeOf = (id: string) => Promise<EndedChange | undefined>;

interface LostShown {
  /** When the message was drawn, in ms; the copy was put back after that. */
  readonly drawnAt: number;
  /** The change whose card it is. */
  readonly id?: string | undefined;
}

/** Those that ended since a message with a lost entry was drawn, newest first, and its own change. */
export async function endedSinceShown(
  state: ChangesState,
  { drawnAt, id: own }: LostShown,
  changeOf: ChangeOf,
): Promise<string[]> {
  const since = drawnAt - CLOCKS_DIFFER_MS;
  const hasEnded = own !== undefined && (await undoneAt(own, changeOf)) !== null;
  const ids = hasEnded ? [own] : [];
  let older = 0;
  for (const id of endedIn(state)) {
    const at = id === own ? null : await undoneAt(id, changeOf);
    if (at === null) continue;
    older = at < since ? older + 1 : 0;
    if (older === 0) ids.push(id);
    if (older === OLDER_IN_A_ROW || ids.length === MOST) break;
  }
  return ids;
}

/** Whether that one did, though it may have been sent before the message was drawn. */
export async function hasEndedSinceShown(
  { digests }: ChangesState,
  { id, drawnAt }: { readonly id: string; readonly drawnAt: number },
  changeOf: ChangeOf,
): Promise<boolean> {
  const digest = digests.get(id);
  if (digest === undefined || !ENDED.has(digest.state)) return false;
  return ((await undoneAt(id, changeOf)) ?? -Infinity) >= drawnAt - CLOCKS_DIFFER_USUALLY_MS;
}

/** Those that hadn't ended yet, or not so, in what a process remembers of the lost entries. */
export async function endedOtherwise(
  state: ChangesState,
  lost: ChangesState,
  changeOf: ChangeOf,
): Promise<string[]> {
  const ids: string[] = [];
  for (const id of endedIn(state)) {
    if (lost.digests.get(id)?.seal === state.digests.get(id)?.seal) continue;
    if ((await undoneAt(id, changeOf)) !== null) ids.push(id);
    if (ids.length === MOST) break;
  }
  return ids;
}

/** With those that ended after `state`, while it was being looked at. */
export function withLaterEnded(
  ids: readonly string[],
  { lastSeq }: ChangesState,
  now: ChangesState,
): string[] {
  const later = [...now.changes.values()]
    .filter((change) => change.seq > lastSeq && endedWithoutEffectAt(change) !== null)
    .map(({ id }) => id);
  // Another copy may have been put back meanwhile.
  return [...new Set([...ids, ...later])].filter((id) => now.digests.get(id) !== undefined);
}

/** By their newest entry, newest first. */
function endedIn({ digests }: ChangesState): readonly string[] {
  return [...digests.entries()]
    .filter(([, { state }]) => ENDED.has(state))
    .toSorted(([, one], [, other]) => other.seq - one.seq)
    .map(([id]) => id);
}

async function undoneAt(id: string, changeOf: ChangeOf): Promise<number | null> {
  const change = await changeOf(id);
  return change === undefined ? null : endedWithoutEffectAt(change);
}
