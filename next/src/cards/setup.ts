import { customId } from '../discord/custom-id.js';
import { cardReply, type Card, type Form, type Reply } from '../discord/reply.js';
import type { ConnectedKey, Guild } from '../guilds/guilds.js';
import { changedSettings, SETTINGS } from '../guilds/setting-words.js';
import type { GuildSettings } from '../guilds/settings.js';
import { plural } from './kit/text.js';

export function keyForm(): Form {
  return {
    form: customId('setup-key-typed'),
    title: 'Connect a pool workspace',
    fields: [
      {
        name: 'key',
        label: 'API key',
        help: 'Tested with one read, then stored encrypted.',
        required: true,
        maxLength: 500,
      },
    ],
  };
}

export function connectedCard({ key, subaccounts, sites, isSame }: ConnectedKey): Card {
  const found = `**${plural(subaccounts, 'subaccount')}** at **${plural(sites, 'site')}**`;
  return {
    title: isSame ? 'Already connected' : 'Connected',
    tone: 'good',
    lines: [
      `Key …${key.lastFour}: ${found}`,
      !isSame && 'Next: `/setup roles`, then `/summary`',
      !isSame &&
        '-# Stored encrypted. The bot’s operator could read it, so give it only the rights it needs.',
    ],
  };
}

export function settingsCard({ key, settings }: Guild): Card {
  const words = (name: keyof typeof SETTINGS) => SETTINGS[name].words(settings);
  const row = (label: string, value: string) => `**${label}:** ${value}`;
  return {
    title: 'Settings',
    lines: [
      key === null
        ? 'No pool workspace connected: `/setup key`'
        : `Key …${key.lastFour}, connected by <@${key.connectedBy}>`,
      `${words('currency')} · ${words('timeZone')} · ${words('scope')}`,
      row('Read', words('read')),
      row('Request and confirm', words('request')),
      settings.roles.approver.length > 0 && row('Only confirm', words('confirm')),
      row('Payment changes', `${words('payments')} · wait ${words('paymentsWait')}`),
      row('Other changes', `${words('others')} · wait ${words('othersWait')}`),
      row('Ping', words('ping')),
      row('Audit channel', words('auditChannel')),
    ],
  };
}

/** The settings that changed, and no others. */
export function savedCard(before: GuildSettings, after: GuildSettings): Card {
  const lines = changedSettings(before, after).map(
    (change) => `${change.label}: ${change.before} → **${change.after}**`,
  );
  return { title: 'Settings saved', tone: 'good', lines };
}

export function disconnectQuestion({ key }: Guild): Reply {
  const what = key === null ? 'the settings' : `the key …${key.lastFour} and the settings`;
  return cardReply(
    {
      title: 'Disconnect this server?',
      tone: 'bad',
      lines: [
        `Deletes ${what}.`,
        key !== null && '-# At the pool the key stays valid until you revoke it.',
      ],
    },
    {
      rows: [
        [
          { label: 'Delete', id: customId('setup-disconnect', 'delete'), style: 'danger' },
          { label: 'Keep', id: customId('setup-disconnect', 'keep') },
        ],
      ],
    },
  );
}

export const DISCONNECTED: Card = {
  title: 'Disconnected',
  tone: 'over',
  lines: ['The key and the settings are deleted. `/setup key` connects a workspace again.'],
};

export const KEPT: Card = { title: 'Kept', tone: 'over', lines: ['Nothing was deleted.'] };
