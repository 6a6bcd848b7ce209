import { moment } from '../cards/kit/times.js';
import type { Tx } from '../store/store.js';
import type { Change } from './change.js';
import { kindOf } from './kinds/kinds.js';
import { needsSecond } from './rules.js';
import { enqueueNote, type Moment } from './steps.js';
import { changeName, statusCode, statusWord } from './words.js';

/** Replies to the card. They ping who is named first, and never for what that person did. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const REMIND_BEFORE_MS = 2 * 60 * MINUTE;

/** Once the card stands: whoever may confirm it is told. */
export async function noteSecondPerson(tx: Tx, change: Change, moment: Moment): Promise<void> {
  const { number, requester } = change;
  const needed = `**#${number} needs a second person:** ${changeName(change)}`;
  const text = `${needed}, requested by <@${requester}>. Expires ${expiry(change)}.`;
  await pingRole(tx, change, { name: 'second', text, ...moment });
}

export async function noteExpiresSoon(tx: Tx, change: Change, moment: Moment): Promise<void> {
  const expires = `⏳ **#${change.number} expires ${expiry(change)}**`;
  const text = `${expires} and still needs a second person.`;
  await pingRole(tx, change, { name: 'soon', text, ...moment });
}

/** How a change ended. That it was sent waits a minute, for `noteDone` to take its place. */
export async function noteEnd(tx: Tx, change: Change, { now }: Moment): Promise<void> {
  const text = endText(change);
  if (text === null) return;
  const dueAt = change.state === 'reported' ? now + MINUTE : now;
  await pingPeople(tx, change, { name: 'end', text, now, dueAt });
}

/** The pool lists it. */
export async function noteDone(tx: Tx, change: Change, { now }: Moment): Promise<void> {
  const { number, state, requester, confirmer, endedAt } = change;
  const isPrompt = state === 'reported' && now < (endedAt ?? 0) + MINUTE;
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
  await pingPeople(tx, change, { name, text: texts[state] ?? done, now, dueAt: now });
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

interface Text extends Pick<Moment, 'now'> {
  readonly name: string;
  readonly text: string;
}

/** Only under `second`, and only if a role is set. */
async function pingRole(
  tx: Tx,
  change: Change,
  { name, text, row, now }: Text & Moment,
): Promise<void> {
  const { settings } = row;
  const role = settings.pingRole;
  if (role === null || !needsSecond(change, kindOf(change.kind), settings)) return;
  const reply = { content: `<@&${role}> ${text}`, pings: { roles: [role] } };
  await enqueueNote(tx, change, { name, reply, dueAt: now, endsAt: change.expiresAt });
}

/** The requester; of an unknown outcome also who confirmed, so that one of them looks. */
async function pingPeople(
  tx: Tx,
  change: Change,
  { name, text, now, dueAt }: Text & { readonly dueAt: number },
): Promise<void> {
  const { state, requester, confirmer } = change;
  const confirmers = state === 'unknown' && confirmer !== null ? [confirmer] : [];
  const users = [...new Set([requester, ...confirmers])];
  const content = `${users.map((id) => `<@${id}>`).join(' ')} ${text}`;
  await enqueueNote(tx, change, {
    name,
    reply: { content, pings: { users } },
    dueAt,
    endsAt: now + DAY,
  });
}

function expiry({ expiresAt }: Change): string {
  return moment(expiresAt, 'R');
}
