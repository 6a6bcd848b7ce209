import type { PostedMessage } from '../discord/channels.js';
import type { Answer } from '../discord/command.js';
import type { Reply } from '../discord/reply.js';
import { guildIn, inGuild, type InGuild } from '../guilds/transaction.js';
import { auditEntries, type AuditEntry } from '../guilds/audit-trail.js';
import type { Outbox } from '../jobs/outbox.js';
import { changeReply, confirmForm } from './card.js';
import { confirm } from './confirm.js';
import { cancel, markChecked, setFrozen } from './cancel-and-freeze.js';
import { noteWaiting } from './replies.js';
import { askAgain, markReplaced, propose } from './propose.js';
import { sweep } from './read-back.js';
import { endsOf, whyNotConfirm } from './confirm-rules.js';
import { findChange, listChanges, updateChange, type ListFilter } from './rows.js';
import {
  enqueueCard,
  redrawPending,
  requireChange,
  type Asker,
  type CardKey,
  type ChangeKey,
  type Decided,
  type Decider,
  type Engine,
} from './transaction.js';

export type Changes = ReturnType<typeof createChanges>;

/**
 * What commands and buttons may do with changes; replies are the change's card. Everything throws
 * UserError; what reads the pool also PoolError.
 */
export function createChanges({ outbox, ...engine }: Engine & { readonly outbox: Outbox }) {
  const { store, guilds, clock } = engine;
  outbox.handle('card', {
    // The key is `card:<guild>:<number>`. An edit has no new message to note.
    posted: (taking, { key }, message) =>
      placed(guildIn(taking, clock.now()), Number(key.split(':').at(-1)), message),
  });
  // Under another key they cannot be confirmed, and their cards say so.
  guilds.onKey(redrawPending);

  /** Notes where the card was posted, and updates it if the change was decided meanwhile. */
  async function placed(guild: InGuild, number: number, card: PostedMessage): Promise<void> {
    const change = await findChange(guild.tx, guild.guildId, number);
    if (change === null) return;
    const posted = { ...change, card };
    await updateChange(guild.tx, posted);
    if (change.card === null) await markReplaced(guild, posted);
    if (change.state !== 'pending') await enqueueCard(guild, posted);
    else if (change.card === null) await noteWaiting(guild, posted, 'second');
  }

  /** Answers with the change's card. `isNew`: that answer is where the card stays. */
  function shown<Who, What>(
    decided: (engine: Engine, who: Who, what: What) => Promise<Decided>,
    { isNew = false } = {},
  ) {
    return async (who: Who, what: What): Promise<Reply> => {
      const { change, guild } = await decided(engine, who, what);
      const reply = changeReply(change, guild);
      if (!isNew) return reply;
      const onPosted = (message: PostedMessage) =>
        inGuild(engine, change.guildId, (later) => placed(later, change.number, message));
      return { ...reply, onPosted };
    };
  }

  return {
    propose: shown(propose, { isNew: true }),
    askAgain: shown(askAgain, { isNew: true }),
    confirm: shown(confirm),
    /** Only people who could confirm get the form; anybody else's attempt is refused and recorded. */
    async openConfirm(asker: Asker, card: CardKey): Promise<Answer> {
      const { guildId, member } = asker;
      const change = await requireChange(store.db, { guildId, ...card });
      const guild = { ...(await guilds.find(guildId)), now: clock.now() };
      return whyNotConfirm(change, guild, { member, typed: endsOf(change) }) === null
        ? confirmForm(change)
        : shown(confirm)(asker, { ...card, typed: [] });
    },
    cancel: shown(cancel),
    markChecked: shown(markChecked),
    freeze: (by: Decider, reason: string) => setFrozen(guilds, by, { isFrozen: true, reason }),
    unfreeze: (by: Decider, reason: string) => setFrozen(guilds, by, { isFrozen: false, reason }),
    find: (key: ChangeKey) => requireChange(store.db, key),
    /** A copy of its card. */
    async show(key: ChangeKey): Promise<Reply> {
      const [change, row] = await Promise.all([
        requireChange(store.db, key),
        guilds.find(key.guildId),
      ]);
      return changeReply(change, row, { isCopy: true });
    },
    list: (guildId: string, filter?: ListFilter) => listChanges(store.db, guildId, filter),
    /** The trail, or one change's part of it, oldest first. */
    async entries(guildId: string, number?: number): Promise<readonly AuditEntry[]> {
      const entries = await auditEntries(store.db, guildId);
      return entries.filter(({ change }) => number === undefined || change === number);
    },
    /** Everything that comes due; for the leader. */
    sweep: () => sweep(engine),
  };
}
