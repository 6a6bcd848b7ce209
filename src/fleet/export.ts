import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { csvRows } from '../cards/kit/csv.js';
import { code, plural } from '../cards/kit/text.js';
import { MINER_UNITS, minersTitle, type NamedFilter } from '../cards/miners.js';
import type { Clock } from '../clock.js';
import type { Caller } from '../discord/command.js';
import { customId } from '../discord/custom-id.js';
import { cardReply, type Reply, type ReplyFile } from '../discord/reply.js';
import { UserError } from '../errors.js';
import { mayUse } from '../guilds/access.js';
import type { GuildSettings } from '../guilds/settings.js';
import { PoolError } from '../pool/pool-error.js';
import type { Pool } from '../pool/pool.js';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Discord allows some five edits in five seconds. */
const SHOW_EVERY_MS = 1_000;

interface ExportAsk extends Pick<Caller, 'member' | 'attachmentLimit'> {
  readonly pool: Pick<Pool, 'minerPages'>;
  readonly filter: NamedFilter;
}

type Canceller = Pick<Caller, 'member'> & { readonly settings: GuildSettings };

/** Files of all miners, made while they are read: a fleet has up to 100,000. */
export function createExports({ now }: Pick<Clock, 'now'>) {
  const underWay = new Map<string, { readonly by: string; isCancelled: boolean }>();

  async function* perform(ask: ExportAsk): AsyncGenerator<Reply, undefined> {
    const id = randomUUID();
    const self = { by: ask.member.id, isCancelled: false };
    const file = createFile(ask.attachmentLimit);
    let shownAt = now();
    let isCutOff = false;
    underWay.set(id, self);
    try {
      const { siteName: _, ...filter } = ask.filter;
      for await (const { rows } of ask.pool.minerPages(filter)) {
        if (self.isCancelled) break;
        await file.add(rows);
        if (now() - shownAt < SHOW_EVERY_MS) continue;
        yield progressReply(ask.filter, id, file);
        shownAt = now();
      }
    } catch (error) {
      if (file.miners === 0 || !(error instanceof PoolError)) throw error;
      isCutOff = true;
    } finally {
      underWay.delete(id);
    }
    yield self.isCancelled
      ? CANCELLED
      : doneReply(ask.filter, file.miners, {
          isCutOff,
          file: await file.finish(),
        });
    return undefined;
  }

  return {
    /** Shows how far it is at most once a second, then the file. @throws PoolError */
    async export(ask: ExportAsk): Promise<Reply> {
      const replies = perform(ask);
      const { value } = await replies.next();
      return { ...value, updates: replies };
    },
    /** @throws UserError if somebody else started it */
    cancel(id: string, { member, settings }: Canceller): Reply {
      const found = underWay.get(id);
      // It ended with the process that did it.
      if (found === undefined) return INTERRUPTED;
      if (found.by !== member.id && !mayUse('manager', member, settings))
        throw new UserError('Not yours', `Only <@${found.by}> or a manager can stop this.`);
      found.isCancelled = true;
      return CANCELLED;
    },
  };
}

/** Each page is compressed by itself: gzip files put together are one gzip file. */
function createFile(attachmentLimit: number) {
  const rows = csvRows(MINER_UNITS);
  const parts: Promise<Buffer>[] = [];
  let miners = 0;
  let bytes = 0;
  return {
    get miners() {
      return miners;
    },
    get pages() {
      return parts.length;
    },
    async add(page: readonly object[]): Promise<void> {
      const text = Buffer.from(rows.add(page));
      miners += page.length;
      bytes += text.length;
      // One page is compressed while the next one is read.
      await parts.at(-1);
      parts.push(compress(text));
    },
    /** Null if Discord would not take it. */
    async finish(): Promise<ReplyFile | null> {
      const heading = Buffer.from(rows.heading());
      const packed = Buffer.concat(await Promise.all([compress(heading), ...parts]));
      if (bytes + heading.length <= attachmentLimit)
        return { name: 'miners.csv', data: await decompress(packed) };
      return packed.length > attachmentLimit ? null : { name: 'miners.csv.gz', data: packed };
    },
  };
}

const again = (title: string): Reply =>
  cardReply({ title, tone: 'over', lines: ['Run it again.'] });
const CANCELLED = again('Export cancelled');
const INTERRUPTED = again('Export interrupted');

const BAR = 8;

/** Nobody knows how many are to come, so the bar only shows that it goes on. */
function progressReply(
  filter: NamedFilter,
  id: string,
  { miners, pages }: { readonly miners: number; readonly pages: number },
): Reply {
  const filled = ((pages - 1) % BAR) + 1;
  const bar = code('█'.repeat(filled) + '░'.repeat(BAR - filled));
  const title = minersTitle(filter).replace('Miners', 'Exporting miners');
  const lines = [`${bar} **${miners.toLocaleString('en')}** so far`];
  const cancel = { label: 'Cancel', id: customId('export-cancel', id) };
  return cardReply({ title, lines }, { rows: [[cancel]] });
}

function doneReply(
  filter: NamedFilter,
  miners: number,
  { file, isCutOff }: { readonly file: ReplyFile | null; readonly isCutOff: boolean },
): Reply {
  const count = plural(miners, 'miner');
  if (file === null)
    return cardReply({
      title: 'Too large for Discord',
      tone: 'warning',
      lines: [`**${count}** don’t fit in a file that Discord takes here. Choose a site.`],
    });
  const stopped = `the pool stopped answering after ${miners.toLocaleString('en')}.`;
  return cardReply(
    {
      title: isCutOff ? 'Not all miners' : minersTitle(filter),
      tone: isCutOff ? 'warning' : 'open',
      lines: [`**${count}**, every field`, isCutOff && `⚠️ **Incomplete:** ${stopped}`],
    },
    { files: [file] },
  );
}
