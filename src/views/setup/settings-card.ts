import type { GuildRules } from '../../domain/alerts/rule.js';
import type { ChangesState } from '../../domain/changes/state/state.js';
import type { Loosening } from '../../domain/changes/settings/loosening.js';
import { frozenLine } from '../changes/trail/freeze-replies.js';
import type { Reply } from '../../domain/messages/reply.js';
import { currencyTitle } from '../kit/reported-currency.js';
import { cardReply } from '../kit/card.js';
import { plural } from '../kit/figures.js';
import {
  looseningAskedSentence,
  looseningButtons,
  looseningLine,
} from '../audit/loosening-lines.js';
import { behindLine } from '../changes/trail/behind.js';
import { code, joinList, escapeMarkdown } from '../kit/text.js';
import { timestamp } from '../kit/times.js';
import { waitingTimeText } from '../../domain/time/duration-text.js';
import type { GuildSettings, KeyInfo } from '../../domain/guild/guild-settings.js';
import { MINUTE_MS } from '../../domain/time/units.js';

interface SettingsCardState {
  /** Just saved. */
  readonly changed?: boolean;
  readonly frozen?: ChangesState['frozen'];
  readonly behind?: ChangesState['behind'];
  /** The waiting loosening; if just saved, the part that has to wait. */
  readonly loosening?: Loosening | null;
  /** Just saved, which withdrew the loosening that was waiting. */
  readonly hasWithdrawn?: boolean;
  /** The person seeing the card. */
  readonly viewerId?: string;
  /** How long a change waits if the server sets nothing; missing = not shown. */
  readonly defaultWaitMs?: number;
  /** Where alerts go; missing = not shown. */
  readonly alerts?: GuildRules | null;
}

export function settingsReply(
  settings: GuildSettings,
  key: KeyInfo | null,
  now: SettingsCardState = {},
): Reply {
  const { changed = false, hasWithdrawn = false, defaultWaitMs, viewerId = null } = now;
  const { frozen = null, behind = null, loosening = null, alerts = null } = now;
  const { roles } = settings;
  return cardReply({
    title: titleOf(changed, loosening),
    tone: loosening !== null ? 'warning' : changed ? 'good' : 'neutral',
    lines: [
      changed && loosening !== null ? looseningAskedSentence(settings.auditChannelId) : null,
      loosening === null ? null : looseningLine(loosening),
      hasWithdrawn ? 'The looser rule that waited for another admin is withdrawn.' : null,
      key === null
        ? '**No API key connected.** An admin connects one with `/setup key`.'
        : keyLine(key),
      behind === null ? null : behindLine(behind),
      frozen === null ? null : frozenLine(frozen),
      '',
      setting('Currency', currencyTitle(settings.currency)),
      setting('Time zone', code(settings.timeZone)),
      setting('Figures of', scopeText(settings)),
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
    ...(loosening === null ? {} : { components: looseningButtons(loosening, viewerId) }),
  });
}

/** A line, because on a phone each field has a heading. */
function setting(name: string, value: string): string {
  return `**${name}:** ${value}`;
}

function scopeText({ siteId, siteName, subaccounts }: GuildSettings): string {
  const names = subaccounts.map((name) => escapeMarkdown(name, 40));
  const site =
    siteId === undefined ? 'all sites' : `site ${escapeMarkdown(siteName ?? siteId, 80)}`;
  return `${site}, ${names.length === 0 ? 'all subaccounts' : joinList(names, 20)}`;
}

function keyLine(key: KeyInfo): string {
  return key.isDamaged
    ? '⚠️ **The saved API key is damaged.** An admin connects it again with `/setup key`.'
    : `API key ending in ${code(key.lastFour)}, connected ${timestamp(key.connectedAt)} by <@${key.connectedBy}>`;
}

export function ruleLines({ approval, badChecksum }: GuildSettings): string[] {
  return [
    setting('Payment changes', ruleSentence(approval.payments)),
    setting('Other changes', ruleSentence(approval.others)),
    setting('New address with a wrong checksum', checksumSentence(badChecksum)),
  ];
}

export function auditLine({ auditChannelId }: GuildSettings): string {
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
  return loosening === null ? 'Settings saved' : 'A looser rule waits';
}

/** Admins could give themselves any role, so they have the roles' rights. */
const ADMINS = 'members with Manage Server';

/** Null if there is no role. */
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
  const usual =
    defaultMs === undefined
      ? 'as long as this bot’s default'
      : `${waitingTimeText(defaultMs / MINUTE_MS)} (this bot’s default)`;
  const rest = others === undefined ? usual : waitingTimeText(others);
  return `payment changes ${waitingTimeText(payments)}, other changes ${rest}`;
}

/** Discord doesn't tell a bot that its mention notified nobody. */
function pingSentence(roleId: string | undefined): string {
  return roleId === undefined
    ? 'nobody; `/setup roles` sets a role with its option `ping`'
    : `<@&${roleId}>, once it may be mentioned: turn on “Allow anyone to @mention this role”, or give the bot that permission`;
}
