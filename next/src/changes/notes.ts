import { moment } from '../cards/kit/times.js';
import type { Reply } from '../discord/reply.js';
import { enqueue } from '../jobs/outbox.js';
import type { Change } from './change.js';
import { needsSecond } from './rules.js';
import { writeStep, type ChangeStep, type Moment } from './steps.js';
import { changeName, statusCode, statusWord } from './words.js';

/** Replies to the card. They ping who is named first, and never for what that person did. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const REMIND_BEFORE_MS = 2 * 60 * MINUTE;

/** Tells who may confirm it, once its card is posted. */
export async function noteSecondPerson(moment: Moment, change: Change): Promise<void> {
  const { number, requester } = change;
  const needed = `**#${number} needs a second person:** ${changeName(change)}`;
  const text = `${needed}, requested by <@${requester}>. Expires ${expiry(change)}.`;
  await pingRole(moment, change, { name: 'second', text });
}

export async function noteExpiresSoon(moment: Moment, change: Change): Promise<void> {
  const expires = `⏳ **#${change.number} expires ${expiry(change)}**`;
  const text = `${expires} and still needs a second person.`;
  await pingRole(moment, change, { name: 'soon', text });
}

/** The step that ended a change is named by its state. */
export async function endChange(
  moment: Moment,
  ended: Change,
  step: Omit<ChangeStep, 'name'>,
): Promise<Change> {
  await writeStep(moment, ended, { ...step, name: ended.state });
  await noteEnd(moment, ended);
  return ended;
}

/** How a change ended. That it was sent waits a minute, for `noteDone` to take its place. */
export async function noteEnd(moment: Moment, change: Change): Promise<void> {
  const text = endText(change);
  if (text === null) return;
  const waits = change.state === 'reported' ? MINUTE : 0;
  await pingPeople(moment, change, { name: 'end', text, waits });
}

/** The pool lists it. */
export async function noteDone(moment: Moment, change: Change): Promise<void> {
  const { number, state, requester, confirmer, endedAt } = change;
  const isPrompt = state === 'reported' && moment.now < (endedAt ?? 0) + MINUTE;
  const isOwn = requester === confirmer;
  if (isPrompt && isOwn) return;
  const lists = 'the pool lists it.';
  const done = `✅ **#${number} is done:** ${lists}${isOwn ? '' : ` <@${confirmer}> confirmed it.`}`;
  const texts: Partial<Record<Change['state'], string>> = {
    unknown: `❓ **#${number}: outcome unknown**, but ${lists}`,
    declined: `❌ **#${number} was declined by the pool**, but ${lists}`,
  };
  // Discord drops a post with the nonce, and so the name, of one a few minutes old.
  const name = isPrompt ? 'end' : 'done';
  await pingPeople(moment, change, { name, text: texts[state] ?? done });
}

/** Null where nobody needs to be told. */
function endText(change: Change): string | null {
  const { number, state, requester, confirmer, outcome, ending, replacedBy } = change;
  const nothing = 'Nothing was sent.';
  const by = state === 'cancelled' ? ending?.by : confirmer;
  if (by === requester && state !== 'unknown') return null;
  switch (state) {
    case 'reported':
      return `📨 **#${number} was sent.** <@${by}> confirmed it; the pool answered ${statusWord(outcome)}.`;
    case 'declined':
      return `❌ **#${number} was declined by the pool**${statusCode(outcome)}.`;
    case 'unsent':
      return `🚫 **#${number} wasn’t sent:** ${outcome?.reason}.`;
    case 'unknown':
      return `❓ **#${number}: outcome unknown.** Look at the pool, then mark it as checked.`;
    case 'cancelled':
      return `🚫 **#${number} was cancelled** by <@${by}>. ${nothing}`;
    case 'expired':
      return `⌛ **#${number} expired.** ${nothing}`;
    case 'drifted': {
      const outOfDate = `🔁 **#${number} is out of date`;
      return replacedBy === null
        ? `${outOfDate}.** ${ending?.reason ?? ''} ${nothing}`
        : `${outOfDate}**, #${replacedBy} has the current values. ${nothing}`;
    }
    case 'pending':
    case 'sending':
      break;
  }
  return null;
}

interface Words {
  /** A later note of the same name takes its place while it waits. */
  readonly name: string;
  readonly text: string;
  /** In ms. */
  readonly waits?: number;
}

/** Only under `second`, and only if a role is set. */
async function pingRole(moment: Moment, change: Change, words: Words): Promise<void> {
  const { settings } = moment.row;
  const role = settings.pingRole;
  if (role === null || !needsSecond(change, settings)) return;
  const pings = { roles: [role] };
  const content = `<@&${role}> ${words.text}`;
  const endsAt = change.expiresAt;
  await enqueueNote(moment, change, { ...words, reply: { content, pings }, endsAt });
}

/** The requester; of an unknown outcome also who confirmed, so that one of them looks. */
async function pingPeople(moment: Moment, change: Change, words: Words): Promise<void> {
  const { state, requester, confirmer } = change;
  const confirmers = state === 'unknown' && confirmer !== null ? [confirmer] : [];
  const users = [...new Set([requester, ...confirmers])];
  const content = `${users.map((id) => `<@${id}>`).join(' ')} ${words.text}`;
  const endsAt = moment.now + DAY;
  await enqueueNote(moment, change, { ...words, reply: { content, pings: { users } }, endsAt });
}

/** A reply to the card, which notifies who it names; an edit of the card notifies nobody. */
async function enqueueNote(
  { tx, now }: Moment,
  { guildId, number, card, channelId }: Change,
  { name, reply, waits = 0, endsAt }: Words & { readonly reply: Reply; readonly endsAt: number },
): Promise<void> {
  await enqueue(tx, {
    key: `note:${guildId}:${number}:${name}`,
    guild: guildId,
    channel: card?.channelId ?? channelId,
    body: { kind: 'post', reply, replyTo: card?.messageId },
    dueAt: now + waits,
    endsAt,
    newestWins: true,
  });
}

function expiry({ expiresAt }: Change): string {
  return moment(expiresAt, 'R');
}
