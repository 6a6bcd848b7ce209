import { isDeepStrictEqual } from 'node:util';
import { customId } from '../discord/custom-id.js';
import type { Button } from '../discord/reply.js';
import { UserError } from '../errors.js';
import { post } from '../jobs/outbox.js';
import { record, tellAudit, updateGuild, type InGuild } from './transaction.js';
import { isUndone, loosened, splitChange, TAKES_EFFECT_AFTER_MS } from './weaker-rules.js';
import type { Loosening } from './weaker-rules.js';
import { changedSettings } from './setting-words.js';
import { guildSettings, type GuildSettings } from './settings.js';

export type Configured = Awaited<ReturnType<typeof configure>>;

/**
 * `after` is in force from now on; `loosening` is the part of the change that has to wait. A weaker rule
 * that waits is withdrawn if the change would undo it once it were in force.
 * @throws UserError if a weaker rule is waiting already
 */
export async function configure(
  guild: InGuild,
  by: string,
  change: (settings: GuildSettings) => GuildSettings,
) {
  const { settings: before, loosening: earlier, now: at } = guild;
  const { now: after, weaker } = splitChange(before, guildSettings.parse(change(before)));
  const withdrawn =
    earlier && isUndone(earlier, change(loosened(before, earlier))) ? earlier : null;
  const kept = withdrawn ? null : earlier;
  if (weaker && kept)
    throw new UserError(
      'A weaker rule is already waiting',
      'Confirm or withdraw it: `/setup show`.',
    );
  const waiting = weaker && { weaker, by, at, effectiveAt: at + TAKES_EFFECT_AFTER_MS };
  await updateGuild(guild, { settings: after, loosening: waiting ?? kept });
  if (withdrawn) await recordWithdrawn(guild, by, withdrawn);
  await recordSettings(guild, by, { after });
  if (waiting) await recordLoosening({ ...guild, settings: after }, waiting);
  return { before, after, loosening: waiting, withdrawn };
}

/** `at` says which one the person saw. @throws UserError */
export async function decideLoosening(
  guild: InGuild,
  by: string,
  { at, decision }: { readonly at: number; readonly decision: 'confirm' | 'withdraw' },
): Promise<void> {
  const { loosening } = guild;
  if (loosening?.at !== at)
    throw new UserError('Too late', 'This weaker rule no longer waits: see `/setup show`.');
  if (decision === 'confirm') {
    if (loosening.by === by)
      throw new UserError('Second person needed', 'Another admin has to confirm this.');
    await putInForce(guild, by, loosening);
    return;
  }
  await updateGuild(guild, { loosening: null });
  await recordWithdrawn(guild, by, loosening);
}

/** Returns the server with the weaker rule in force. */
export async function putInForce(guild: InGuild, by: string, waited: Loosening): Promise<InGuild> {
  const after = loosened(guild.settings, waited);
  await recordSettings(guild, by, { after, waited });
  return updateGuild(guild, { settings: after, loosening: null });
}

/** Enters settings that a person set, or a waiting weaker rule that takes effect. */
async function recordSettings(
  guild: InGuild,
  by: string,
  { after, waited }: { readonly after: GuildSettings; readonly waited?: Loosening },
): Promise<void> {
  const { settings: before } = guild;
  const changed = changedSettings(before, after);
  if (changed.length === 0) return;
  const lines = waited
    ? [`🔓 ${inForce(by, waited)}: ${weakerRule(before, waited)}`]
    : changed.map(({ phrase, before, after }) => `⚙️ <@${by}> set ${phrase}: ${before} → ${after}`);
  const [from, to] = [before.auditChannel, after.auditChannel];
  const told = { ...guild, settings: { ...after, auditChannel: to ?? from } };
  const step = { actor: by, step: 'settings', details: differences(before, after) };
  const seq = await record(told, step, lines.join('\n'));
  const moved = `The audit channel is now <#${to}> (<@${waited?.by ?? by}>).`;
  if (to !== null && to !== from) await tellAudit(guild, from, { seq, line: moved });
}

/** Enters the request for a weaker rule; its line has the buttons that decide it. */
async function recordLoosening(guild: InGuild, loosening: Loosening): Promise<void> {
  const { guildId, now, settings } = guild;
  const { by: actor, effectiveAt } = loosening;
  const seq = await record(guild, { actor, step: 'loosening', details: loosening }, '');
  if (settings.auditChannel === null) return;
  const content = `🔓 <@${actor}> asked for a weaker rule: ${weakerRule(settings, loosening)}`;
  await post(guild, {
    key: `loosening:${guildId}:${seq}`,
    channel: settings.auditChannel,
    reply: { content, rows: [looseningButtons(loosening)] },
    lasts: effectiveAt - now,
  });
}

async function recordWithdrawn(guild: InGuild, by: string, withdrawn: Loosening): Promise<void> {
  const line = `🔒 <@${by}> withdrew <@${withdrawn.by}>’s weaker rule`;
  const step = { actor: by, step: 'loosening-withdrawn', details: withdrawn.weaker };
  await record(guild, step, line);
}

/** The requester cannot confirm; without a reader they are for everybody. */
export function looseningButtons({ by, at }: Loosening, readerId?: string): readonly Button[] {
  const withdraw: Button = { label: 'Withdraw', id: customId('loosening', 'withdraw', `${at}`) };
  if (readerId === by) return [withdraw];
  return [
    { label: 'Confirm', style: 'Success', id: customId('loosening', 'confirm', `${at}`) },
    withdraw,
  ];
}

function inForce(actor: string, { by }: Loosening): string {
  if (actor === 'pitboss') return `<@${by}>’s weaker rule is in force`;
  return `<@${actor}> confirmed <@${by}>’s weaker rule`;
}

function weakerRule(settings: GuildSettings, loosening: Loosening): string {
  return changedSettings(settings, loosened(settings, loosening))
    .map(({ phrase, before, after }) => `${phrase} ${before} → **${after}**`)
    .join(', ');
}

/** `{ currency: { before: 'BTC', after: 'SC' } }` */
function differences(before: GuildSettings, after: GuildSettings) {
  const was: Readonly<Record<string, unknown>> = before;
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) =>
      isDeepStrictEqual(was[name], value) ? [] : [[name, { before: was[name], after: value }]],
    ),
  );
}
