import { isDeepStrictEqual } from 'node:util';
import { customId } from '../discord/custom-id.js';
import type { Button } from '../discord/reply.js';
import { enqueue, waitingPost } from '../jobs/outbox.js';
import type { Tx } from '../store/store.js';
import { loosened, type Loosening } from './loosening.js';
import { changedSettings } from './setting-words.js';
import type { GuildSettings } from './settings.js';
import { appendAudit, type Step } from './trail.js';

const DAY = 86_400_000;

/** So that steps of one moment share a message. */
const GATHER_MS = 2_000;
const MESSAGE = 1_900;

/** A channel, if there is one, and a line for it. */
export type AuditPost = readonly [channel: string | null, line: string];

/** Enters a step in the trail and tells the audit channel, in the transaction of what it tells. */
export async function recordStep(tx: Tx, step: Step, posts: readonly AuditPost[]): Promise<void> {
  const seq = await appendAudit(tx, step);
  for (const [channel, line] of posts)
    if (channel !== null && line !== '') await enqueueLine(tx, step, { channel, line, seq });
}

/** Adds the line to the message that waits for the channel, or begins another one. */
async function enqueueLine(
  tx: Tx,
  { guild, at }: Step,
  { channel, line, seq }: { readonly channel: string; readonly line: string; readonly seq: number },
): Promise<void> {
  const waiting = await waitingPost(tx, `audit:${guild}:${channel}:`);
  const content = waiting === null ? line : `${waiting.content}\n${line}`;
  const isJoined = waiting !== null && content.length <= MESSAGE;
  await enqueue(tx, {
    key: isJoined ? waiting.key : `audit:${guild}:${channel}:${seq}`,
    guild,
    channel,
    body: { kind: 'post', reply: { content: isJoined ? content : line } },
    dueAt: isJoined ? waiting.dueAt : at + GATHER_MS,
    endsAt: at + DAY,
    newestWins: true,
  });
}

export async function recordSettings(
  tx: Tx,
  step: Omit<Step, 'step' | 'details'>,
  settings: { readonly before: GuildSettings; readonly after: GuildSettings },
): Promise<void> {
  const { before, after } = settings;
  const changed = changedSettings(before, after);
  if (changed.length === 0) return;
  const lines = changed
    .map(({ phrase, before, after }) =>
      step.actor === 'pitboss'
        ? `⚙️ The weaker rule is in force, nobody withdrew it: ${phrase} ${before} → **${after}**`
        : `⚙️ <@${step.actor}> set ${phrase}: ${before} → ${after}`,
    )
    .join('\n');
  const [from, to] = [before.auditChannel, after.auditChannel];
  const posts: AuditPost[] = [[to ?? from, lines]];
  if (to !== null && to !== from)
    posts.push([from, `The audit channel is now <#${to}> (<@${step.actor}>).`]);
  await recordStep(tx, { ...step, step: 'settings', details: differences(before, after) }, posts);
}

/** A weaker rule was asked for; its line has the buttons that decide it. */
export async function recordLoosening(
  tx: Tx,
  step: Omit<Step, 'step' | 'details'>,
  { settings, waiting }: { readonly settings: GuildSettings; readonly waiting: Loosening },
): Promise<void> {
  const seq = await appendAudit(tx, { ...step, step: 'loosening', details: waiting });
  const { auditChannel } = settings;
  if (auditChannel === null) return;
  const changes = changedSettings(settings, loosened(settings, waiting))
    .map(({ phrase, before, after }) => `${phrase} ${before} → **${after}**`)
    .join(', ');
  const content = `🔓 <@${step.actor}> asked for a weaker rule: ${changes}`;
  await enqueue(tx, {
    key: `loosening:${step.guild}:${seq}`,
    guild: step.guild,
    channel: auditChannel,
    body: { kind: 'post', reply: { content, rows: [looseningButtons()] } },
    dueAt: step.at,
    endsAt: waiting.effectiveAt,
  });
}

export function looseningButtons(): readonly Button[] {
  return [
    { label: 'Confirm', style: 'success', id: customId('loosening', 'confirm') },
    { label: 'Withdraw', id: customId('loosening', 'withdraw') },
  ];
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

export function connectedLine(by: string, lastFour: string, before: string | null): string {
  if (before === null) return `⚙️ <@${by}> connected the API key …${lastFour}`;
  return `⚙️ <@${by}> replaced the API key: …${before} → …${lastFour}`;
}

export function disconnectedLine(by: string, lastFour: string | null): string {
  const what = lastFour === null ? 'the settings' : `the key …${lastFour} and the settings`;
  return `⚙️ <@${by}> disconnected this server: ${what} are deleted`;
}
