/** For a setting the audit trail couldn't record. */

export const settingNotEnteredSentence =
  'The audit trail couldn’t be written, so this was probably not set. Look at `/setup show`, then try again.';

export const settingsStaySentence =
  'The API key is deleted. The audit trail couldn’t be written, so the settings stay for now; please try again.';

export const looseningNotAskedSentence =
  'The looser rule couldn’t be entered in the audit trail, so nothing was loosened. Everything else you set is saved. Please try again.';

/** Also for up to a minute after a process was killed in the middle of it. */
export const keyBusySentence =
  'Somebody else is changing this server’s API key right now, so nothing was done. Look at `/setup show`, then try again in a minute.';

/** `isFound`: recorded later, as found by Pitboss. */
export function keyNotEnteredSentence(isFound: boolean): string {
  const trail = isFound
    ? 'The audit trail tells of it as something that Pitboss found, without your name.'
    : 'The audit trail doesn’t tell of it yet; that is entered with the next change of the settings, or when the bot starts again.';
  return `The key is in force, but it couldn’t be entered at once. ${trail} Look at it with \`/setup show\`.`;
}
