import { moment as timestamp } from '../cards/kit/times.js';
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
  const { number, requester, expiresAt } = change;
  const needed = `**#${number} needs a second person:** ${changeName(change)}`;
  const expires = `Expires ${timestamp(expiresAt, 'R')}.`;
  const text = `${needed}, requested by <@${requester}>. ${expires}`;
  await pingRole(moment, change, { name: 'second', text });
}

export async function noteExpiresSoon(moment: Moment, change: Change): Promise<void> {
  const expires = `⏳ **#${change.number} expires ${timestamp(change.expiresAt, 'R')}**`;
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
  const { state, requester, confirmer, ending } = change;
  const by = state === 'cancelled' ? ending?.by : confirmer;
  if (by === requester && state !== 'unknown') return;
  const waits = state === 'reported' ? MINUTE : 0;
  await pingPeople(moment, change, { name: 'end', text: endText(change), waits });
}

/** The pool lists it. */
export async function noteDone(moment: Moment, change: Change): Promise<void> {
  const { number, state, requester, confirmer, endedAt } = change;
  const isPrompt = state === 'reported' && moment.now < (endedAt ?? 0) + MINUTE;
  const isOwn = requester === confirmer;
  if (isPrompt && isOwn) return;
  const by = isOwn ? '' : ` <@${confirmer}> confirmed it.`;
  const texts: Partial<Record<Change['state'], string>> = {
    unknown: `❓ **#${number}: outcome unknown**, but the pool lists it.`,
    declined: `❌ **#${number} was declined by the pool**, but the pool lists it.`,
  };
  const text = texts[state] ?? `✅ **#${number} is done:** the pool lists it.${by}`;
  // Discord drops a post with the nonce, and so the name, of one a few minutes old.
  await pingPeople(moment, change, { name: isPrompt ? 'end' : 'done', text });
}

function endText({ number, state, confirmer, outcome, ending, replacedBy }: Change): string {
  const end = (symbol: string, words: string) => `${symbol} **#${number} ${words}`;
  const nothing = 'Nothing was sent.';
  switch (state) {
    case 'reported': {
      const by = `<@${confirmer}> confirmed it`;
      return end('📨', `was sent.** ${by}; the pool answered ${statusWord(outcome)}.`);
    }
    case 'declined':
      return end('❌', `was declined by the pool**${statusCode(outcome)}.`);
    case 'unsent':
      return end('🚫', `wasn’t sent:** ${outcome?.reason}.`);
    case 'cancelled':
      return end('🚫', `was cancelled** by <@${ending?.by}>. ${nothing}`);
    case 'expired':
      return end('⌛', `expired.** ${nothing}`);
    case 'drifted': {
      const now = replacedBy
        ? `**, #${replacedBy.number} has the current values.`
        : `.** ${ending?.reason ?? ''}`;
      return end('🔁', `is out of date${now} ${nothing}`);
    }
    case 'pending':
    case 'sending':
    case 'unknown':
      break;
  }
  return `❓ **#${number}: outcome unknown.** Look at the pool, then mark it as checked.`;
}

/** Only under `second`, and only if a role is set. */
async function pingRole(moment: Moment, change: Change, note: Note): Promise<void> {
  const { settings } = moment.row;
  const role = settings.pingRole;
  if (role === null || !needsSecond(change, settings)) return;
  await enqueueNote(moment, change, { ...note, roles: [role], endsAt: change.expiresAt });
}

/** The requester; of an unknown outcome also who confirmed, so that one of them looks. */
async function pingPeople(moment: Moment, change: Change, note: Note): Promise<void> {
  const { state, requester, confirmer } = change;
  const isBoth = state === 'unknown' && confirmer !== null && confirmer !== requester;
  const users = isBoth ? [requester, confirmer] : [requester];
  await enqueueNote(moment, change, { ...note, users, endsAt: moment.now + DAY });
}

interface Note {
  /** A later note of the same name takes its place while it waits. */
  readonly name: string;
  readonly text: string;
  /** In ms. */
  readonly waits?: number;
}

interface PingingNote extends Note {
  readonly roles?: readonly string[];
  readonly users?: readonly string[];
  readonly endsAt: number;
}

/** A reply to the card, which notifies who it names; an edit of the card notifies nobody. */
async function enqueueNote(
  { tx, now }: Moment,
  { guildId, number, card, channelId }: Change,
  { name, text, waits = 0, roles = [], users = [], endsAt }: PingingNote,
): Promise<void> {
  const named = [...roles.map((id) => `<@&${id}>`), ...users.map((id) => `<@${id}>`)];
  const reply = { content: [...named, text].join(' '), pings: { roles, users } };
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
