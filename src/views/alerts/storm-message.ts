import { isOver, type Alert, type Tell } from '../../domain/alerts/alert.js';
import type { Rule } from '../../domain/alerts/rule.js';
import type { Reply } from '../../domain/messages/reply.js';
import { button, buttonRow } from '../kit/buttons.js';
import { cardReply } from '../kit/card.js';
import { plural } from '../kit/figures.js';
import { limitLines } from '../kit/text.js';
import { timestamp } from '../kit/times.js';
import { markOfTell } from './alert-buttons.js';
import { listedTitle } from './alert-card.js';

interface StormModel {
  readonly alerts: readonly Alert[];
  readonly ruleOf: (alert: Alert) => Rule | undefined;
  /** When it is drawn, in ms. */
  readonly now: number;
}

const MOST = 25;

/** Many alerts at once are one message with the list, which is edited as they go on. */
export function stormMessage(
  { alerts, ruleOf, now }: StormModel,
  tell: Pick<Tell, 'id' | 'alertId' | 'ruleId'>,
  roleId: string | undefined,
): Reply {
  const open = alerts.filter((alert) => !isOver(alert)).length;
  const title =
    open === 0
      ? `Over: ${plural(alerts.length, 'alert')} at once`
      : `Firing: ${open === alerts.length ? '' : `${open} of `}${plural(alerts.length, 'alert')} at once`;
  // Those that go on first, the newest of them on top.
  const inOrder = alerts.toSorted(
    (one, other) => Number(isOver(one)) - Number(isOver(other)) || other.since - one.since,
  );
  const lineOf = (alert: Alert) =>
    `• ${listedTitle(alert, ruleOf(alert))}, since ${timestamp(alert.since, 't')}`;
  const isElsewhere = alerts.some(({ condition }) => condition === 'changed-elsewhere');
  return cardReply({
    ...(roleId === undefined ? {} : { content: `<@&${roleId}> ${title}`, pings: roleId }),
    title,
    tone: open === 0 ? 'good' : 'bad',
    lines: [
      ...limitLines(inOrder, lineOf, { most: MOST, what: 'alerts' }),
      '',
      'So many at once often have one cause: power, network, or the pool. `/alerts list` shows each of them.',
      isElsewhere
        ? 'What each change made elsewhere was before and after is in the audit channel and in `/changes export`.'
        : null,
      `-# As of ${timestamp(now)}.`,
    ],
    components: [buttonRow([button('Show', markOfTell(tell))])],
  });
}
