import { escape } from '../cards/kit/text.js';
import { UserError } from '../errors.js';
import { recordStep } from '../guilds/audit-lines.js';
import { readGuildRow, type Frozen } from '../guilds/guild-row.js';
import type { Asker, Engine } from './engine.js';
import { listChanges } from './rows.js';
import { enqueueCard } from './steps.js';

type Decider = Pick<Asker, 'guildId' | 'member'>;

/** Stops all confirmations. What was sent stays sent. @throws UserError */
export function freeze(engine: Engine, by: Decider, reason: string): Promise<void> {
  return set(engine, by, { isFrozen: true, reason });
}

/** Allows confirmations again. @throws UserError */
export function unfreeze(engine: Engine, by: Decider, reason: string): Promise<void> {
  return set(engine, by, { isFrozen: false, reason });
}

async function set(
  { store, clock }: Engine,
  { guildId, member }: Decider,
  { isFrozen, reason }: { readonly isFrozen: boolean; readonly reason: string },
): Promise<void> {
  await store.inGuild(guildId, async (tx) => {
    const now = clock.now();
    const row = await readGuildRow(tx, guildId, now);
    if ((row.frozen !== null) === isFrozen) {
      const title = isFrozen ? 'Changes are frozen already' : 'Changes aren’t frozen';
      throw new UserError(title, isFrozen ? '`/changes unfreeze` lifts it.' : 'Nothing to lift.');
    }
    const frozen: Frozen | null = isFrozen ? { by: member.id, at: now, reason } : null;
    await tx
      .updateTable('guild')
      .set({ frozen: frozen && JSON.stringify(frozen) })
      .where('id', '=', guildId)
      .execute();
    const words = isFrozen ? '🧊 <@%> froze changes' : '🧊 <@%> allowed changes again';
    const line = `${words.replace('%', member.id)}: ${escape(reason, 300)}`;
    const name = isFrozen ? 'frozen' : 'unfrozen';
    const step = { guild: guildId, at: now, actor: member.id, step: name, details: { reason } };
    await recordStep(tx, step, [[row.settings.auditChannel, line]]);
    for (const change of await listChanges(tx, guildId, { states: ['pending'] }))
      await enqueueCard(tx, change, { row: { ...row, frozen }, now });
  });
}
