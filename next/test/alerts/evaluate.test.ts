import { describe, expect, it } from 'vitest';
import type { Alert, AlertEvent, Reading } from '../../src/alerts/alert.js';
import { inBursts } from '../../src/alerts/evaluate/bursts.js';
import { evaluateEvents, type EventsState } from '../../src/alerts/evaluate/evaluate-events.js';
import { evaluate } from '../../src/alerts/evaluate/evaluate.js';
import { fire, newAlert } from '../../src/alerts/evaluate/fire.js';
import type { Evaluated, Moment, RuleState } from '../../src/alerts/evaluate/state.js';
import { silencedUntil } from '../../src/alerts/silences.js';
import { aMoment, aReading, aRule, HOUR, MINUTE, NOW } from './support/samples.js';

type Rest = readonly [
  what: Reading['verdict'] | 'missing' | 'not read',
  rest?: Partial<Moment> & { value?: string },
];
type Step = readonly [minute: number, ...Rest];

/** Looks at a rule minute after minute; what people are told, as `minute kind`. */
function walk(steps: readonly Step[], rule = aRule('hashrate')) {
  let state: Evaluated = { rule, alert: null, tells: [] };
  const told: string[] = [];
  for (const [minute, what, { value, ...rest } = {}] of steps) {
    const before = over(state);
    state = evaluate(before, readingOf(minute, what, value), aMoment(minute, rest));
    told.push(...state.tells.map(({ kind }) => `${minute} ${kind}`));
  }
  return { ...state, told };
}

/** Without an alert that has ended, as the watch reads it from the store. */
function over({ rule, alert }: Evaluated): RuleState {
  return { rule, alert: alert?.endedAt === null ? alert : null };
}

function readingOf(minute: number, what: Rest[0], value?: string) {
  if (what === 'missing') return null;
  return what === 'not read' ? undefined : aReading(minute, what, value);
}

/** Every minute, both included. */
function minutes(from: number, to: number, ...what: Rest): Step[] {
  return Array.from({ length: to - from + 1 }, (_, index) => [from + index, ...what]);
}

const firing = minutes(0, 10, 'breached');
const told = (steps: readonly Step[], rule = aRule('hashrate')) => walk(steps, rule).told;

describe('an alert', () => {
  it('fires once its pending period is over', () => {
    expect(told(minutes(0, 9, 'breached'))).toEqual([]);
    expect(told(firing)).toEqual(['10 fired']);
    expect(walk(firing).alert).toMatchObject({ since: NOW, firedAt: NOW + 10 * MINUTE });
  });

  it('leaves no trace if it never fired', () => {
    expect(walk([...minutes(0, 9, 'breached'), [10, 'near']]).alert).toBe(null);
  });

  it('begins anew after a gap, because readings say nothing of the time between', () => {
    const { alert, told } = walk([
      [0, 'breached'],
      [5, 'breached'],
      [10, 'breached'],
    ]);
    expect(told).toEqual([]);
    expect(alert?.since).toBe(NOW + 10 * MINUTE);
  });

  it('fires though its readings are far apart, where reads take turns', () => {
    const apart: Step[] = [0, 6, 12].map((minute) => [minute, 'breached', { gapMs: 7 * MINUTE }]);
    expect(told(apart)).toEqual(['12 fired']);
  });

  it('fires at the first reading where there is no pending period', () => {
    expect(told([[0, 'breached']], aRule('hashrate', { forMinutes: 0 }))).toEqual(['0 fired']);
    expect(told([[0, 'breached', { isAtOnce: true }]])).toEqual(['0 fired']);
  });

  it('ends after five minutes of good figures', () => {
    const { told, alert } = walk([...firing, ...minutes(11, 16, 'clear')]);
    expect(told).toEqual(['10 fired', '11 changed', '16 resolved']);
    expect(alert).toMatchObject({ phase: 'resolved', clearSince: NOW + 11 * MINUTE });
  });

  it('does not end within the margin, and stays one alert around its threshold', () => {
    const around = minutes(11, 60, 'near').map(([minute], index): Step => {
      const what = (['clear', 'near', 'breached', 'clear'] as const)[index % 4];
      return [minute, what ?? 'near'];
    });
    const { told, alert } = walk([...firing, ...around]);
    expect(alert?.phase).not.toBe('resolved');
    expect(told.filter((each) => each.endsWith('fired'))).toHaveLength(1);
  });

  it('counts good figures anew after a gap', () => {
    const steps: Step[] = [...firing, [11, 'clear'], [16, 'clear'], [20, 'clear'], [21, 'clear']];
    expect(walk(steps).alert?.phase).toBe('resolved');
    expect(walk(steps.slice(0, -1)).alert?.phase).toBe('recovering');
  });

  it('never ends without figures', () => {
    const { alert } = walk([...firing, [11, 'clear'], ...minutes(12, 20, 'missing')]);
    expect(alert).toMatchObject({ phase: 'firing', clearSince: null });
  });

  it('keeps the figure furthest beyond the threshold', () => {
    const worse: Step[] = [
      [11, 'breached', { value: '55' }],
      [12, 'breached', { value: '60' }],
    ];
    expect(walk([...firing, ...worse]).alert?.worst).toBe('55');
    const hotter: Step[] = [
      [0, 'breached', { value: '91' }],
      [1, 'breached', { value: '88' }],
    ];
    expect(walk(hotter, aRule('temperature')).alert?.worst).toBe('91');
  });

  it('is edited only where it shows something else', () => {
    const steps: Step[] = [...firing, [11, 'breached'], [12, 'breached', { value: '65' }]];
    expect(told(steps)).toEqual(['10 fired', '12 changed']);
  });

  it('is not changed by the same reading again', () => {
    const { rule, alert } = walk([...firing, [11, 'clear']]);
    const again = evaluate({ rule, alert }, aReading(11, 'clear'), aMoment(12));
    expect(again).toEqual({ rule, alert, tells: [] });
    expect(again.alert).toBe(alert);
  });

  it('says how often its rule fired within a day', () => {
    const once = [...firing, ...minutes(11, 16, 'clear')];
    const twice = once.map(([minute, what]): Step => [minute + 60, what]);
    expect(walk([...once, ...twice.slice(0, 11)]).alert?.firedInDay).toBe(2);
    const aDayLater = once.map(([minute, what]): Step => [minute + 1_441, what]);
    expect(walk([...once, ...aDayLater.slice(0, 11)]).alert?.firedInDay).toBe(1);
  });
});

