import { NO_ALERTS, type Alert, type Tell } from '../../../src/domain/alerts/alert.js';
import type { AlertRule } from '../../../src/domain/alerts/rule.js';
import type { Reply } from '../../../src/domain/messages/reply.js';
import { alertsReply } from '../../../src/views/alerts/replies/alerts-list.js';
import { silenceChoices } from '../../../src/views/alerts/alert-buttons.js';
import type { AlertModel } from '../../../src/views/alerts/alert-card.js';
import {
  alertMessage,
  alertRefusedReply,
  dataMessage,
  reminderMessage,
  resolvedMessage,
} from '../../../src/views/alerts/alert-messages.js';
import {
  burstEnd,
  burstMessage,
  burstMore,
  burstReminder,
} from '../../../src/views/alerts/burst-message.js';

/** Messages of alerts in every state, for tests and people to look at. */

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 22, 3, 40);
const ROLE = '700000000000000001';

export function aRule(change: Partial<AlertRule> = {}): AlertRule {
  return {
    id: 'rate1',
    condition: 'hashrate',
    threshold: { unit: 'percent', value: '80' },
    forMinutes: 10,
    currency: 'BTC',
    roleId: ROLE,
    severity: 'warning',
    remindMinutes: 60,
    since: 0,
    setBy: '1',
    ...change,
  };
}

export function anAlert(change: Partial<Alert> = {}): Alert {
  return {
    id: 'rate1-m1abc',
    ruleId: 'rate1',
    condition: 'hashrate',
    phase: 'firing',
    since: NOW - 52 * MINUTE,
    seenAt: NOW,
    firedAt: NOW - 42 * MINUTE,
    value: '1423000000000000000',
    worst: '1221000000000000000',
    limit: '1600000000000000000',
    baseline: '2000000000000000000',
    readAt: NOW,
    reminders: 0,
    firedInDay: 1,
    revision: 3,
    shown: 0,
    shownAt: 0,
    ...change,
  };
}

export function aModel(change: Partial<AlertModel> = {}): AlertModel {
  const nothing = { silence: null, missingSince: null, chart: null };
  return { alert: anAlert(), rule: aRule(), ...nothing, ...change };
}

export function aTell(change: Partial<Tell> = {}): Tell {
  const own = { id: 'rate1-m1abc-firing', alertId: 'rate1-m1abc' };
  return { ...own, what: 'firing', ruleId: 'rate1', at: NOW, tries: 0, ...change };
}

function about(
  alert: Partial<Alert>,
  rule: Partial<AlertRule> = {},
  rest: Partial<AlertModel> = {},
) {
  const condition = rule.condition ?? 'hashrate';
  const model = aModel({
    ...rest,
    alert: anAlert({ condition, ...alert }),
    rule: aRule({ ...rule }),
  });
  return alertMessage(model, aTell(), model.rule?.roleId);
}

const acknowledged = { by: '400000000000000004', at: NOW - 30 * MINUTE };
const silence = {
  by: '400000000000000004',
  at: NOW,
  until: NOW + 120 * MINUTE,
  reason: 'transformer',
};
const ended = {
  phase: 'resolved',
  value: '1960000000000000000',
  clearSince: NOW - 5 * MINUTE,
  endedAt: NOW,
} as const;
const none = { value: undefined, worst: undefined, limit: undefined, baseline: undefined };
const contract = {
  contract_id: 'c-71',
  side: 'SELL',
  daily_hashrate_ph: '60',
  start_date: '2026-11-06',
  end_date: '2027-02-04',
  status: 'SETTLED',
};

