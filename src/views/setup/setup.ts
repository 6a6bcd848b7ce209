import type { ChangesState } from '../../domain/changes/state.js';
import type { Loosening } from '../../domain/changes/loosening.js';
import { frozenLine } from '../changes/change-sentences.js';
import { ComponentType, TextInputStyle, type APIEmbed } from 'discord-api-types/v10';
import type { Modal, Reply } from '../../domain/messages/reply.js';
import { button, buttonRow, dangerButton } from '../kit/buttons.js';
import { card, field, wideField } from '../kit/card.js';
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
            'Tried with one harmless read, then kept sealed. Only its last four characters are shown.',
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

export function keySavedReply(key: KeyInfo, sees: KeySees | null): Reply {
  const saw =
    sees === null
      ? null
      : `It sees ${sees.areAll ? '' : 'at least '}**${plural(sees.subaccounts, 'subaccount')}** at **${plural(sees.sites, 'site')}**.`;
  return {
    embeds: [
      card({
        title: 'Connected',
        tone: 'good',
        lines: [
          `The key ending in ${code(key.lastFour)} was accepted by the pool and is kept sealed for this server.`,
          saw,
          'Next: set who may do what with `/setup roles`, then try `/summary`.',
          '-# This bot’s operator can read the keys it keeps. Give it a key with no more rights than it needs.',
        ],
      }),
    ],
  };
}

export const keyFormSentence =
  'That does not look like an API key: a key has 8 to 500 letters, digits and signs, without spaces, line breaks or accents. Nothing was sent or saved.';

export function keyNotSavedSentence(error: unknown, refused: boolean): string {
  return refused
    ? 'The pool did not accept this key. Nothing was saved; the key that was connected before, if any, is still in use.'
    : `The key could not be tried, so nothing was saved. ${failureSentence(error)}`;
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
}

function settingsCard(
  settings: GuildSettings,
  key: KeyInfo | null,
  { changed = false, frozen = null, behind = null, loosening = null, defaultWaitMs }: SettingsNow,
): APIEmbed {
  const { roles, approval } = settings;
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
    ],
    fields: [
      field('Currency', settings.currency),
      field('Time zone', code(settings.timeZone)),
      field(
        'Site',
        settings.siteId === undefined
          ? 'all'
          : escapeMarkdown(settings.siteName ?? settings.siteId, 80),
      ),
      wideField(
        'Subaccounts',
        settings.subaccounts.length === 0
          ? 'all'
          : joinList(
              settings.subaccounts.map((name) => escapeMarkdown(name, 40)),
              20,
            ),
      ),
      wideField(
        'May read',
        mentions(roles.viewer, ', and everyone with more rights') ??
          'everyone who may use the commands',
      ),
      wideField(
        'May ask for changes and confirm',
        mentions(roles.manager, `, and ${ADMINS}`) ?? ADMINS,
      ),
      wideField('May confirm, but not ask', mentions(roles.approver, '') ?? 'nobody else'),
      wideField('Payment changes', ruleSentence(approval.payments)),
      wideField('Other changes', ruleSentence(approval.others)),
      wideField('New address with a wrong checksum', checksumSentence(settings.badChecksum)),
      wideField(
        'Changes wait for their confirmation',
        waitsSentence(settings.waits, defaultWaitMs),
      ),
      wideField('Pinged for a second person', pingSentence(settings.pingRoleId)),
      wideField(
        'Audit channel',
        settings.auditChannelId === undefined ? 'none' : `<#${settings.auditChannelId}>`,
      ),
    ],
  });
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
    ? 'need a second person: never confirmed by the requester'
    : 'may be confirmed by the requester';
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
    ? 'nobody; `/setup roles ping` sets a role'
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
  '@everyone cannot be given a level. Leave a level without roles for its default: everyone reads, members with Manage Server ask for changes.';

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
  return `${code(typed, 60)} is no time zone that is known here. Choose one from the list, such as \`Europe/Oslo\` or \`America/Chicago\`.`;
}

export function disconnectQuestion(key: KeyInfo, confirmId: string, keepId: string): Reply {
  return {
    embeds: [
      card({
        title: 'Disconnect this server?',
        tone: 'warning',
        lines: [
          `The key ending in ${code(key.lastFour)} and the settings of this server are deleted here. At the pool the key stays valid until it is revoked there.`,
          'While a rule needs a second person, the rules for confirming and for wrong checksums and the audit channel stay. Removing the bot from the server deletes them too.',
          '**The daily posts stop, and the figures kept from them are deleted too:** up to 400 days, which the pool may not have any more. `/daily export` gives them as a file first.',
        ],
      }),
    ],
    components: [
      buttonRow([dangerButton('Delete key and settings', confirmId), button('Keep them', keepId)]),
    ],
  };
}

/** `left`: the settings that are in force now. */
export function disconnectedReply(had: boolean, left: GuildSettings): Reply {
  const line = had
    ? 'The key, the settings, the daily posts and the kept figures of this server are deleted. `/setup key` connects again.'
    : 'There was no key to delete; the settings, daily posts and kept figures are gone.';
  const { approval, badChecksum, auditChannelId } = left;
  const channel = auditChannelId === undefined ? 'none' : `<#${auditChannelId}>`;
  const fields = [
    wideField('Payment changes', ruleSentence(approval.payments)),
    wideField('Other changes', ruleSentence(approval.others)),
    wideField('New address with a wrong checksum', checksumSentence(badChecksum)),
    wideField('Audit channel', channel),
  ];
  const lines = [line, 'These rules are in force, also once it is connected again:'];
  return { embeds: [card({ title: 'Disconnected', tone: 'good', lines, fields })], components: [] };
}

export function nothingDeletedReply(): Reply {
  return { embeds: [card({ title: 'Kept', lines: ['Nothing was deleted.'] })], components: [] };
}
