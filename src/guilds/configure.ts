import { DAY } from '../clock.js';
import { UserError } from '../errors.js';
import type { Tx } from '../store/store.js';
import { recordLoosening, recordSettings, recordStep } from './audit-lines.js';
import { readGuildRow, type GuildRow } from './guild-row.js';
import { isUndone, loosened, splitChange, type Loosening } from './loosening.js';
import { guildSettings, type GuildSettings } from './settings.js';
import type { Act } from './trail.js';

type Rules = Pick<GuildRow, 'settings' | 'loosening'>;
type Waiting = Rules & { readonly loosening: Loosening };

export type Configured = Awaited<ReturnType<typeof configure>>;

/**
 * `after` is in force from now on; `loosening` is the part of the change that has to wait. A weaker rule
 * that waits is withdrawn if the change would undo it once it were in force.
 * @throws UserError if a weaker rule is waiting already
 */
export async function configure(
  tx: Tx,
  act: Act,
  change: (settings: GuildSettings) => GuildSettings,
) {
  const { settings: before, loosening: earlier } = await readGuildRow(tx, act.guild, act.at);
  const { now: after, weaker } = splitChange(before, guildSettings.parse(change(before)));
  const withdrawn =
    earlier && isUndone(earlier, change(loosened(before, earlier))) ? earlier : null;
  const kept = withdrawn ? null : earlier;
  if (weaker && kept)
    throw new UserError(
      'A weaker rule is already waiting',
      'Confirm or withdraw it: `/setup show`.',
    );
  const { actor: by, at } = act;
  const waiting = weaker && { weaker, by, at, effectiveAt: at + DAY };
  await save(tx, act, { settings: after, loosening: waiting ?? kept });
  if (withdrawn) await recordWithdrawn(tx, act, { settings: before, loosening: withdrawn });
  await recordSettings(tx, act, { before, after });
  if (waiting) await recordLoosening(tx, act, { settings: after, loosening: waiting });
  return { before, after, loosening: waiting, withdrawn };
}

/** `at` says which one the person saw. @throws UserError */
export async function decideLoosening(
  tx: Tx,
  act: Act,
  { at, decision }: { readonly at: number; readonly decision: 'confirm' | 'withdraw' },
): Promise<void> {
  const { settings, loosening } = await readGuildRow(tx, act.guild, act.at);
  if (loosening?.at !== at)
    throw new UserError('Too late', 'This weaker rule no longer waits: see `/setup show`.');
  if (decision === 'confirm') {
    if (loosening.by === act.actor)
      throw new UserError('Second person needed', 'Another admin has to confirm this.');
    return putInForce(tx, act, { settings, loosening });
  }
  await save(tx, act, { settings, loosening: null });
  await recordWithdrawn(tx, act, { settings, loosening });
}

/** Enters a weaker rule whose day has passed; it is in force already. */
export async function settleLoosening(tx: Tx, act: Act): Promise<void> {
  // As stored: at 0 nothing has taken effect yet.
  const { settings, loosening } = await readGuildRow(tx, act.guild, 0);
  if (loosening === null || act.at < loosening.effectiveAt) return;
  await putInForce(tx, act, { settings, loosening });
}

async function putInForce(
  tx: Tx,
  act: Act,
  { settings: before, loosening: waited }: Waiting,
): Promise<void> {
  const after = loosened(before, waited);
  await save(tx, act, { settings: after, loosening: null });
  await recordSettings(tx, act, { before, after, waited });
}

async function recordWithdrawn(
  tx: Tx,
  act: Act,
  { settings, loosening: { by, weaker: details } }: Waiting,
): Promise<void> {
  const line = `🔒 <@${act.actor}> withdrew <@${by}>’s weaker rule`;
  const step = { ...act, step: 'loosening-withdrawn', details };
  await recordStep(tx, step, [[settings.auditChannel, line]]);
}

async function save(tx: Tx, { guild }: Act, { settings, loosening }: Rules): Promise<void> {
  await tx
    .updateTable('guild')
    .set({
      settings: JSON.stringify(settings),
      loosening: loosening && JSON.stringify(loosening),
    })
    .where('id', '=', guild)
    .execute();
}
