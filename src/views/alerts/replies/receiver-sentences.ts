import type { ErrorWords } from '../../../domain/errors/user-errors.js';

/** Why a role or a channel would not be told. */

export const everyoneWords = {
  title: 'Choose a role, not everyone',
  sentence: '@everyone can’t be mentioned by alerts. Choose a role. Nothing was changed.',
};

export const roleGoneWords = {
  title: 'The role is gone',
  sentence: 'This server has no such role any more. Choose another. Nothing was changed.',
};

export function unheardRoleWords(roleId: string, channelId: string): ErrorWords {
  return {
    title: 'Nobody would be notified',
    sentence: `A mention of <@&${roleId}> in <#${channelId}> would notify nobody. Turn on “Allow anyone to @mention this role” in the role’s settings, or give the bot the permission “Mention @everyone, @here, and All Roles” there. Nothing was changed.`,
  };
}

export const noChannelWords = {
  title: 'No channel is set',
  sentence:
    'This rule is told nowhere: neither it nor the server has a channel for alerts. `/alerts channel` sets one. Nothing was posted.',
};

/** The post may stand there all the same: Discord's answer was an error, or never came. */
export const auditNotToldWords = {
  title: 'Nothing changed',
  sentence:
    'Discord didn’t confirm the post in the audit channel, so nothing was changed. Try again in a moment.',
};