describe('a silence', () => {
  const silenced = { isSilenced: true };

  it('keeps an alert pending, which fires at its end if it still holds', () => {
    const held = minutes(0, 30, 'breached', silenced);
    expect(told(held)).toEqual([]);
    expect(told([...held, [31, 'breached']])).toEqual(['31 fired']);
    expect(told([...held, [31, 'clear']])).toEqual([]);
  });

  it('hides that an alert is over, but its message says so', () => {
    const over = minutes(11, 16, 'clear', silenced);
    expect(told([...firing, ...over])).toEqual(['10 fired', '11 changed', '16 changed']);
  });

  it('of all rules hides changes at the pool for a day only', () => {
    const [from, until] = [NOW, NOW + 72 * HOUR];
    const all = { guildId: '1000', rule: null, from, until, by: '201', reason: null };
    const later = NOW + 25 * HOUR;
    expect(silencedUntil([all], 'k7m2p', later)).toBe(until);
    expect(silencedUntil([all], 'elsewhere', later)).toBe(null);
    expect(silencedUntil([all], 'elsewhere', NOW)).toBe(NOW + 24 * HOUR);
  });

  it('that is planned, or of another rule, hides nothing', () => {
    const one = {
      guildId: '1000',
      rule: 'k7m2p',
      from: NOW + 1,
      until: NOW + 2,
      by: '1',
      reason: null,
    };
    expect(silencedUntil([one], 'k7m2p', NOW)).toBe(null);
    expect(silencedUntil([one], 'fppww', NOW + 1)).toBe(null);
    expect(silencedUntil([one], 'k7m2p', NOW + 1)).toBe(NOW + 2);
  });
});

describe('missing figures', () => {
  it('are told once after half an hour, and when they are back', () => {
    const { told, rule } = walk([...minutes(0, 90, 'missing'), [91, 'clear']]);
    expect(told).toEqual(['30 no-data', '91 data-back']);
    expect(rule.note.missing).toBe(null);
  });

  it('are not told of where they were back before', () => {
    expect(
      told([...minutes(0, 29, 'missing'), [30, 'clear'], ...minutes(31, 59, 'missing')]),
    ).toEqual([]);
  });

  it('change the message of an open alert', () => {
    const missing = minutes(11, 42, 'missing');
    expect(told([...firing, ...missing])).toEqual(['10 fired', '41 no-data', '41 changed']);
  });

  it('are no news while the pool itself cannot be read', () => {
    const resting = minutes(0, 60, 'missing', { isResting: true });
    expect(told(resting)).toEqual([]);
  });
});

