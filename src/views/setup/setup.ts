import type { GuildRules } from '../../domain/alerts/rule.js';
import type { ChangesState } from '../../domain/changes/state.js';
import type { Loosening } from '../../domain/changes/loosening.js';
import { frozenLine } from '../changes/change-sentences.js';
import { ComponentType, TextInputStyle, type APIEmbed } from 'discord-api-types/v10';
import type { Modal, Reply } from '../../domain/messages/reply.js';
import { currencyTitle } from '../kit/answered-currency.js';
import { button, buttonRow, dangerButton } from '../kit/buttons.js';
import { cardReply, card } from '../kit/card.js';
import { plural } from '../kit/figures.js';
import { failureSentence } from '../errors/failures.js';
import { looseningAskedSentence, looseningButtons, looseningLine } from '../audit/loosening.js';
import { behindLine } from '../changes/restore.js';
import { code, joinList, escapeMarkdown } from '../kit/text.js';
import { timestamp } from '../kit/times.js';
import { waitingTimeWords } from '../../domain/time/duration-words.js';
import type { GuildSettings, KeyInfo } from '../../domain/guild/guild-settings.js';

export function keyModal(customId: string): Modal {
  return {
    modal: {
      custom_id: customId,
      title: 'Connect the pool workspace',
      components: [
        {
          type: ComponentType.Label,
          label: 'API key',
          description:
            'Tested with one harmless read, then stored encrypted. Only its last four characters are shown.',
          component: {
            type: ComponentType.TextInput,
            custom_id: 'key',
            style: TextInputStyle.Short,
            required: true,
            min_length: 8,
            max_length: 500,
          },
        },
      ],
    },
  };
}

/** What a key is seen to see. */
export interface KeySees {
  readonly subaccounts: number;
  readonly sites: number;
  /** False where the pool may list more. */
  readonly areAll: boolean;
}

/** `suggestedId`: of the button that adds alerts; null where there are some. */
export function keySavedReply(
  key: KeyInfo,
  sees: KeySees | null,
  suggestedId: string | null = null,
): Reply {
  const saw =
    sees === null
      ? null
      : `It sees ${sees.areAll ? '' : 'at least '}**${plural(sees.subaccounts, 'subaccount')}** at **${plural(sees.sites, 'site')}**.`;
  return cardReply({
    title: 'Connected',
    tone: 'good',
    lines: [
      `The pool accepted the key ending in ${code(key.lastFour)}. It is stored encrypted for this server.`,
      saw,
      'Next: set who may do what with `/setup roles`, then try `/summary`.',
      suggestedId === null
        ? null
        : 'To be told in this channel when something is wrong, press *Suggested alerts*. For other channels and rules: `/alerts add`.',
      '-# This bot’s operator can read the keys it keeps. Give it a key with no more rights than it needs.',
    ],
    ...(suggestedId === null
      ? {}
      : { components: [buttonRow([button('Suggested alerts', suggestedId)])] }),
  });
}

export const keyFormSentence =
  'That doesn’t look like an API key: a key has 8 to 500 letters, digits and symbols, without spaces, line breaks or accents. Nothing was sent or saved.';

export function keyNotSavedSentence(error: unknown, refused: boolean): string {
  return refused
    ? 'Nothing was saved. Any key connected before is still in use. Check the key in the pool’s console, and try again.'
    : `The key couldn’t be tested, so nothing was saved. ${failureSentence(error)}`;
}

export const notConnectedSentence =
  'No pool workspace is connected to this server. An admin (Manage Server) connects one with `/setup key`.';

export function settingsReply(
  settings: GuildSettings,
  key: KeyInfo | null,
  now: SettingsNow = {},
): Reply {
  const { loosening = null, viewerId = null } = now;
  return {
    embeds: [settingsCard(settings, key, now)],
    ...(loosening === null ? {} : { components: looseningButtons(loosening, viewerId) }),
  };
}

