import { parseEntry, type Entry } from '../../../domain/changes/entry.js';
import type { ChangeSummary } from '../../../domain/changes/change-summary.js';
import { toResult } from '../../../domain/errors/result.js';
import type { PostedMessage } from '../../../domain/messages/reply.js';
import type { Store } from '../../../store/store.js';
import type { AuditLine } from '../../../views/audit/entry-lines.js';
import { messageUrl } from '../../../views/changes/change-name.js';
import { readTrail } from '../../trail/stored-trail.js';

export interface AuditLinesParts {
  readonly store: Pick<Store, 'read'>;
  /** The change as of that entry or later; null if it isn't in the trail. */
  readonly summarize: (guildId: string, at: ChangeReference) => Promise<ChangeSummary | null>;
  /** Where the change's card is; undefined if unknown. */
  readonly placeOf: (guildId: string, changeId: string) => Promise<PostedMessage | undefined>;
}

/** A change's id in the trail, and the newest of the entries being posted. */
interface ChangeReference {
  readonly changeId: string;
  readonly seq: number;
}

type AuditLineChange = Omit<AuditLine, 'entry'>;
const ABOUT_NO_CHANGE: AuditLineChange = { change: null, cardUrl: null };

/** How many lines fit one embed at their longest (`MAX_LINE_LENGTH`). */
export const LINES_PER_POST = 8;

/** Turns entries into lines of the audit channel. */
export function createAuditLines({ store, summarize, placeOf }: AuditLinesParts) {
  async function aboutOf(guildId: string, named: ChangeReference): Promise<AuditLineChange> {
    const change = await summarize(guildId, named);
    if (change === null) return ABOUT_NO_CHANGE;
    const place = await toResult(placeOf(guildId, named.changeId));
    const isKnown = place.ok && place.value !== undefined;
    return { change, cardUrl: isKnown ? messageUrl({ guildId, ...place.value }) : null };
  }

  /** Looks up each change once. */
  async function of(guildId: string, entries: readonly Entry[]): Promise<AuditLine[]> {
    const seq = entries.at(-1)?.seq ?? 0;
    const known = new Map([['', ABOUT_NO_CHANGE]]);
    const lines: AuditLine[] = [];
    for (const entry of entries) {
      const changeId = 'change' in entry ? entry.change : '';
      const about = known.get(changeId) ?? (await aboutOf(guildId, { changeId, seq }));
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
