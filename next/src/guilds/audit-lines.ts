import { isDeepStrictEqual } from 'node:util';
import { customId } from '../discord/custom-id.js';
import type { Button } from '../discord/reply.js';
import { enqueue, waitingPost } from '../jobs/outbox.js';
import type { Tx } from '../store/store.js';
import { loosened, type Loosening } from './loosening.js';
import { changedSettings } from './setting-words.js';
import type { GuildSettings } from './settings.js';
import { appendAudit, type Act, type Step } from './trail.js';

const DAY = 86_400_000;

/** Steps within this time share a message. */
const GATHER_MS = 2_000;
/** Discord takes 2,000 characters; mentions of commands grow when they are sent. */
const MESSAGE = 1_900;

/** One or more lines for a channel, if there is one. */
export type AuditPost = readonly [channel: string | null, lines: string];

/** Enters a step in the trail and tells the audit channel, in the transaction that takes the step. */
export async function recordStep(tx: Tx, step: Step, posts: readonly AuditPost[]): Promise<void> {
  const seq = await appendAudit(tx, step);
  for (const [channel, lines] of posts) {
    if (channel === null || lines === '') continue;
    for (const [index, line] of lines.split('\n').entries())
      await enqueueLine(tx, step, { channel, line, name: `${seq}.${index}` });
  }
}

/** Adds the line to the message that waits for the channel, or begins one that comes after it. */
async function enqueueLine(
  tx: Tx,
  { guild, at }: Act,
  { channel, line, name }: Readonly<Record<'channel' | 'line' | 'name', string>>,
): Promise<void> {
  const begin = `audit:${guild}:${channel}:`;
  const waiting = await waitingPost(tx, begin);
  const joined = waiting && `${waiting.content}\n${line}`;
  // Another one waits since long, as in a channel that refuses: its lines have another time.
  const isGathering = waiting && waiting.dueAt > at && waiting.dueAt <= at + GATHER_MS;
  const dueAt = Math.max(at + GATHER_MS, (waiting?.dueAt ?? 0) + 1);
  const { content, ...post } =
    isGathering && joined && joined.length <= MESSAGE
      ? { ...waiting, content: joined }
      : { key: `${begin}${name}`, dueAt, content: line };
  const body = { kind: 'post', reply: { content }, happenedAt: at } as const;
  await enqueue(tx, { ...post, guild, channel, body, endsAt: at + DAY, newestWins: true });
}

/** Settings that a person set, or a weaker rule that waited and takes effect. */
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

/** A weaker rule was asked for; its line has the buttons that decide it. */
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
    dueAt: act.at + GATHER_MS,
    endsAt: loosening.effectiveAt,
  });
}

/** Who asked cannot confirm; without a reader they are for everybody. */
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