interface SettingsNow {
  /** Just saved. */
  readonly changed?: boolean;
  readonly frozen?: ChangesState['frozen'];
  readonly behind?: ChangesState['behind'];
  /** What waits; just saved: what of it has to wait. */
  readonly loosening?: Loosening | null;
  /** Who sees it. */
  readonly viewerId?: string;
  /** How long a change waits where the server says nothing; missing = not told. */
  readonly defaultWaitMs?: number;
  /** Where alerts go; missing = not told. */
  readonly alerts?: GuildRules | null;
}

function settingsCard(
  settings: GuildSettings,
  key: KeyInfo | null,
  {
    changed = false,
    frozen = null,
    behind = null,
    loosening = null,
    defaultWaitMs,
    alerts = null,
  }: SettingsNow,
): APIEmbed {
  const { roles } = settings;
  return card({
    title: titleOf(changed, loosening),
    tone: loosening !== null ? 'warning' : changed ? 'good' : 'neutral',
    lines: [
      changed && loosening !== null ? looseningAskedSentence(settings.auditChannelId) : null,
      loosening === null ? null : looseningLine(loosening),
      key === null
        ? '**No API key connected.** An admin connects one with `/setup key`.'
        : `API key ending in ${code(key.lastFour)}, connected ${timestamp(key.connectedAt)} by <@${key.connectedBy}>`,
      behind === null ? null : behindLine(behind),
      frozen === null ? null : frozenLine(frozen),
      '',
      setting('Currency', currencyTitle(settings.currency)),
      setting('Time zone', code(settings.timeZone)),
      setting('Figures of', scopeWords(settings)),
      setting(
        'May read',
        mentions(roles.viewer, ', and everyone with more rights') ??
          'everyone who may use the commands',
      ),
      setting(
        'May request and confirm changes',
        mentions(roles.manager, `, and ${ADMINS}`) ?? ADMINS,
      ),
      setting('May confirm, but not request', mentions(roles.approver, '') ?? 'nobody else'),
      ...ruleLines(settings),
      setting('How long changes wait', waitsSentence(settings.waits, defaultWaitMs)),
      setting('Pinged for a second person', pingSentence(settings.pingRoleId)),
      auditLine(settings),
      alerts === null ? null : setting('Alerts', alertsSentence(alerts)),
    ],
  });
}

/** A line, not a field: on a phone those have a heading each. */
function setting(name: string, value: string): string {
  return `**${name}:** ${value}`;
}

function scopeWords({ siteId, siteName, subaccounts }: GuildSettings): string {
  const names = subaccounts.map((name) => escapeMarkdown(name, 40));
  const site =
    siteId === undefined ? 'all sites' : `site ${escapeMarkdown(siteName ?? siteId, 80)}`;
  return `${site}, ${names.length === 0 ? 'all subaccounts' : joinList(names, 20)}`;
}

function ruleLines({ approval, badChecksum }: GuildSettings): string[] {
  return [
    setting('Payment changes', ruleSentence(approval.payments)),
    setting('Other changes', ruleSentence(approval.others)),
    setting('New address with a wrong checksum', checksumSentence(badChecksum)),
  ];
}

function auditLine({ auditChannelId }: GuildSettings): string {
  return setting('Audit channel', auditChannelId === undefined ? 'none' : `<#${auditChannelId}>`);
}

function alertsSentence({ rules, channelId }: GuildRules): string {
  const where = channelId === undefined ? '' : `, else told in <#${channelId}>`;
  return rules.length === 0
    ? `no rule is set${where}; \`/alerts add\` sets one`
    : `${plural(rules.length, 'rule')}${where}; \`/alerts rules\` lists them`;
}

function titleOf(changed: boolean, loosening: Loosening | null): string {
  if (!changed) return 'Settings of this server';
  return loosening === null ? 'Settings saved' : 'Another admin needed';
}

/** Admins could give themselves every role, so they have the roles' rights. */
const ADMINS = 'members with Manage Server';

