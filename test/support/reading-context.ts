import type { Context, CommandFile } from '../../commands/define.js';
import type { Daily } from '../../src/daily/daily.js';
import type { Answer } from '../../src/discord/command.js';
import { parseCustomId } from '../../src/discord/custom-id.js';
import type { Reply } from '../../src/discord/reply.js';
import { UserError } from '../../src/errors.js';
import type { Guilds } from '../../src/guilds/guilds.js';
import { DEFAULT_SETTINGS } from '../../src/guilds/settings.js';
import type { List, Page, Pool, Read } from '../../src/pool/pool.js';

export const NOW = Date.parse('2026-11-28T12:00:00Z');

export interface ReadingContext extends Context {
  /** Ids that commands noted, oldest first. */
  readonly noted: readonly string[];
}

/** What commands that only read use of a context; `pool` answers what the test asks for. */
export function readingContext(pool: Partial<Pool>, settings = DEFAULT_SETTINGS): ReadingContext {
  const kept = new Map<string, unknown>();
  const noted: string[] = [];
  const guilds: Pick<Guilds, 'recentIds' | 'noteId'> = {
    recentIds: async (_guildId, kind) => noted.filter((id) => id.startsWith(kind)),
    noteId: async (_guildId, _kind, id) => {
      noted.push(id);
    },
  };
  // A server without kept figures, in which nothing waits.
  const daily: Pick<Daily, 'earlier' | 'openWork'> = {
    earlier: async () => ({ today: '2026-11-28', days: [] }),
    openWork: async () => ({
      alerts: 0,
      changedAtPool: 0,
      changes: 0,
      unknown: 0,
      isFrozen: false,
    }),
  };
  const context: Partial<ReadingContext> = {
    guildId: 'guild',
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these alone are read
    daily: daily as Daily,
    settings,
    noted,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test asks for what it has set
    pool: pool as Pool,
    clock: { now: () => NOW, sleep: () => Promise.resolve(), every: () => () => {} },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these alone are read
    guilds: guilds as Guilds,
    async remember(value) {
      const token = `t${kept.size}`;
      kept.set(token, JSON.parse(JSON.stringify(value)));
      return token;
    },
    async recall(token, schema) {
      if (!kept.has(token)) throw new UserError('Too late', 'Run the command again.');
      return schema.parse(kept.get(token));
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- reading commands use no more
  return context as ReadingContext;
}

export async function run(
  { commands }: CommandFile,
  [name, options = {}]: readonly [string, Record<string, unknown>?],
  context: Context,
): Promise<Reply> {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`No command ${name}`);
  return asReply(await command.run(options, context));
}

/** Clicks the button with a label, or chooses `selected` in the reply's select. */
export async function press(
  { actions }: CommandFile,
  [{ rows = [] }, wanted]: readonly [Reply, string | { readonly selected: string }],
  context: Context,
): Promise<Reply> {
  const id = rows.flatMap((row) => {
    if ('select' in row) return typeof wanted === 'string' ? [] : [row.select];
    return row.flatMap((button) => (button.label === wanted ? [button.id] : []));
  })[0];
  if (id === undefined) throw new Error(`Nothing to press: ${JSON.stringify(wanted)}`);
  const { kind, args } = parseCustomId(id);
  const action = actions.find((each) => each.kind === kind);
  if (action === undefined) throw new Error(`No action ${kind}`);
  const selected = typeof wanted === 'string' ? [] : [wanted.selected];
  return asReply(await action.run({ args, selected, fields: {} }, context));
}

function asReply(answer: Answer): Reply {
  if ('form' in answer) throw new Error('A form instead of a reply');
  return answer;
}

export function readOf<Value>(value: Value): Read<Value> {
  return { value, readAt: NOW, refused: [] };
}

export function listOf<Row>(rows: readonly Row[], rest: Partial<List<Row>> = {}): List<Row> {
  return { rows, readAt: NOW, refused: [], incomplete: null, ...rest };
}

export function pageOf<Row>(rows: readonly Row[], hasMore: boolean): Page<Row> {
  return { rows, readAt: NOW, hasMore };
}
