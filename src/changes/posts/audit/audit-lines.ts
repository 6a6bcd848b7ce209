import { parseEntry, type Entry } from '../../../domain/changes/entry.js';
import { toResult } from '../../../domain/errors/result.js';
import type { Guilds } from '../../../guilds/guilds.js';
import type { AuditLine } from '../../../views/audit/entry-lines.js';
import { messageUrl } from '../../../views/changes/change-name.js';
import { summarize } from '../../kinds/kinds.js';
import type { SharedParts } from '../../shared-parts.js';
import { readTrail } from '../../trail/stored-trail.js';
import type { Cards } from '../cards/cards.js';

export interface AuditParts extends Omit<SharedParts, 'guilds'> {
  /** With the settings in force. */
  readonly guilds: Pick<Guilds, 'settings'>;
  readonly cards: Cards;
}

type AuditLineChange = Omit<AuditLine, 'entry'>;
const ABOUT_NO_CHANGE: AuditLineChange = { change: null, cardUrl: null };

/** How many lines fit one embed at their longest (`MAX_LINE_LENGTH`). */
export const LINES_PER_POST = 8;

/** Turns entries into lines of the audit channel. */
export function createAuditLines({ store, trail, cards }: AuditParts) {
  /** `seq`: the newest of the entries being posted. */
  async function aboutOf(guildId: string, changeId: string, seq: number): Promise<AuditLineChange> {
    const remembered = await trail.remembered(guildId, changeId);
    // An entry can be read from the store before its writer knows that it was stored.
    const isOld = remembered.lastSeq < seq;
    const { changes } = isOld ? await trail.state(guildId, changeId) : remembered;
    const change = changes.get(changeId);
    if (change === undefined) return ABOUT_NO_CHANGE;
    const place = await toResult(cards.placeOf(guildId, changeId));
    const isKnown = place.ok && place.value !== undefined;
    const cardUrl = isKnown ? messageUrl({ guildId, ...place.value }) : null;
    return { change: summarize(change), cardUrl };
  }

  /** Looks up each change once. */
  async function of(guildId: string, entries: readonly Entry[]): Promise<AuditLine[]> {
    const seq = entries.at(-1)?.seq ?? 0;
    const known = new Map([['', ABOUT_NO_CHANGE]]);
    const lines: AuditLine[] = [];
    for (const entry of entries) {
      const changeId = 'change' in entry ? entry.change : '';
      const about = known.get(changeId) ?? (await aboutOf(guildId, changeId, seq));
      known.set(changeId, about);
      lines.push({ entry, ...about });
    }
    return lines;
  }

  return {
    of,
    /** At most `most` lines, from that entry on. */
    async read(guildId: string, from: number, most: number): Promise<AuditLine[]> {
      const entries: Entry[] = [];
      for await (const text of readTrail(store, guildId, from)) {
        entries.push(parseEntry(text));
        if (entries.length === most) break;
      }
      return of(guildId, entries);
    },
  };
}

export type AuditLines = ReturnType<typeof createAuditLines>;