/** Null where there is no role. */
function mentions(roleIds: readonly string[], others: string): string | null {
  return roleIds.length === 0 ? null : `${roleIds.map((id) => `<@&${id}>`).join(' ')}${others}`;
}

function ruleSentence(rule: 'self' | 'second'): string {
  return rule === 'second'
    ? 'need a second person; the requester can’t confirm'
    : 'the requester can confirm';
}

function checksumSentence(rule: 'warn' | 'refuse'): string {
  return rule === 'refuse' ? 'refused' : 'allowed, with a warning on the card';
}

function waitsSentence(
  { payments, others }: GuildSettings['waits'],
  defaultMs: number | undefined,
): string {
  const usual = defaultMs === undefined ? '' : `${waitingTimeWords(defaultMs / 60_000)}, `;
  const rest = others === undefined ? `${usual}this bot’s default` : waitingTimeWords(others);
  return `payment changes ${waitingTimeWords(payments)}, other changes ${rest}`;
}

/** Discord says nothing to a bot whose mention notified nobody. */
function pingSentence(roleId: string | undefined): string {
  return roleId === undefined
    ? 'nobody; `/setup roles` sets a role with its option `ping`'
    : `<@&${roleId}>, once it may be mentioned: turn on “Allow anyone to @mention this role”, or give the bot that permission`;
}

export const pingEveryoneSentence =
  '@everyone can’t be pinged for a second person. Choose a role whose members may confirm. Nothing was changed.';

/** `minutes`: null where no time could be read. */
export function badWaitSentence(typed: string, minutes: number | null): string {
  const why =
    minutes === null
      ? 'isn’t a time'
      : `is ${waitingTimeWords(minutes)}, and a change can wait for 15 minutes to 3 days`;
  return `${code(typed, 40)} ${why}. Type something like \`30m\`, \`2h\`, \`1d\` or \`1d 12h\`, from \`15m\` to \`3d\`, or \`default\`. Nothing was changed.`;
}

export const everyoneRoleSentence =
  '@everyone can’t be given a level. Leave a level without roles for its default: everyone reads, members with Manage Server request changes.';

export const addedAndRemovedSentence = 'Add a role or `remove` it, not both. Nothing was changed.';

export const bothScopesSentence =
  'Choose subaccounts or a site, not both: the pool takes only one of them.';

export const noNamesSentence =
  'No subaccount is named there. Name one or more, separated by commas, or leave the option out.';

export function unknownSubaccountsSentence(names: readonly string[]): string {
  const named = joinList(names.map((name) => code(name, 60)));
  return `The pool lists no subaccount called ${named}. Nothing was changed. Choose names from the list.`;
}

export function setAndClearedSentence(option: string): string {
  return `Set \`${option}\` or clear it, not both. Nothing was changed.`;
}

export function unknownTimeZoneSentence(typed: string): string {
  return `${code(typed, 60)} isn’t a known time zone. Choose one from the list, such as \`Europe/Oslo\` or \`America/Chicago\`.`;
}

export function disconnectQuestion(key: KeyInfo, confirmId: string, keepId: string): Reply {
  return cardReply({
    title: 'Disconnect this server?',
    tone: 'warning',
    lines: [
      `This deletes this server’s settings and the key ending in ${code(key.lastFour)}. At the pool, the key stays valid until you revoke it there.`,
      'While a rule needs a second person, the rules for confirming and for wrong checksums and the audit channel are kept. Removing the bot from the server deletes them too.',
      '**The daily posts stop, and their kept figures are deleted too:** up to 400 days, which the pool may no longer have. To save them first, use `/daily export`.',
    ],
    components: [
      buttonRow([dangerButton('Delete key and settings', confirmId), button('Keep them', keepId)]),
    ],
  });
}

/** `left`: the settings that are in force now. */
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

export function nothingDeletedReply(): Reply {
  return cardReply({ title: 'Kept', lines: ['Nothing was deleted.'], components: [] });
}
