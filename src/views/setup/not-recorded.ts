import type { ErrorWords } from '../../domain/errors/user-errors.js';

/** For a setting the audit trail couldn't record. */

const NOT_RECORDED = 'Not in the audit trail';

export const settingNotRecordedWords = {
  title: NOT_RECORDED,
  sentence:
    'The audit trail couldn’t be written, so this was probably not set. Check `/setup show`, then try again.',
};

export const auditChannelUnreadWords = {
  title: 'The audit channel can’t be read now',
  sentence:
    'Discord couldn’t show the present audit channel. Its posts tell whether entries are missing, so it isn’t replaced yet, and nothing was set. Try again in a moment.',
};

export const settingsStayWords = {
  title: NOT_RECORDED,
  sentence:
    'The API key is deleted. The audit trail couldn’t be written, so the settings stay for now; please try again.',
};

export const looseningNotAskedWords = {
  title: NOT_RECORDED,
  sentence:
    'Pitboss couldn’t make sure that the looser rule was recorded in the audit trail. Nothing is loosened yet, and everything else you set is saved. Look at `/setup show`: if no looser rule is waiting there, please try again.',
};

/** Also shown for up to a minute after a process is killed during a change. */
export const keyBusyWords = {
  title: 'The key is being changed',
  sentence:
    'Somebody else is changing this server’s API key right now, so nothing was done. Check `/setup show`, then try again in a minute.',
};

const STORE_SILENT = 'The store didn’t answer';

export const keyMaybeConnectedWords = {
  title: STORE_SILENT,
  sentence:
    'The key may be connected all the same. Look at `/setup show` in a minute, and connect it again if it isn’t. If it is, the audit trail lists it as something that Pitboss found.',
};

export const keyMaybeDeletedWords = {
  title: STORE_SILENT,
  sentence:
    'The key may be deleted all the same; nothing else is yet. Please run `/setup disconnect` again in a minute.',
};

const BOT_REMOVED = 'Pitboss was removed';

export const keyAfterRemovalWords = {
  title: BOT_REMOVED,
  sentence:
    'Pitboss was removed from this server meanwhile, so the key was not saved. Once it is back, connect the key again.',
};

export const settingAfterRemovalWords = {
  title: BOT_REMOVED,
  sentence:
    'Pitboss was removed from this server meanwhile, so nothing was set. Once it is back, look at `/setup show`, then set it again.',
};

export const commandAfterRemovalWords = {
  title: BOT_REMOVED,
  sentence:
    'Pitboss was removed from this server meanwhile, so nothing was saved. Once it is back and its key is connected, please do that again.',
};

/** `isFound`: recorded later, as found by Pitboss. */
export function keyNotRecordedWords(isFound: boolean): ErrorWords {
  const trail = isFound
    ? 'The audit trail lists it as something that Pitboss found, without your name.'
    : 'The audit trail doesn’t list it yet. It will after the next change of the settings, or when the bot restarts.';
  return {
    title: 'Not yet in the audit trail',
    sentence: `The key is connected, but that couldn’t be recorded at once. ${trail} \`/setup show\` shows it.`,
  };
}
