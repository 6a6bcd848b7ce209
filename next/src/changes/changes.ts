import type { PostedMessage } from '../discord/channels.js';
import type { Reply } from '../discord/reply.js';
import { readGuildRow } from '../guilds/guild-row.js';
import type { Guilds } from '../guilds/guilds.js';
import { auditEntries } from '../guilds/trail.js';
import type { Outbox } from '../jobs/outbox.js';
import type { AuditTable } from '../store/schema.js';
import { changeReply } from './card.js';
import type { Change } from './change.js';
import { confirm } from './confirm.js';
import { askAgain, cancel, markChecked, setFrozen } from './decisions.js';
import { inGuild, requireChange, type Asker, type Decider, type Engine } from './engine.js';
import { noteSecondPerson } from './notes.js';
import { propose, type Proposed, type Request } from './propose.js';
import { sweep } from './read-back.js';
import { findChange, listChanges, updateChange, type ListFilter } from './rows.js';
import { enqueueCard, type Moment } from './steps.js';

interface ChangesParts extends Engine {
  readonly guilds: Guilds;
  readonly outbox: Outbox;
}

export type Changes = ReturnType<typeof createChanges>;

/**
 * What commands and buttons may do with changes; replies are the change's card. Everything throws
 * UserError; what reads the pool also PoolError.
 */
export function createChanges({ guilds, outbox, ...engine }: ChangesParts) {
  const { store, clock } = engine;
  outbox.handle('card', {
    // Of `card:<guild>:<number>`. An edit that waits for its message has none to note.
    async posted(tx, { guild, key }, message) {
      const now = clock.now();
      const moment = { tx, row: await readGuildRow(tx, guild, now), now };
      await placed(moment, { guildId: guild, number: Number(key.split(':').at(-1)) }, message);
    },
  });

  /** Notes where the card stands, and brings it up to date with what happened meanwhile. */
  async function placed(
    moment: Moment,
    { guildId, number }: Pick<Change, 'guildId' | 'number'>,
    card: PostedMessage,
  ): Promise<void> {
    const change = await findChange(moment.tx, guildId, number);
    if (change === null) return;
    const shown = { ...change, card };
    await updateChange(moment.tx, shown);
    if (change.card === null) await noteSecondPerson(moment, shown);
    if (change.state !== 'pending') await enqueueCard(moment, shown);
  }

  async function shown(change: Change): Promise<Reply> {
    return changeReply(change, await readGuildRow(store.db, change.guildId, clock.now()));
  }

  /** The reply becomes the card. */
  function shownFirst({ change, row }: Proposed): Reply {
    const onPosted = (message: PostedMessage) =>
      inGuild(engine, change.guildId, (moment) => placed(moment, change, message));
    return { ...changeReply(change, row), onPosted };
  }

  return {
    propose: async (asker: Asker, request: Request) =>
      shownFirst(await propose(engine, asker, request)),
    confirm: async (
      asker: Asker,
      confirmed: { readonly number: number; readonly typed: readonly string[] },
    ) => shown(await confirm(engine, asker, confirmed)),
    cancel: async (by: Decider, number: number) => shown(await cancel(engine, by, number)),
    askAgain: async (asker: Asker, number: number) =>
      shownFirst(await askAgain(engine, asker, number)),
    markChecked: async (by: Decider, checked: { readonly number: number; readonly note: string }) =>
      shown(await markChecked(engine, by, checked)),
    freeze: (by: Decider, reason: string) => setFrozen(engine, by, { isFrozen: true, reason }),
    unfreeze: (by: Decider, reason: string) => setFrozen(engine, by, { isFrozen: false, reason }),
    find: (guildId: string, number: number) => requireChange(engine, guildId, number),
    /** Newest first. */
    list: (guildId: string, filter?: ListFilter) => listChanges(store.db, guildId, filter),
    row: (guildId: string) => readGuildRow(store.db, guildId, clock.now()),
    /** The trail, or one change's part of it, oldest first. */
    async entries(guildId: string, number?: number): Promise<AuditTable[]> {
      const entries: AuditTable[] = [];
      for await (const entry of auditEntries(store.db, guildId))
        if (number === undefined || entry.change === number) entries.push(entry);
      return entries;
    },
    /** Everything that comes due; for the leader. */
    sweep: () => sweep(engine, guilds),
  };
}
