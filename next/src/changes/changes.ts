import type { PostedMessage } from '../discord/channels.js';
import type { Reply } from '../discord/reply.js';
import { readGuildRow, type GuildRow } from '../guilds/guild-row.js';
import type { Guilds } from '../guilds/guilds.js';
import { auditEntries } from '../guilds/trail.js';
import type { Outbox } from '../jobs/outbox.js';
import type { AuditTable } from '../store/schema.js';
import type { Tx } from '../store/store.js';
import { changeReply } from './card.js';
import type { Change } from './change.js';
import { confirm } from './confirm.js';
import { askAgain, cancel, markChecked } from './decisions.js';
import { requireChange, type Asker, type Engine } from './engine.js';
import { freeze, unfreeze } from './freeze.js';
import { noteSecondPerson } from './notes.js';
import { propose, type Request } from './propose.js';
import { sweep } from './read-back.js';
import { findChange, listChanges, updateChange, type ListFilter } from './rows.js';
import { enqueueCard } from './steps.js';

type Decider = Pick<Asker, 'guildId' | 'member'>;

/** What commands and buttons may do with changes. Everything throws UserError; what reads the pool also PoolError. */
export interface Changes {
  /** Asks for a change; the reply is its card. */
  propose(asker: Asker, request: Request): Promise<Reply>;
  confirm(asker: Asker, confirmed: { number: number; typed: readonly string[] }): Promise<Reply>;
  cancel(by: Decider, number: number): Promise<Reply>;
  askAgain(asker: Asker, number: number): Promise<Reply>;
  markChecked(by: Decider, checked: { number: number; note: string }): Promise<Reply>;
  freeze(by: Decider, reason: string): Promise<void>;
  unfreeze(by: Decider, reason: string): Promise<void>;
  find(guildId: string, number: number): Promise<Change>;
  /** Newest first. */
  list(guildId: string, filter?: ListFilter): Promise<readonly Change[]>;
  row(guildId: string): Promise<GuildRow>;
  /** The trail, or one change's part of it, oldest first. */
  entries(guildId: string, number?: number): Promise<AuditTable[]>;
  /** Everything that comes due; for the leader. */
  sweep(): Promise<void>;
}

interface ChangesParts extends Engine {
  readonly guilds: Guilds;
  readonly outbox: Outbox;
}

export function createChanges({ guilds, outbox, ...engine }: ChangesParts): Changes {
  const { store, clock } = engine;
  outbox.handle('card', {
    // An edit that waits for its message has none to note.
    posted: (tx, { guild, key }, message) => placed(tx, { guild, number: numberIn(key) }, message),
  });

  /** Notes where the card stands, and brings it up to date with what happened meanwhile. */
  async function placed(
    tx: Tx,
    { guild, number }: { readonly guild: string; readonly number: number },
    card: PostedMessage,
  ): Promise<void> {
    const change = await findChange(tx, guild, number);
    if (change === null) return;
    const now = clock.now();
    const moment = { row: await readGuildRow(tx, guild, now), now };
    const shown = { ...change, card };
    await updateChange(tx, shown);
    if (change.card === null) await noteSecondPerson(tx, shown, moment);
    if (change.state !== 'pending') await enqueueCard(tx, shown, moment);
  }

  /** The change's card as an answer; of a new change, it becomes the card. */
  async function shown(change: Change, isNew = false): Promise<Reply> {
    const { guildId: guild, number } = change;
    const reply = changeReply(change, await readGuildRow(store.db, guild, clock.now()));
    if (!isNew) return reply;
    const onPosted = (message: PostedMessage) =>
      store.inGuild(guild, (tx) => placed(tx, { guild, number }, message));
    return { ...reply, onPosted };
  }

  return {
    propose: async (asker, request) => shown(await propose(engine, asker, request), true),
    confirm: async (asker, confirmed) => shown(await confirm(engine, asker, confirmed)),
    cancel: async (by, number) => shown(await cancel(engine, by, number)),
    askAgain: async (asker, number) => shown(await askAgain(engine, asker, number), true),
    markChecked: async (by, checked) => shown(await markChecked(engine, by, checked)),
    freeze: (by, reason) => freeze(engine, by, reason),
    unfreeze: (by, reason) => unfreeze(engine, by, reason),
    find: (guildId, number) => requireChange(engine, guildId, number),
    list: (guildId, filter) => listChanges(store.db, guildId, filter),
    row: (guildId) => readGuildRow(store.db, guildId, clock.now()),
    async entries(guildId, number) {
      const entries: AuditTable[] = [];
      for await (const entry of auditEntries(store.db, guildId))
        if (number === undefined || entry.change === number) entries.push(entry);
      return entries;
    },
    sweep: () => sweep(engine, guilds),
  };
}

/** Of `card:<guild>:<number>`. */
function numberIn(key: string): number {
  return Number(key.slice(key.lastIndexOf(':') + 1));
}
