import type { Context } from '../../src/command.js';
import { rulesInForce, type AlertRule } from '../../src/domain/alerts/rule.js';
import { toResult } from '../../src/domain/errors/result.js';
import {
  alertFinding,
  builtInAlertsFinding,
  noAlertRule,
} from '../../src/views/setup/alert-diagnostics.js';
import type { Diagnostic } from '../../src/views/setup/diagnostics.js';
import { rulesWithoutSite } from '../alerts/rules.js';
import { postable } from '../shared/channel-access.js';

/** Checks where each rule posts, whom it mentions, and its state. */
export async function checkAlerts(
  context: Context,
  isConnected: boolean,
): Promise<readonly Diagnostic[]> {
  const { alerts, guildId, clock, settings } = context;
  const [rules, state] = await Promise.all([alerts.rules(guildId), alerts.state(guildId)]);
  const withoutSite = isConnected ? await rulesWithoutSite(rules, context) : new Set<string>();
  const channelOf = (rule: AlertRule) => rule.channelId ?? rules.channelId;
  // Query each channel once, however many rules post there.
  const place = rules.channelId ?? settings.auditChannelId;
  const wanted = [place, ...rules.rules.map(channelOf)];
  const ids = [...new Set(wanted.filter((id) => id !== undefined))];
  const channels = new Map(
    await Promise.all(ids.map(async (id) => [id, await postable(id, context)] as const)),
  );
  const findings = await Promise.all(
    rules.rules.map(async (rule) => {
      const channelId = channelOf(rule);
      return alertFinding(rule, {
        rules,
        state,
        now: clock.now(),
        channel: channelId === undefined ? 'none' : (channels.get(channelId) ?? null),
        unheard: channelId === undefined ? [] : await unheardRoles(rule, channelId, context),
        hasSite: !withoutSite.has(rule.id),
      });
    }),
  );
  const builtIn = rulesInForce(rules).find(({ setBy }) => setBy === 'pitboss');
  const told =
    place === undefined ? null : { channelId: place, channel: channels.get(place) ?? null };
  return [
    ...(rules.rules.length === 0 ? [noAlertRule] : findings),
    ...(builtIn === undefined || !isConnected ? [] : [builtInAlertsFinding(told)]),
  ];
}

/** Roles whose mention there would notify nobody; none if Discord doesn't say. */
async function unheardRoles(
  { roleId, secondRoleId }: AlertRule,
  channelId: string,
  { deployment, guildId }: Context,
): Promise<readonly string[]> {
  const roles = [roleId, secondRoleId].filter((id) => id !== undefined);
  const heard = await Promise.all(
    roles.map((id) => toResult(deployment.mentionOf(id, channelId, guildId))),
  );
  return roles.filter((_, each) => {
    const answer = heard[each];
    return answer?.ok === true && answer.value !== 'heard';
  });
}
