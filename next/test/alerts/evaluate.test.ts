import { describe, expect, it } from 'vitest';
import { newAlert, type Alert, type PoolEvent, type Reading } from '../../src/alerts/alert.js';
import { evaluate, inBursts, type Moment, type State } from '../../src/alerts/evaluate.js';
import { silenceOf, type Rule } from '../../src/alerts/rule.js';
import { ADDRESS_CHANGED, HOUR, MINUTE, NOW, readingOf, ruleOf } from './support/alerts.js';

interface Step {
  readonly at: number;
  readonly what: Reading['verdict'] | 'missing' | 'not read';
  readonly moment?: Partial<Moment>;
}

/** One reading a minute, from one minute to another. */
const minutes = (from: number, to: number, rest: Omit<Step, 'at'>): Step[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ ...rest, at: from + index }));
const low = (from: number, to: number, moment: Partial<Moment> = {}) =>
  minutes(from, to, { what: 'breached', moment });
const good = (from: number, to: number, moment: Partial<Moment> = {}) =>
  minutes(from, to, { what: 'clear', moment });
const missing = (from: number, to: number, moment: Partial<Moment> = {}) =>
  minutes(from, to, { what: 'missing', moment });

function momentAt(at: number, rest: Partial<Moment> = {}): Moment {
  const usual = { isSilenced: false, isResting: false, gapMs: 4 * MINUTE, isAtOnce: false };
  return { now: NOW + at * MINUTE, ...usual, ...rest };
}

/** What people are told, as `minute kind`, and the alert at the end. */
function run(steps: readonly Step[], rule: Rule = ruleOf('hashrate')) {
  let state: State = { rule, alerts: [] };
  const told: string[] = [];
  for (const { at, what, moment } of steps) {
    const reading =
      what === 'not read' ? undefined : what === 'missing' ? null : readingOf(at, what);
    const next = evaluate(state, { reading }, momentAt(at, moment));
    told.push(
      ...next.tells.filter(({ kind }) => kind !== 'changed').map(({ kind }) => `${at} ${kind}`),
    );
    state = { rule: next.rule, alerts: next.alerts.filter(({ endedAt }) => endedAt === null) };
  }
  return { told, alert: state.alerts[0] ?? null, rule: state.rule };
}

function fired(alert: Alert | null): Alert {
  if (alert === null) throw new Error('Nothing fired');
  return alert;
}

const QUIET = ruleOf('hashrate', { remindMinutes: 0 });

describe('an alert', () => {
  it.each<[string, readonly Step[], readonly string[], Rule?]>([
    ['fires once its pending period is over', low(0, 12), ['10 fired']],
    ['tells nothing if it never fired', [...low(0, 9), ...good(10, 12)], []],
    ['begins anew after a gap', [...low(0, 5), ...low(20, 29)], []],
    [
      'fires at once without a pending period',
      low(0, 0),
      ['0 fired'],
      ruleOf('hashrate', { forMinutes: 0 }),
    ],
    [
      'ends after five minutes of good figures',
      [...low(0, 10), ...good(11, 16)],
      ['10 fired', '16 resolved'],
    ],
    [
      'stays one alert around its threshold',
      [
        ...low(0, 10),
        ...good(11, 14),
        ...minutes(15, 15, { what: 'near' }),
        ...good(16, 19),
        ...low(20, 21),
      ],
      ['10 fired'],
    ],
    [
      'counts good figures anew after a gap',
      [...low(0, 10), ...good(11, 13), ...good(30, 34)],
      ['10 fired'],
    ],
    [
      'never ends without figures',
      [...low(0, 10), ...good(11, 14), ...missing(15, 20), ...good(21, 25)],
      ['10 fired'],
    ],
    [
      'waits for the end of a silence',
      [...low(0, 30, { isSilenced: true }), ...low(31, 31)],
      ['31 fired'],
    ],
    [
      'is over unheard while silenced',
      [...low(0, 10), ...good(11, 20, { isSilenced: true })],
      ['10 fired'],
    ],
    [
      'is not judged while the pool rests',
      [...low(0, 10), ...good(11, 20, { isResting: true })],
      ['10 fired'],
    ],
  ])('%s', (_, steps, told, rule = QUIET) => expect(run(steps, rule).told).toEqual(told));

  it('keeps the figure furthest beyond the threshold', () => {
    let state: State = { rule: QUIET, alerts: [] };
    for (const [at, value] of ['75', '60', '70'].entries()) {
      const reading = readingOf(at, 'breached', { value });
      state = evaluate(state, { reading }, momentAt(at));
    }
    expect(state.alerts).toMatchObject([{ worst: '60', reading: { value: '70' } }]);
  });

  it('is edited only where it shows something else', () => {
    const { alert, rule } = run(low(0, 10));
    const state = { rule, alerts: alert === null ? [] : [alert] };
    const kinds = (value: string) =>
      evaluate(state, { reading: readingOf(11, 'breached', { value }) }, momentAt(11)).tells.map(
        ({ kind }) => kind,
      );
    expect([kinds('70'), kinds('69')]).toEqual([[], ['changed']]);
  });
});