export const MESSAGES: Readonly<Record<string, () => Reply>> = {
  firing: () => about({}),
  'firing, worse, of a site': () =>
    about(
      { value: '1221000000000000000' },
      { siteId: '7', siteName: 'Pecos *flats*', severity: 'critical' },
    ),
  acknowledged: () => about({ acknowledged }),
  silenced: () => about({}, {}, { silence }),
  recovering: () =>
    about({ phase: 'recovering', value: '1960000000000000000', clearSince: NOW - 2 * MINUTE }),
  'within the margin': () => about({ value: '1640000000000000000' }),
  'no data meanwhile': () => about({}, {}, { missingSince: NOW - 8 * MINUTE }),
  'fires often': () => about({ firedInDay: 7 }),
  resolved: () => about({ ...ended, acknowledged }),
  'its rule is gone': () =>
    alertMessage(
      aModel({ rule: undefined, alert: anAlert({ phase: 'closed', endedAt: NOW }) }),
      aTell(),
      undefined,
    ),
  'another API key': () => about({ ...ended, phase: 'closed', closedBy: 'other-key' }),
  test: () => about({}, {}, { isTest: true }),
  'a fixed hashrate': () =>
    about(
      { baseline: undefined },
      { threshold: { unit: 'hashrate', value: '1600000000000000000' } },
    ),
  'active miners': () =>
    about(
      { value: '3801', worst: '3799', limit: '4162.5', baseline: '4625' },
      { condition: 'active-miners', threshold: { unit: 'percent', value: '90' } },
    ),
  efficiency: () =>
    about(
      { value: '0.871', worst: '0.86', limit: '0.9', baseline: undefined },
      { condition: 'efficiency', threshold: { unit: 'percent', value: '90' } },
    ),
  'offline miners': () =>
    about(
      {
        value: '10',
        worst: '31',
        limit: '10',
        baseline: undefined,
        atLeast: true,
        sites: [
          { name: 'North_Ridge', count: 8 },
          { name: 'Harbor', count: 1 },
        ],
      },
      {
        condition: 'offline-miners',
        threshold: { unit: 'miners', value: '10' },
        currency: undefined,
      },
    ),
  'failing miners': () =>
    about(
      {
        value: '12',
        worst: '12',
        limit: '10',
        baseline: undefined,
        sites: [{ name: 'North_Ridge', count: 12 }],
      },
      {
        condition: 'failing-miners',
        threshold: { unit: 'miners', value: '10' },
        currency: undefined,
      },
    ),
  temperature: () =>
    about(
      { value: '91.5', worst: '93', limit: '85', baseline: undefined },
      {
        condition: 'temperature',
        threshold: { unit: 'celsius', value: '85' },
        currency: undefined,
      },
    ),
  revenue: () =>
    about(
      { value: '0.41', worst: '0.41', limit: '0.4655', baseline: '0.665' },
      { condition: 'revenue', threshold: { unit: 'percent', value: '70' } },
    ),
  margin: () =>
    about(
      { value: '-0.12', worst: '-0.2', limit: '0', baseline: undefined },
      { condition: 'margin', threshold: { unit: 'amount', value: '0' } },
    ),
  'approval waiting': () =>
    about(
      { value: '30.25', worst: '30.25', limit: '24', baseline: undefined, atLeast: true },
      { condition: 'approval-waiting', threshold: { unit: 'hours', value: '24' } },
    ),
  'the pool is away': () =>
    about(
      { ...none, value: '3', limit: '3' },
      { condition: 'pool', threshold: undefined, currency: undefined },
    ),
  'a contract settled': () =>
    about(
      {
        ...none,
        isEvent: true,
        facts: { kind: 'contract', contract, change: 'settled', before: 'ACTIVE' },
      },
      { condition: 'contracts', threshold: undefined, severity: 'info' },
      // What happened once neither grows nor ends with later figures, so this is not said.
      { missingSince: NOW - 8 * MINUTE },
    ),
  'a contract is new, and over': () =>
    about(
      {
        ...none,
        isEvent: true,
        phase: 'resolved',
        endedAt: NOW,
        acknowledged,
        facts: { kind: 'contract', contract, change: 'new' },
      },
      { condition: 'contracts', threshold: undefined, severity: 'info' },
    ),
  'an event of an unknown kind': () =>
    about(
      { ...none, isEvent: true, facts: { kind: 'odd' } },
      { condition: 'contracts', threshold: undefined },
    ),
  reminder: () =>
    reminderMessage(aModel(), {
      tell: aTell({ id: 'rate1-m1abc-reminder-1', what: 'reminder', at: NOW + 18 * MINUTE }),
      messageId: '5',
      roleId: '700000000000000002',
      now: NOW + 18 * MINUTE,
    }),
  'resolved, the reply': () =>
    resolvedMessage(aModel({ alert: anAlert({ ...ended, acknowledged }) }), {
      tell: aTell({ id: 'rate1-m1abc-resolved', what: 'resolved' }),
      messageId: '5',
    }),
  'no data': () =>
    dataMessage(
      aTell({
        id: 'rate1-no-data-1',
        alertId: undefined,
        what: 'no-data',
        since: NOW - 30 * MINUTE,
      }),
      aRule(),
    ),
  'data is back': () =>
    dataMessage(
      aTell({
        id: 'rate1-data-back-1',
        alertId: undefined,
        what: 'data-back',
        since: NOW - 47 * MINUTE,
      }),
      aRule(),
    ),
  'no data of some lists': () =>
    dataMessage(
      aTell({
        id: 'elsewhere-no-data-1',
        alertId: undefined,
        what: 'no-data',
        since: NOW - 30 * MINUTE,
      }),
      aRule({ condition: 'changed-elsewhere', threshold: undefined }),
    ),
  'all lists are back': () =>
    dataMessage(
      aTell({
        id: 'elsewhere-data-back-1',
        alertId: undefined,
        what: 'data-back',
        since: NOW - 47 * MINUTE,
      }),
      aRule({ condition: 'changed-elsewhere', threshold: undefined }),
    ),
  'many at once, a reminder': () =>
    burstReminder([anAlert(), anAlert({ since: NOW - 70 * MINUTE })], {
      tell: aTell({ what: 'reminder', alertId: 'many' }),
      roleId: ROLE,
      now: NOW,
    }),
  'many at once, and more': () =>
    burstMore([anAlert()], {
      tell: aTell({ what: 'more', alertId: 'many' }),
      roleId: ROLE,
      now: NOW,
    }),
  'many at once, over': () =>
    burstEnd([anAlert({ ...ended, acknowledged }), anAlert({ ...ended, endedAt: NOW })], {
      tell: aTell({ what: 'resolved', alertId: 'many' }),
    }),
  'many at once, over by another key': () =>
    burstEnd([anAlert(ended), anAlert({ ...ended, phase: 'closed', closedBy: 'other-key' })], {
      tell: aTell({ what: 'resolved', alertId: 'many' }),
    }),
  'many at once, closed by another key': () =>
    burstMessage(
      {
        alerts: ['rate1', 'rate2'].map((id) =>
          anAlert({ ...ended, id, phase: 'closed', closedBy: 'other-key' }),
        ),
        ruleOf: () => aRule(),
        now: NOW,
      },
      aTell({ what: 'storm', alertId: 'many' }),
      undefined,
    ),
  'the list, while conditions hold of which one is silenced': () =>
    alertsReply({
      guildId: '100000000000000001',
      rules: { rules: [aRule(), aRule({ id: 'rate2' })] },
      state: {
        ...NO_ALERTS,
        alerts: ['a', 'b', 'c'].map((id) =>
          anAlert({ id, phase: 'pending', ruleId: id === 'a' ? 'rate2' : 'rate1' }),
        ),
        rules: {
          rate2: {
            silence: { until: NOW + 60 * MINUTE, by: '1', at: NOW },
            fired: [],
            happened: [],
          },
        },
      },
      past: { alerts: [], dropped: 0 },
      days: 30,
      now: NOW,
      acknowledgeId: null,
    }),
  'many at once, acknowledged': () =>
    burstMessage(
      {
        alerts: [anAlert({ acknowledged }), anAlert({ id: 'rate2', acknowledged })],
        ruleOf: () => aRule(),
        now: NOW,
      },
      aTell({ what: 'storm', alertId: 'many' }),
      ROLE,
    ),
  storm: () =>
    burstMessage(
      {
        alerts: Array.from({ length: 12 }, (_, index) =>
          anAlert({
            id: `rate${index}`,
            since: NOW - index * MINUTE,
            ...(index % 4 === 0 ? ended : {}),
          }),
        ),
        ruleOf: ({ id }) =>
          id === 'rate3' ? aRule({ siteId: '7', siteName: 'North Ridge' }) : aRule(),
        now: NOW,
      },
      aTell({ id: 'storm-x', what: 'storm', alertId: 'x' }),
      ROLE,
    ),
  'a channel refuses': () =>
    alertRefusedReply('900000000000000001', anAlert(), 'The bot may not post in the channel.'),
  'a channel refuses a change made elsewhere': () =>
    alertRefusedReply(
      '900000000000000001',
      anAlert({ condition: 'changed-elsewhere' }),
      'The bot may not post in the channel.',
    ),
  'choices of silence': () => silenceChoices('rate1-m1abc', false),
  'choices of silence for changes made elsewhere': () => silenceChoices('rate1-m1abc', true),
};
