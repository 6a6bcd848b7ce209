import { customId } from '../discord/custom-id.js';
import { cardReply, type Card, type Form, type Reply } from '../discord/reply.js';
import { UserError } from '../errors.js';
import { looseningButtons, type Configured } from '../guilds/configure.js';
import type { ConnectedKey, Guild } from '../guilds/guilds.js';
import { loosened, needsTwo, type Loosening } from '../guilds/weaker-rules.js';
import { changedSettings, settingWords } from '../guilds/setting-words.js';
import type { GuildSettings } from '../guilds/settings.js';
import { plural } from '../text.js';
import { question } from './kit/buttons.js';
import { moment } from './kit/times.js';

/** Posted where the bot was added; its button opens the form of `/setup key`. */
export function welcomeReply(): Reply {
  return cardReply(
    {
      title: 'Pitboss is here',
      lines: [
        'Your pool workspace in Discord: figures, alerts, and changes that people confirm.',
        'An admin connects it with an API key, typed into a private form.',
      ],
    },
    { rows: [[{ label: 'Connect…', id: customId('setup-key'), style: 'Primary' }]] },
  );
}

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

export function connectedReply({ key, subaccounts, sites, isSame }: ConnectedKey): Reply {
  const found = `**${plural(subaccounts, 'subaccount')}** at **${plural(sites, 'site')}**`;
  const suggest = { label: 'Suggested alerts', id: customId('alerts-suggest') };
  const card: Card = {
    title: isSame ? 'Already connected' : 'Connected',
    tone: 'good',
    lines: [
      `Key …${key.lastFour}: ${found}`,
      !isSame && 'Next: `/setup roles`, then `/summary`',
      !isSame &&
        '-# Stored encrypted. The bot’s operator could read it, so give it only the rights it needs.',
    ],
  };
  return cardReply(card, { rows: isSame ? [] : [[suggest]] });
}

/** `rules`: how many alert rules the server made itself. */
export function settingsReply(guild: Guild, readerId: string, rules: number): Reply {
  const { key, settings, loosening } = guild;
  const words = settingWords(settings);
  const row = ({ label, value }: typeof words.read, more = '') => `**${label}:** ${value}${more}`;
  const card = {
    title: 'Settings',
    lines: [
      key === null
        ? 'No pool workspace connected: `/setup key`'
        : `Key …${key.lastFour}, connected by <@${key.connectedBy}>`,
      `${words.currency.value} · ${words.timeZone.value} · ${words.scope.value}`,
      row(words.read),
      row(words.request),
      settings.roles.approver.length > 0 && row(words.confirm),
      row(words.payments, ` · wait ${words.paymentsWait.value}`),
      row(words.others, ` · wait ${words.othersWait.value}`),
      row(words.ping),
      row(words.auditChannel),
      `**Alerts:** ${plural(rules, 'rule')} · default ${words.alertChannel.value}`,
      ...(loosening
        ? weakerRules(settings, loosening).map(
            (rule) => `🔓 ${rule}, ${moment(loosening.effectiveAt, 'R')}`,
          )
        : []),
    ],
  };
  return cardReply(card, { rows: loosening ? [looseningButtons(loosening, readerId)] : [] });
}

/** What took effect, what no longer waits, and what waits for a second admin. @throws UserError if nothing */
export function savedReply({ before, after, loosening, withdrawn }: Configured): Reply {
  const lines = changeLines(before, after);
  const saved: Card[] = lines.length > 0 ? [{ title: 'Settings saved', tone: 'good', lines }] : [];
  if (withdrawn) {
    const line = `<@${withdrawn.by}>’s weaker rule no longer waits.`;
    saved.push({ title: 'Withdrawn', tone: 'over', lines: [line] });
  }
  if (saved.length === 0 && loosening === null)
    throw new UserError('Nothing to change', 'The settings are like that already.');
  if (loosening === null) return { cards: saved };
  const waiting: Card = {
    title: 'Waiting for a second admin',
    tone: 'warning',
    lines: [
      ...weakerRules(after, loosening),
      `<@${loosening.by}> asked. It takes effect when another admin confirms it, or ${moment(loosening.effectiveAt, 'R')}.`,
    ],
  };
  return { cards: [...saved, waiting], rows: [looseningButtons(loosening, loosening.by)] };
}

function weakerRules(settings: GuildSettings, loosening: Loosening): string[] {
  return changeLines(settings, loosened(settings, loosening));
}

function changeLines(...settings: Parameters<typeof changedSettings>): string[] {
  return changedSettings(...settings).map(
    ({ label, before, after }) => `${label}: ${before} → **${after}**`,
  );
}

/** Answers to the questions of these cards. */
export const DECIDED: Readonly<Record<'confirm' | 'withdraw' | 'delete' | 'keep', Card>> = {
  confirm: { title: 'In force', tone: 'good', lines: ['`/setup show` has the rules.'] },
  withdraw: { title: 'Withdrawn', tone: 'over', lines: ['The rules stay as they were.'] },
  delete: {
    title: 'Disconnected',
    tone: 'over',
    lines: ['The key and the settings are deleted. `/setup key` connects a workspace again.'],
  },
  keep: { title: 'Kept', tone: 'over', lines: ['Nothing was deleted.'] },
};

export function disconnectQuestion({ key, settings }: Guild): Reply {
  const what = key === null ? '' : `the key …${key.lastFour}, `;
  const card = {
    title: 'Disconnect this server?',
    lines: [
      `Deletes ${what}the settings, alerts, and daily posts with their figures. Save those first: \`/daily export\``,
      needsTwo(settings) && 'The two-person rule and the audit channel stay.',
      key !== null && '-# At the pool the key stays valid until you revoke it.',
    ],
  };
  return question(card, 'Delete', (answer) => customId('setup-disconnect', answer));
}
