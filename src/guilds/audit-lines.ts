import { isDeepStrictEqual } from 'node:util';
import { DAY } from '../clock.js';
import { customId } from '../discord/custom-id.js';
import type { Button } from '../discord/reply.js';
import { enqueue } from '../jobs/outbox.js';
import type { Tx } from '../store/store.js';
import { loosened, type Loosening } from './loosening.js';
import { changedSettings } from './setting-words.js';
import type { GuildSettings } from './settings.js';
import { appendAudit, type Act, type Step } from './trail.js';

/** Discord takes 2,000 characters; mentions of commands grow when they are sent. */
const MESSAGE = 1_900;

/** One or more lines for a channel, if there is one. */
export type AuditPost = readonly [channel: string | null, lines: string];

/** Enters a step in the trail and tells the audit channel, in the transaction that takes the step. */
export async function recordStep(tx: Tx, step: Step, posts: readonly AuditPost[]): Promise<void> {
  const seq = await appendAudit(tx, step);
  const { guild, at } = step;
  for (const [channel, lines] of posts) {
    if (channel === null || lines === '') continue;
    for (const [index, content] of inMessages(lines).entries()) {
      // Lines of the same moment are posted in the order of their keys.
      const key = `audit:${guild}:${channel}:${String(seq * 100 + index).padStart(12, '0')}`;
      const body = { kind: 'post', reply: { content }, happenedAt: at } as const;
      await enqueue(tx, { key, guild, channel, body, dueAt: at, endsAt: at + DAY });
    }
  }
}

/** Splits lines into as many messages as they need. */
function inMessages(lines: string): string[] {
  const messages: string[] = [];
  for (const line of lines.split('\n')) {
    const joined = `${messages.at(-1)}\n${line}`;
    if (messages.length === 0 || joined.length > MESSAGE) messages.push(line);
    else messages.splice(-1, 1, joined);
  }
  return messages;
}

/** Enters settings that a person set, or a waiting weaker rule that takes effect. */
export async function recordSettings(
  tx: Tx,
  act: Act,
  settings: {
    readonly before: GuildSettings;
    readonly after: GuildSettings;
    readonly waited?: Loosening;
  },
): Promise<void> {
  const { before, after, waited } = settings;
  const changed = changedSettings(before, after);
  if (changed.length === 0) return;
  const lines = waited
    ? [`🔓 ${inForce(act, waited)}: ${weakerRule(before, waited)}`]
    : changed.map(
        ({ phrase, before, after }) => `⚙️ <@${act.actor}> set ${phrase}: ${before} → ${after}`,
      );
  const [from, to] = [before.auditChannel, after.auditChannel];
  const posts: AuditPost[] = [[to ?? from, lines.join('\n')]];
  if (to !== null && to !== from)
    posts.push([from, `The audit channel is now <#${to}> (<@${waited?.by ?? act.actor}>).`]);
  await recordStep(tx, { ...act, step: 'settings', details: differences(before, after) }, posts);
}

/** Enters the request for a weaker rule; its line has the buttons that decide it. */
export async function recordLoosening(
  tx: Tx,
  act: Act,
  { settings, loosening }: { readonly settings: GuildSettings; readonly loosening: Loosening },
): Promise<void> {
  const seq = await appendAudit(tx, { ...act, step: 'loosening', details: loosening });
  const { auditChannel } = settings;
  if (auditChannel === null) return;
  const content = `🔓 <@${act.actor}> asked for a weaker rule: ${weakerRule(settings, loosening)}`;
  await enqueue(tx, {
    key: `loosening:${act.guild}:${seq}`,
    guild: act.guild,
    channel: auditChannel,
    body: { kind: 'post', reply: { content, rows: [looseningButtons(loosening)] } },
    dueAt: act.at,
    endsAt: loosening.effectiveAt,
  });
}

/** The requester cannot confirm; without a reader they are for everybody. */
export function looseningButtons({ by, at }: Loosening, readerId?: string): readonly Button[] {
  const withdraw: Button = { label: 'Withdraw', id: customId('loosening', 'withdraw', `${at}`) };
  if (readerId === by) return [withdraw];
  return [
    { label: 'Confirm', style: 'success', id: customId('loosening', 'confirm', `${at}`) },
    withdraw,
  ];
}

function inForce({ actor }: Act, { by }: Loosening): string {
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
