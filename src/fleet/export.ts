import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createGzip, gunzip, gzipSync } from 'node:zlib';
import { csvRows } from '../cards/kit/csv.js';
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
import { code, plural } from '../text.js';

const decompress = promisify(gunzip);

/** Discord allows some five edits in five seconds. */
const SHOW_EVERY_MS = 1_000;

interface ExportAsk extends Pick<Caller, 'member' | 'attachmentLimit'> {
  readonly pool: Pick<Pool, 'minerPages'>;
  readonly filter: NamedFilter;
}

interface Export {
  /** User id. */
  readonly by: string;
  miners: number;
  pages: number;
  isCancelled: boolean;
  /** The pool stopped answering. */
  isCutOff: boolean;
}

type Canceller = Pick<Caller, 'member'> & { readonly settings: GuildSettings };

/** Files of all miners, made while they are read: a fleet has up to 100,000. */
export function createExports({ now }: Pick<Clock, 'now'>) {
  const underWay = new Map<string, Export>();

  async function* perform(ask: ExportAsk): AsyncGenerator<Reply, undefined> {
    const id = randomUUID();
    const by = ask.member.id;
    const self: Export = { by, miners: 0, pages: 0, isCancelled: false, isCutOff: false };
    const file = createFile();
    let shownAt = now();
    underWay.set(id, self);
    try {
      const { siteName: _, ...filter } = ask.filter;
      for await (const { rows } of ask.pool.minerPages(filter)) {
        if (self.isCancelled) break;
        file.add(rows);
        self.miners += rows.length;
        self.pages += 1;
        if (now() - shownAt < SHOW_EVERY_MS) continue;
        yield progressReply(ask.filter, id, self);
        shownAt = now();
      }
    } catch (error) {
      if (self.miners === 0 || !(error instanceof PoolError)) throw error;
      self.isCutOff = true;
    } finally {
      underWay.delete(id);
    }
    if (self.isCancelled) yield CANCELLED;
    else yield doneReply(ask.filter, self, await file.finish(ask.attachmentLimit));
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

/** Compressed as it grows, after the heading: gzip files put together are one gzip file. */
function createFile() {
  const rows = csvRows(MINER_UNITS);
  const zip = createGzip();
  const zipped = buffer(zip);
  let bytes = 0;
  return {
    add(page: readonly object[]): void {
      const text = Buffer.from(rows.add(page));
      bytes += text.length;
      zip.write(text);
    },
    /** Null if it is over that many bytes. */
    async finish(limit: number): Promise<ReplyFile | null> {
      const heading = Buffer.from(rows.heading());
      zip.end();
      const packed = Buffer.concat([gzipSync(heading), await zipped]);
      if (bytes + heading.length <= limit)
        return { name: 'miners.csv', data: await decompress(packed) };
      return packed.length > limit ? null : { name: 'miners.csv.gz', data: packed };
    },
  };
}

const again = (title: string): Reply =>
  cardReply({ title, tone: 'over', lines: ['Run it again.'] });
const CANCELLED = again('Export cancelled');
const INTERRUPTED = again('Export interrupted');

const BAR = 8;

/** Nobody knows how many are to come, so the bar only shows that it goes on. */
function progressReply(filter: NamedFilter, id: string, { miners, pages }: Export): Reply {
  const filled = ((pages - 1) % BAR) + 1;
  const bar = code('█'.repeat(filled) + '░'.repeat(BAR - filled));
  const title = minersTitle(filter).replace('Miners', 'Exporting miners');
  const lines = [`${bar} **${miners.toLocaleString('en')}** so far`];
  const cancel = { label: 'Cancel', id: customId('export-cancel', id) };
  return cardReply({ title, lines }, { rows: [[cancel]] });
}

function doneReply(
  filter: NamedFilter,
  { miners, isCutOff }: Export,
  file: ReplyFile | null,
): Reply {
  const count = plural(miners, 'miner');
  if (file === null)
    return cardReply({
      title: 'Too large for Discord',
      tone: 'warning',
      lines: [`**${count}** don’t fit in a file that Discord takes here. Choose a site.`],
    });
  const stopped = `the pool stopped answering after ${miners.toLocaleString('en')}.`;
  const lines = [`**${count}**, every field`, isCutOff && `⚠️ **Incomplete:** ${stopped}`];
  const title = isCutOff ? 'Not all miners' : minersTitle(filter);
  return cardReply({ title, tone: isCutOff ? 'warning' : 'open', lines }, { files: [file] });
}