describe('reminders', () => {
  const reminders = (steps: readonly Step[], rule = aRule('hashrate')) =>
    told([...firing, ...steps], rule).filter((each) => each.endsWith('reminder'));

  it('come while nobody has it, each after twice the time, at most a day', () => {
    expect(reminders(minutes(11, 1_000, 'breached'))).toEqual([
      '70 reminder',
      '190 reminder',
      '430 reminder',
      '910 reminder',
    ]);
    const half = aRule('hashrate', { remindMinutes: 720 });
    const days = minutes(11, 4_400, 'breached');
    expect(reminders(days, half)).toEqual(['730 reminder', '2170 reminder', '3610 reminder']);
  });

  it('wait for the end of a silence', () => {
    const silenced = minutes(11, 80, 'breached', { isSilenced: true });
    expect(reminders([...silenced, [81, 'breached']])).toEqual(['81 reminder']);
  });

  it('do not come where the rule has none, or it recovers', () => {
    expect(
      reminders(minutes(11, 300, 'breached'), aRule('hashrate', { remindMinutes: 0 })),
    ).toEqual([]);
    expect(reminders([...minutes(11, 69, 'breached'), [70, 'clear']])).toEqual([]);
  });

  it('come though nothing was read', () => {
    expect(reminders([[70, 'not read']])).toEqual(['70 reminder']);
  });

  it('come once to who has it, if it still fires after a day', () => {
    const { rule, alert } = walk(firing);
    const at = NOW + 11 * MINUTE;
    let state: RuleState = {
      rule,
      alert: alert && { ...alert, acknowledged: { by: '202', at }, remindAt: at + 24 * HOUR },
    };
    const kinds: string[] = [];
    for (let minute = 12; minute < 3 * 1_440; minute++) {
      const next = evaluate(state, aReading(minute, 'breached'), aMoment(minute));
      kinds.push(...next.tells.map(({ kind }) => `${minute} ${kind}`));
      state = over(next);
    }
    expect(kinds).toEqual([`${11 + 1_440} reminder`]);
  });

  it('are those of the alert in whose message it was told', () => {
    const { rule, alert } = walk(firing);
    const other = alert && { ...alert, toldBy: 'other' };
    expect(evaluate({ rule, alert: other }, undefined, aMoment(70)).tells).toEqual([]);
  });
});

describe('an event', () => {
  const contract = (key: string): AlertEvent => ({
    kind: 'contract',
    key,
    name: 'SELL 60 PH/s',
    before: null,
    after: 'ACTIVE',
  });
  const rule = aRule('contracts');
  const step = (state: EventsState, events: readonly AlertEvent[] | null, moment: Moment) =>
    evaluateEvents(state, events, moment);
  const kinds = ({ tells }: { tells: readonly { kind: string }[] }) =>
    tells.map(({ kind }) => kind);

  it('is told once for its key', () => {
    const first = step(
      { rule, alerts: [] },
      [contract('a'), contract('b'), contract('a')],
      aMoment(0),
    );
    expect(kinds(first)).toEqual(['fired', 'fired']);
    expect(first.news).toHaveLength(2);
    const again = step(first, [contract('b'), contract('c')], aMoment(1));
    expect(again.tells).toMatchObject([{ kind: 'fired', alert: { event: { key: 'c' } } }]);
  });

  it('waits for the end of a silence, and is told then', () => {
    const silenced = step({ rule, alerts: [] }, [contract('a')], aMoment(0, { isSilenced: true }));
    expect(kinds(silenced)).toEqual([]);
    expect(silenced.alerts).toMatchObject([{ phase: 'pending' }]);
    expect(kinds(step(silenced, [], aMoment(1)))).toEqual(['fired']);
  });

  it('is reminded of, and over after seven days', () => {
    const first = step({ rule, alerts: [] }, [contract('a')], aMoment(0));
    expect(kinds(step(first, [], aMoment(60)))).toEqual(['reminder']);
    const week = step(first, [], aMoment(7 * 1_440));
    expect(kinds(week)).toEqual(['changed']);
    expect(week.alerts).toMatchObject([{ phase: 'resolved', endedAt: NOW + 168 * HOUR }]);
  });

  it('says so once where its list cannot be read', () => {
    let state: EventsState = { rule, alerts: [] };
    const told: string[] = [];
    for (let minute = 0; minute <= 60; minute++) {
      const next = step(state, null, aMoment(minute));
      told.push(...kinds(next));
      state = next;
    }
    expect(told).toEqual(['no-data']);
    expect(kinds(step(state, [], aMoment(61)))).toEqual(['data-back']);
  });
});

describe('many alerts at once', () => {
  const fired = (count: number, rest: Partial<Alert> = {}) =>
    Array.from({ length: count }, (_, index) => {
      const rule = aRule('hashrate', { id: `rule${index}` });
      const alert = { ...newAlert(rule, { id: 'x', since: NOW }), ...rest };
      return fire(rule, alert, { now: NOW }).tells;
    }).flat();

  it('are one message from eleven on', () => {
    expect(inBursts(fired(10)).tells).toHaveLength(10);
    const { tells, alerts } = inBursts(fired(11));
    expect(tells).toHaveLength(1);
    expect(tells).toMatchObject([{ kind: 'fired', alert: { burst: { length: 10 } } }]);
    expect(alerts.filter(({ toldBy }) => toldBy !== null)).toHaveLength(10);
  });

  it('are led by the gravest', () => {
    const grave = fired(1, { severity: 'critical' });
    const { tells } = inBursts([...fired(11), ...grave]);
    expect(tells).toMatchObject([{ alert: { severity: 'critical' } }]);
  });
});
