import type { Reply } from '../../domain/messages/reply.js';
import { button, buttonRow, dangerButton } from '../kit/buttons.js';
import { cardReply } from '../kit/card.js';
import { code } from '../kit/text.js';
import type { GuildSettings, KeyInfo } from '../../domain/guild/guild-settings.js';
import { ruleLines, auditLine } from './settings-card.js';

/** `key`: null if only the rest is left to delete. */
export function disconnectQuestion(key: KeyInfo | null, confirmId: string, keepId: string): Reply {
  return cardReply({
    title: 'Disconnect this server?',
    tone: 'warning',
    lines: [
      key === null
        ? 'No API key is connected. This deletes this server’s settings, daily posts and alerts.'
        : `This deletes this server’s settings and ${key.isDamaged ? 'the damaged API key' : `the key ending in ${code(key.lastFour)}`}. At the pool, the key stays valid until you revoke it there.`,
      'While a rule needs a second person, the rules for confirming and for wrong checksums and the audit channel are kept. So is that channel while Discord can’t show it: its posts tell whether entries are missing. Removing the bot from the server deletes them too.',
      '**The daily posts stop, and their kept figures are deleted too:** up to 400 days, which the pool may no longer have. To save them first, use `/daily export`.',
    ],
    components: [
      buttonRow([
        dangerButton(key === null ? 'Delete the rest' : 'Delete key and settings', confirmId),
        button('Keep them', keepId),
      ]),
    ],
  });
}

/** `left`: the settings now in force. */
export function disconnectedReply(had: boolean, left: GuildSettings): Reply {
  const line = had
    ? 'This server’s key, settings, daily posts and kept figures are deleted. `/setup key` connects it again.'
    : 'There was no key to delete; the settings, daily posts and kept figures are gone.';
  const lines = [
    line,
    'These rules stay in force, even after you connect again:',
    ...ruleLines(left),
    auditLine(left),
  ];
  return cardReply({ title: 'Disconnected', tone: 'good', lines, components: [] });
}

export const otherKeySinceWords = {
  title: 'Another key is connected',
  sentence:
    'Another API key was connected since you were asked, so nothing was deleted. To delete that one, run `/setup disconnect` again.',
};

export function nothingDeletedReply(): Reply {
  return cardReply({ title: 'Kept', lines: ['Nothing was deleted.'], components: [] });
}