describe('missing figures', () => {
  it.each<[string, readonly Step[], readonly string[]]>([
    [
      'are told of once after half an hour, and when they are back',
      [...missing(0, 90), ...good(91, 95)],
      ['30 no-data', '91 data-back'],
    ],
    [
      'are not told of where they were back before',
      [...missing(0, 29), ...good(30, 31), ...missing(32, 40)],
      [],
    ],
    ['are no news while the pool cannot be read', missing(0, 60, { isResting: true }), []],
  ])('%s', (_, steps, told) => expect(run(steps).told).toEqual(told));
});

describe('reminders', () => {
  it('come while nobody has it, each after twice the time, at most a day', () => {
    const { told } = run(low(0, 3 * 24 * 60));
    expect(told).toEqual([
      '10 fired',
      ...[70, 190, 430, 910, 1870, 3310].map((at) => `${at} reminder`),
    ]);
  });

  it('wait for the end of a silence', () => {
    const steps = [...low(0, 10), ...low(11, 90, { isSilenced: true }), ...low(91, 92)];
    expect(run(steps).told).toEqual(['10 fired', '91 reminder']);
  });

  it('come once to who has it, if it still fires after a day', () => {
    const { alert, rule } = run(low(0, 10));
    const at = NOW + 11 * MINUTE;
    const had = { ...fired(alert), acknowledged: { by: '302', at }, remindAt: at + 24 * HOUR };
    let state: State = { rule, alerts: [had] };
    const told: number[] = [];
    for (let minute = 12; minute < 4_000; minute++) {
      const next = evaluate(state, { reading: readingOf(minute) }, momentAt(minute));
      if (next.tells.some(({ kind }) => kind === 'reminder')) told.push(minute);
      state = next;
    }
    expect(told).toEqual([11 + 24 * 60]);
  });

  it('are those of the alert in whose message it was told', () => {
    const { alert, rule } = run(low(0, 10));
    const led = { ...fired(alert), burst: ['other', fired(alert).id] };
    const next = evaluate({ rule, alerts: [led] }, {}, momentAt(500));
    expect(next.tells).toEqual([]);
  });
});

describe('an event', () => {
  const rule = ruleOf('approval-waiting');
  const event: PoolEvent = { kind: 'approval', key: 'hall-1:0', title: 'T', lines: [] };
  const kinds = (state: State, at: number, isSilenced = false) =>
    evaluate(state, { events: [event] }, momentAt(at, { isSilenced }));

  it('is told once for its key, reminded of, and over after seven days', () => {
    const first = kinds({ rule, alerts: [] }, 0);
    expect(first.tells).toMatchObject([{ kind: 'fired' }]);
    expect(kinds(first, 1).tells).toEqual([]);
    const later = kinds(first, 60);
    expect(later.tells).toMatchObject([{ kind: 'reminder' }]);
    expect(kinds(later, 7 * 24 * 60).alerts).toMatchObject([{ phase: 'resolved' }]);
    expect(kinds({ ...later, alerts: [] }, 8 * 24 * 60).tells).toEqual([]);
  });

  it('waits for the end of a silence, and is told then', () => {
    const hidden = kinds({ rule, alerts: [] }, 0, true);
    expect(hidden.tells).toEqual([]);
    expect(kinds(hidden, 30).tells).toMatchObject([{ kind: 'fired' }]);
  });
});

describe('many alerts at once', () => {
  const fired = (total: number, part: (index: number) => Partial<Alert> = () => ({})) =>
    Array.from({ length: total }, (_, index) => {
      const alert = newAlert(ruleOf('hashrate'), { id: String(index), since: NOW });
      return { kind: 'fired', alert: { ...alert, ...part(index) } } as const;
    });

  it.each([
    [10, 10],
    [11, 1],
  ])('%i are told in %i messages', (total, messages) => {
    expect(inBursts(fired(total), () => '300').tells).toHaveLength(messages);
  });

  it('are told in the message of the gravest', () => {
    const tells = fired(12, (index) =>
      index === 3 ? { severity: 'critical' } : index === 7 ? { event: ADDRESS_CHANGED } : {},
    );
    const { tells: told, alerts } = inBursts(tells, () => '300');
    expect(told).toMatchObject([{ alert: { event: ADDRESS_CHANGED } }]);
    expect(new Set(alerts.map(({ burst }) => burst.join()))).toHaveProperty('size', 1);
  });
});

describe('a silence', () => {
  const silence = { guildId: '100', from: NOW, until: NOW + 48 * HOUR, by: '303', reason: null };
  const until = (rule: string | null, id: string, hours: number) =>
    silenceOf([{ ...silence, rule }], id, NOW + hours * HOUR)?.until ?? null;

  it.each([
    ['of all rules hides a rule to its end', null, 'k7m2p', 47, NOW + 48 * HOUR],
    ['hides changes at the pool for a day', null, 'elsewhere', 23, NOW + 24 * HOUR],
    ['hides changes at the pool no longer', null, 'elsewhere', 25, null],
    ['of another rule hides nothing', 'other', 'k7m2p', 1, null],
    ['that is planned hides nothing', null, 'k7m2p', -1, null],
  ])('%s', (_, rule, id, hours, expected) => expect(until(rule, id, hours)).toBe(expected));
});
