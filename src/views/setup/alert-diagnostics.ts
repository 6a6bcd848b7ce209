import { noteOf, type GuildAlerts } from '../../domain/alerts/alert.js';
import type { GuildRules, AlertRule } from '../../domain/alerts/rule.js';
import { ruleName } from '../alerts/alert-figures.js';
import { ruleStateText } from '../alerts/replies/rule-text.js';
import { postableDetail, type MissingPermissions } from '../kit/channel-permissions.js';
import { code, escapeMarkdown, joinList } from '../kit/text.js';
import { timestamp } from '../kit/times.js';
import { unheardText, type Diagnostic } from './diagnostics.js';

/** Findings about alert rules. */

export const noAlertRule: Diagnostic = {
  what: 'Alerts',
  state: 'skipped',
  detail: 'no rule is set; `/alerts add` sets one',
};

/** `channel`: null if Discord can't tell. */
export function builtInAlertsFinding(
  place: { readonly channelId: string; readonly channel: MissingPermissions } | null,
): Diagnostic {
  const what = 'Alerts that are always on';
  if (place === null)
    return {
      what,
      state: 'warning',
      detail:
        'changes made elsewhere and a pool that can’t be read are posted nowhere; only `/alerts list` and `/summary` show them. `/alerts channel` sets a channel',
    };
  const where = `in <#${place.channelId}>`;
  return place.channel?.length === 0
    ? { what, state: 'ok', detail: `told ${where}` }
    : { what, state: 'failed', detail: `${where} · ${postableDetail(place.channel)}` };
}

/** `since`: when the server was last looked at, or should have been, in ms. */
export function unwatchedFinding(since: number): Diagnostic {
  return {
    what: 'Watch',
    state: 'failed',
    detail: `nobody has looked at this server’s pool since ${timestamp(since)}, so no alert can begin or end. The bot’s operator finds the reason in its log.`,
  };
}

interface FindingParts {
  readonly rules: GuildRules;
  readonly state: GuildAlerts;
  readonly now: number;
  /** `none` = posted nowhere. */
  readonly channel: MissingPermissions | 'none';
  /** Roles whose mention would notify nobody. */
  readonly unheard: readonly string[];
  readonly hasSite: boolean;
}

export function alertFinding(rule: AlertRule, parts: FindingParts): Diagnostic {
  const { rules, state, now, channel, unheard, hasSite } = parts;
  const channelId = rule.channelId ?? rules.channelId;
  const isPostable = channel !== 'none' && channel?.length === 0;
  const refused = state.tells.find((tell) => tell.ruleId === rule.id && tell.tries > 0);
  const isMissing = noteOf(state, rule.id).missing !== undefined;
  const problems = [
    channel === 'none'
      ? 'it has no channel; `/alerts channel` sets one for all'
      : isPostable
        ? null
        : postableDetail(channel),
    unheard.length === 0 ? null : unheardText(joinList(unheard.map((id) => `<@&${id}>`)), 'there'),
    hasSite
      ? null
      : `the pool lists no site ${escapeMarkdown(rule.siteName ?? rule.siteId ?? '', 60)} any more`,
    refused === undefined
      ? null
      : `a message could not be posted since ${timestamp(refused.at)}, and is tried again${refused.until === undefined ? '' : ` ${timestamp(refused.until, 'R')}`}`,
  ].filter((problem) => problem !== null);
  const where =
    channelId === undefined ? [] : [`${isPostable ? 'can post ' : ''}in <#${channelId}>`];
  return {
    what: `Alert ${code(rule.id)} ${ruleName(rule)}`,
    state: problems.length > 0 ? 'failed' : isMissing ? 'warning' : 'ok',
    detail: [...where, ...problems, ruleStateText(rule, { state, now })].join(' · '),
  };
}
