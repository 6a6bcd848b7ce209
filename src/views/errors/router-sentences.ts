import type { ErrorWords } from '../../domain/errors/user-errors.js';
import type { AccessLevel } from '../../domain/guild/access-levels.js';

/** The router's sentences, before and around a command. */

export const guildsOnlyWords = {
  title: 'Only in a server',
  sentence: 'Pitboss works in servers only. Run the command in one of your server’s channels.',
};

export function accessRefused(level: AccessLevel): string {
  if (level === 'admin') {
    return 'This needs the Manage Server permission. Ask an admin of this server.';
  }
  const needed = level === 'manager' ? 'a manager role' : 'a viewer role';
  return `This needs ${needed}. An admin sets these roles with \`/setup roles\`.`;
}

export const outdatedCommandListWords = {
  title: 'No such command',
  sentence:
    'The running version doesn’t have this command. Restart Discord to reload its list of commands, then see `/help`.',
};

export function expiredCard(): string {
  return 'This button or menu is out of date, so nothing was done. Run the command again for a fresh card.';
}

export const formTooLateWords = {
  title: 'The form came too late',
  sentence: 'The form could not be opened in time, so nothing was done. Try again.',
};

/** Quotes none of the text. */
export const holdsKeyWords = {
  title: 'That holds the API key',
  sentence:
    'That text contains this server’s API key, so nothing was done. Write it without the key: anyone who sees a key can use it. If others may have seen it, have the pool replace it and connect the new one with `/setup key`.',
};

/** Quotes none of the text either. */
export const holdsPrivateKeyWords = {
  title: 'That looks like a private key',
  sentence:
    'That text seems to hold a private key or a wallet’s seed phrase, so nothing was done, and nothing of it is kept or posted here. Whoever has seen it can take the coins: Discord has received it, so move them to a new wallet. To be paid, give an address alone. If it was none, write it in other words.',
};

export const notRecordedWords = {
  title: 'Not recorded',
  sentence: 'Pitboss could not reach its own data, so nothing was done. Try again in a minute.',
};

/** For a write whose acknowledgement failed; usually too late for anyone to see. */
export function notAcknowledged(): string {
  return 'Discord did not take Pitboss’s answer in time, so nothing was done. Try again.';
}

/** For an answer that Discord took neither at once nor on another try: no fault of what was asked. */
export function answerNotTaken(writes: boolean): string {
  return writes
    ? 'Discord didn’t take Pitboss’s answer to this, so it can’t be shown. What you asked for may have been done: look at `/changes list` or `/setup show` before you ask again. The card of a change that waits is posted within a minute or so.'
    : 'Discord didn’t take Pitboss’s answer to this. Try again in a minute.';
}

/** For a write that was acknowledged and then not begun for long. */
export const turnTooLateWords = {
  title: 'Too late',
  sentence: 'Pitboss was held up and got to this too late, so nothing was done. Try again.',
};

export const rightsUnknownWords = {
  title: 'Your roles aren’t known',
  sentence:
    'Discord did not say which roles and permissions you have here, so nothing was done. Try again in a minute.',
};

export function tooManyAtOnceWords(most: number): ErrorWords {
  return {
    title: 'Too many at once',
    sentence: `You already have ${most} requests running, so this one was ignored. Wait for their answers, then try again.`,
  };
}

export const unknownInteractionWords = {
  title: 'Unknown kind of request',
  sentence:
    'The running version of Pitboss doesn’t know this kind of request, so nothing was done. See `/help` for what it can do.',
};

/** `writes`: it was to set or change something. */
export function incident(id: string, writes: boolean): string {
  const sentence = `Something went wrong inside Pitboss. If it happens again, give incident \`${id}\` to the bot’s operator: its log has the cause.`;
  return writes ? `${sentence} ${mayBeDone}` : sentence;
}

const mayBeDone =
  'What you asked for may have been done: look at `/setup show` or `/changes list` before you try again.';

/** One line per rejected option, three at most. */
export function badOptionsWords(
  problems: readonly { option: string; wrong: string }[],
): ErrorWords {
  const lines = problems
    .slice(0, 3)
    .map(({ option, wrong }) => (option === '' ? `${wrong}.` : `\`${option}\`: ${wrong}.`));
  return { title: 'Check the options', sentence: ['Nothing was done.', ...lines].join('\n') };
}

export function missingProblem(): string {
  return 'is missing';
}

export function noneOfProblem(accepted: readonly string[]): string {
  return `is not one of ${accepted.slice(0, 25).join(', ')}`;
}

export function notADateProblem(): string {
  return 'is not a date; write it as YYYY-MM-DD, for example 2026-01-31';
}

export function notOfKindProblem(kind: string): string {
  return `is not ${kind}`;
}

export function belowLeastProblem(least: string, unit: string): string {
  return `must be at least ${least}${unit}`;
}

export function aboveMostProblem(most: string, unit: string): string {
  return `must be at most ${most}${unit}`;
}

export function unacceptedProblem(): string {
  return 'has a value that is not accepted';
}

/** Ends a cut text; `more` = how many characters are missing. */
export function textCut(more: number): string {
  return `… cut, ${more.toLocaleString('en-US')} more characters`;
}

/** Ends a reply that lost parts, e.g. `3 fields`. */
export function partsCut(parts: readonly string[]): string {
  return `-# Left out, because Discord allows no more in one message: ${parts.join(', ')}.`;
}

/** Ends a message whose embeds Discord doesn't take. */
export const inPlainWords = '-# In plain words, because the bot lacks Embed Links in this channel.';
