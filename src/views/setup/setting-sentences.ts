/** For a setting the audit trail couldn't record. */

export const othersSettingSentence =
  'Somebody else is changing the settings of this server at this moment. Nothing was changed; please try again in ten seconds.';

export const settingTooSlowSentence =
  'The store was too slow to set it safely. Nothing was changed; please try again in ten seconds.';

export const settingPutBackSentence =
  'The audit trail could not be written, so the settings were put back to what they were. Nothing was changed; please try again.';

export const looseningNotAskedSentence =
  'The looser rule couldn’t be entered in the audit trail, so nothing was loosened. Everything else you set is saved. Please try again.';

/** `isFound`: recorded later, as found by Pitboss. */
export function settingUntoldSentence(isFound: boolean): string {
  const trail = isFound
    ? 'The audit trail tells of it as something that Pitboss found, without your name.'
    : 'The audit trail does not tell of it yet; that is entered with the next change of the settings, or when the bot starts again.';
  return `What you set is in force, but it could not be entered at once. ${trail} Look at it with \`/setup show\`.`;
}
