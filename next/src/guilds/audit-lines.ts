import { isDeepStrictEqual } from 'node:util';
import { enqueue } from '../jobs/outbox.js';
import type { Tx } from '../store/store.js';
import { changedSettings } from './setting-words.js';
import type { GuildSettings } from './settings.js';
import { appendAudit, type Step } from './trail.js';

const DAY = 86_400_000;

/** A channel, if there is one, and the message it gets. */
export type AuditPost = readonly [channel: string | null, content: string];

/** Enters a step in the trail and tells the audit channel, in the transaction of what it tells. */
export async function recordStep(tx: Tx, step: Step, posts: readonly AuditPost[]): Promise<void> {
  const seq = await appendAudit(tx, step);
  for (const [channel, content] of posts) {
    if (channel === null || content === '') continue;
    await enqueue(tx, {
      key: `audit:${step.guild}:${seq}:${channel}`,
      guild: step.guild,
      channel,
      body: { kind: 'post', reply: { content } },
      dueAt: step.at,
      endsAt: step.at + DAY,
    });
  }
}

export async function recordSettings(
  tx: Tx,
  step: Omit<Step, 'step' | 'details'>,
  settings: { readonly before: GuildSettings; readonly after: GuildSettings },
): Promise<void> {
  const { before, after } = settings;
  const lines = changedSettings(before, after)
    .map(({ phrase, before, after }) => `⚙️ <@${step.actor}> set ${phrase}: ${before} → ${after}`)
    .join('\n');
  const [from, to] = [before.auditChannel, after.auditChannel];
  const posts: AuditPost[] = [[to ?? from, lines]];
  if (to !== null && to !== from)
    posts.push([from, `The audit channel is now <#${to}> (<@${step.actor}>).`]);
  await recordStep(tx, { ...step, step: 'settings', details: differences(before, after) }, posts);
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
