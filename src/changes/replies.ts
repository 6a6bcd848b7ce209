import { moment } from '../cards/kit/times.js';
import { DAY, HOUR, MINUTE } from '../clock.js';
import type { InGuild } from '../guilds/transaction.js';
import { post } from '../jobs/outbox.js';
import type { Change, ChangeState } from './change.js';
import { needsSecond } from './confirm-rules.js';
import { writeStep, type ChangeStep } from './transaction.js';
import { changeName, statusCode, statusWord } from './words.js';

/** Replies to the card. They ping the person named first, and never for what that person did. */

export const REMIND_BEFORE_MS = 2 * HOUR;

/** Tells those who may confirm it: `second` once its card is posted, `soon` before it expires. */
export function noteWaiting(
  guild: InGuild,
  change: Change,
  name: 'second' | 'soon',
): Promise<void> {
  const { number, requester, expiresAt } = change;
  const [what, expires] = [changeName(change), moment(expiresAt, 'R')];
  const texts = {
    second: `**#${number} needs a second person:** ${what}, requested by <@${requester}>. Expires ${expires}.`,
    soon: `⏳ **#${number} expires ${expires}** and still needs a second person.`,
  };
  return enqueueNote(guild, change, { name, text: texts[name] });
}

/** Ends a change; the step is named after its state. */
export async function endChange(
  guild: InGuild,
  ended: Change,
  step: Omit<ChangeStep, 'step'>,
): Promise<Change> {
  await writeStep(guild, ended, { ...step, step: ended.state });
  await noteEnd(guild, ended);
  return ended;
}

/** Tells how a change ended. "Sent" waits a minute, so that `noteDone` can take its place. */
export async function noteEnd(guild: InGuild, change: Change): Promise<void> {
  const { state, requester, confirmer, ending } = change;
  const by = state === 'cancelled' ? ending?.by : confirmer;
  if (by === requester && state !== 'unknown') return;
  const waits = state === 'reported' ? MINUTE : 0;
  await enqueueNote(guild, change, { name: 'end', text: endText(change), waits });
}

function endText(change: Change): string {
  const { number, state, confirmer, outcome, ending, replacedBy } = change;
  const nothing = 'Nothing was sent.';
  const texts: Partial<Record<ChangeState, string>> = {
    reported: `📨 **#${number} was sent.** <@${confirmer}> confirmed it; the pool answered ${statusWord(outcome)}.`,
    declined: `❌ **#${number} was declined by the pool**${statusCode(outcome)}.`,
    unknown: `❓ **#${number}: outcome unknown.** Look at the pool, then mark it as checked.`,
    unsent: `🚫 **#${number} wasn’t sent:** ${outcome?.reason}.`,
    cancelled: `🚫 **#${number} was cancelled** by <@${ending?.by}>. ${nothing}`,
    expired: `⌛ **#${number} expired.** ${nothing}`,
    drifted: replacedBy
      ? `🔁 **#${number} is out of date**, #${replacedBy.number} has the current values. ${nothing}`
      : `🔁 **#${number} is out of date.** ${ending?.reason ?? ''} ${nothing}`,
  };
  return texts[state] ?? '';
}

/** Tells that the pool lists it. */
export async function noteDone(guild: InGuild, change: Change): Promise<void> {
  const { number, state, requester, confirmer, endedAt } = change;
  const isPrompt = state === 'reported' && guild.now < (endedAt ?? 0) + MINUTE;
  const isOwn = requester === confirmer;
  if (isPrompt && isOwn) return;
  const by = isOwn ? '' : ` <@${confirmer}> confirmed it.`;
  const texts: Partial<Record<ChangeState, string>> = {
    unknown: `❓ **#${number}: outcome unknown**, but the pool lists it.`,
    declined: `❌ **#${number} was declined by the pool**, but the pool lists it.`,
  };
  const text = texts[state] ?? `✅ **#${number} is done:** the pool lists it.${by}`;
  // Discord drops a post with the nonce, and so the name, of one a few minutes old.
  await enqueueNote(guild, change, { name: isPrompt ? 'end' : 'done', text });
}

interface Note {
  /** A later note of the same name takes its place while it waits. */
  readonly name: string;
  readonly text: string;
  /** In ms. */
  readonly waits?: number;
}

/**
 * While a change waits, for the role to ping, if there is one and a second person is needed; later
 * for the requester, and after an unknown outcome also for whoever confirmed, so that one of them looks.
 */
async function enqueueNote(
  guild: InGuild,
  change: Change,
  { name, text, waits = 0 }: Note,
): Promise<void> {
  const { guildId, number, state, requester, confirmer, card, channelId } = change;
  const isWaiting = state === 'pending';
  const role = isWaiting && needsSecond(change, guild.settings) ? guild.settings.pingRole : null;
  const people = state === 'unknown' && confirmer !== null ? [requester, confirmer] : [requester];
  const roles = role === null ? [] : [role];
  const users = isWaiting ? [] : [...new Set(people)];
  const named = [...roles.map((id) => `<@&${id}>`), ...users.map((id) => `<@${id}>`)];
  if (named.length === 0) return;
  await post(guild, {
    key: `note:${guildId}:${number}:${name}`,
    channel: card?.channelId ?? channelId,
    reply: { content: [...named, text].join(' '), pings: { roles, users } },
    replyTo: card?.messageId,
    waits,
    lasts: isWaiting ? change.expiresAt - guild.now : DAY,
    newestWins: true,
  });
}
