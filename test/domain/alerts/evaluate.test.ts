import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  guildAlerts,
  NO_ALERTS,
  silencedUntil,
  type GuildAlerts,
  type Tell,
} from '../../../src/domain/alerts/alert.js';
import { acknowledge, setSilence } from '../../../src/domain/alerts/acknowledge-and-silence.js';
import { evaluate } from '../../../src/domain/alerts/evaluate/evaluate.js';
import { evaluateEvents } from '../../../src/domain/alerts/evaluate/evaluate-events.js';
import { openAlertOf } from '../../../src/domain/alerts/evaluate/edit-state.js';
import type { Reading } from '../../../src/domain/alerts/reading.js';
import {
  EXTERNAL_CHANGES_RULE_ID,
  rulesInForce,
  type AlertRule,
} from '../../../src/domain/alerts/rule.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 0, 1);

const HASHRATE: AlertRule = {
  id: 'rate1',
  condition: 'hashrate',
  threshold: { unit: 'percent', value: '80' },
  forMinutes: 10,
  severity: 'warning',
  remindMinutes: 60,
  since: START,
  setBy: '1',
};

type Verdict = Reading['verdict'] | null;

function reading(verdict: NonNullable<Verdict>, at: number): Reading {
  const value = { breached: '70', near: '82', clear: '100' }[verdict];
  return { at, verdict, value, limit: '80' };
}

/** Judges one reading a minute, from the start. */
function run(
  states: readonly Verdict[],
  rule = HASHRATE,
  { from = START, after = (state: GuildAlerts) => state } = {},
) {
  let state: GuildAlerts = NO_ALERTS;
  states.forEach((verdict, minute) => {
    const now = from + minute * MINUTE;
    state = evaluate(state, rule, {
      reading: verdict === null ? null : reading(verdict, now),
      now,
      isSuppressed: false,
    });
    state = after(state);
  });
  return state;
}

const times = (count: number, verdict: Verdict): Verdict[] =>
  Array.from({ length: count }, () => verdict);
const whats = ({ tells }: GuildAlerts) => tells.map(({ what }) => what);

test('a change made elsewhere stays open for a week, until somebody has seen it', () => {
  const rule =
    rulesInForce({ rules: [] }).find(({ id }) => id === EXTERNAL_CHANGES_RULE_ID) ?? HASHRATE;
  const at = START;
  const told = evaluateEvents(NO_ALERTS, rule, {
    events: [{ key: 'found', at, facts: {} }],
    now: at,
    isSuppressed: false,
  });
  const phaseAfter = (hours: number, from = told) =>
    evaluateEvents(from, rule, { events: [], now: at + hours * HOUR, isSuppressed: false })
      .alerts[0]?.phase;
  expect([0, 23, 30, 7 * 24 - 1].map((hours) => phaseAfter(hours))).toEqual(
    Array.from({ length: 4 }, () => 'firing'),
  );
  expect(phaseAfter(7 * 24)).toBe('resolved');
  const seen = acknowledge(told, told.alerts[0]?.id ?? '', { by: '7', at }) ?? NO_ALERTS;
  expect(phaseAfter(1, seen)).toBe('resolved');
});

describe('an alert', () => {
  test('fires when its condition has held for as long as the rule says, not a minute before', () => {
    expect(whats(run(times(10, 'breached')))).toEqual([]);
    expect(whats(run(times(11, 'breached')))).toEqual(['firing']);
  });

  test('begins anew after one figure that was not beyond the threshold', () => {
    expect(whats(run([...times(9, 'breached'), 'near', ...times(10, 'breached')]))).toEqual([]);
  });

  test('ends once every figure was clear for five minutes', () => {
    const firing = times(11, 'breached');
    expect(whats(run([...firing, ...times(5, 'clear')]))).toEqual(['firing']);
    expect(whats(run([...firing, ...times(6, 'clear')]))).toEqual(['firing', 'resolved']);
  });

  test('is not over after clear figures with a gap in them', () => {
    const gap = [...times(11, 'breached'), ...times(3, 'clear'), null, ...times(5, 'clear')];
    expect(whats(run(gap))).toEqual(['firing']);
    expect(whats(run([...gap, 'clear']))).toEqual(['firing', 'resolved']);
  });

  test('goes on while figures are within the margin', () => {
    const state = run([...times(11, 'breached'), ...times(30, 'near')]);
    expect(openAlertOf(state, HASHRATE)?.phase).toBe('firing');
  });

  test('neither fires nor ends without data, which is told once after 30 minutes', () => {
    const gap = times(90, null);
    expect(whats(run([...times(10, 'breached'), ...gap]))).toEqual(['no-data']);
    const firing = [...times(11, 'breached'), ...times(3, 'clear'), ...gap] as const;
    // Nobody is reminded of something unknown.
    expect(whats(run(firing))).toEqual(['firing', 'no-data']);
    const back = run([...firing, ...times(3, 'clear')]);
    expect(whats(back).at(-1)).toBe('data-back');
    expect(openAlertOf(back, HASHRATE)?.phase).toBe('recovering');
  });

  test('takes no figure from before the gap for the end of it', () => {
    const gap = run(times(40, null));
    expect(whats(gap)).toEqual(['no-data']);
    const now = START + 41 * MINUTE;
    const judged = (at: number) =>
      evaluate(gap, HASHRATE, { reading: reading('breached', at), now, isSuppressed: false });
    expect(judged(START - MINUTE)).toBe(gap);
    expect(whats(judged(now))).toEqual(['no-data', 'data-back']);
  });

  test('keeps its worst figure, and what was read last', () => {
    const rates = ['70', '60.5', '9', '75'];
    let state: GuildAlerts = NO_ALERTS;
    rates.forEach((value, minute) => {
      const now = START + minute * MINUTE;
      const seen = { ...reading('breached', now), value };
      state = evaluate(state, HASHRATE, { reading: seen, now, isSuppressed: false });
    });
    expect(openAlertOf(state, HASHRATE)).toMatchObject({ worst: '9', value: '75' });
  });

  test('reminds after an hour and then at twice the gap, until somebody has it', () => {
    const posted: Tell[] = [];
    const after = (state: GuildAlerts) => {
      posted.push(...state.tells);
      return { ...state, tells: [] };
    };
    run(times(11 + 60 + 120 + 239, 'breached'), HASHRATE, { after });
    const hours = posted.map(({ at }) => (at - START - 10 * MINUTE) / HOUR);
    expect(posted.map(({ what }) => what)).toEqual(['firing', 'reminder', 'reminder']);
    expect(hours).toEqual([0, 1, 3]);
    // What couldn't be posted for so long needs no additional reminders.
    expect(whats(run(times(11 + 60 + 120 + 239, 'breached')))).toEqual(['firing']);
    const firing = run(times(11, 'breached'));
    const id = firing.alerts[0]?.id ?? '';
    let held = acknowledge(firing, id, { by: '7', at: START }) ?? NO_ALERTS;
    for (let minute = 11; minute < 600; minute++) {
      const now = START + minute * MINUTE;
      held = evaluate(held, HASHRATE, {
        reading: reading('breached', now),
        now,
        isSuppressed: false,
      });
    }
    expect(whats(held)).toEqual(['firing']);
    expect(acknowledge(held, id, { by: '8', at: START })).toBeNull();
  });

  test.each([
    ['without reminders', 0],
    ['with a longer gap', 600],
  ])('reminds by its rule as it is now, though it fired under one %s', (_, remindMinutes) => {
    const fired = run(times(11, 'breached'), { ...HASHRATE, remindMinutes });
    let state: GuildAlerts = { ...fired, tells: [] };
    const reminders: number[] = [];
    for (let minute = 11; minute < 30; minute++) {
      const now = START + minute * MINUTE;
      const rule = { ...HASHRATE, remindMinutes: 5 };
      state = evaluate(state, rule, {
        reading: reading('breached', now),
        now,
        isSuppressed: false,
      });
      reminders.push(...state.tells.map(() => minute));
      state = { ...state, tells: [] };
    }
    expect(reminders).toEqual([16, 26]);
  });

  test('of one figure a day fires on the first, and ends with the next good one', () => {
    const revenue: AlertRule = { ...HASHRATE, condition: 'revenue', forMinutes: 0 };
    const day = 24 * HOUR;
    const states = (['breached', 'clear'] as const).map((verdict, index) => ({
      verdict,
      now: START + index * day,
    }));
    let state: GuildAlerts = NO_ALERTS;
    for (const { verdict, now } of states)
      state = evaluate(state, revenue, {
        reading: reading(verdict, now),
        now,
        isSuppressed: false,
      });
    expect(whats(state)).toEqual(['firing', 'resolved']);
  });

  test('says how often its rule fired within a day', () => {
    const round = [...times(11, 'breached'), ...times(6, 'clear')] as const;
    const state = run(Array.from({ length: 6 }, () => round).flat());
    expect(state.alerts.map(({ firedInDay }) => firedInDay)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('a silence', () => {
  const until = { by: '1', at: START, until: START + HOUR };

  test('holds everything back, and what still holds afterwards fires then', () => {
    let state = setSilence(NO_ALERTS, 'rate1', until);
    for (let minute = 0; minute < 65; minute++) {
      const now = START + minute * MINUTE;
      state = evaluate(state, HASHRATE, {
        reading: reading('breached', now),
        now,
        isSuppressed: false,
      });
      if (minute < 60) expect(state.tells).toEqual([]);
    }
    expect(whats(state)).toEqual(['firing']);
  });

  test('of all rules is one of each', () => {
    const state = setSilence(NO_ALERTS, 'all', until);
    expect(silencedUntil(state, 'rate1', START)).toBe(until.until);
    expect(silencedUntil(setSilence(state, 'all', null), 'rate1', START)).toBeNull();
  });
});

describe('an event', () => {
  const contracts: AlertRule = { ...HASHRATE, id: 'deals', condition: 'contracts', forMinutes: 0 };
  const event = { key: '77-SETTLED', at: START, facts: { contract: '77' } };

  test('is told once, however often it is seen', () => {
    let state: GuildAlerts = NO_ALERTS;
    for (let minute = 0; minute < 5; minute++)
      state = evaluateEvents(state, contracts, { events: [event], now: START + minute * MINUTE });
    expect(whats(state)).toEqual(['firing']);
    expect(state.alerts).toHaveLength(1);
  });

  test('waits for the end of a silence', () => {
    const silent = setSilence(NO_ALERTS, 'deals', { by: '1', at: START, until: START + HOUR });
    const held = evaluateEvents(silent, contracts, { events: [event], now: START });
    expect(held.tells).toEqual([]);
    expect(whats(evaluateEvents(held, contracts, { events: [], now: START + HOUR }))).toEqual([
      'firing',
    ]);
  });

  test('that can’t be read for half an hour is told once, and once more when it can', () => {
    let state: GuildAlerts = NO_ALERTS;
    const look = (minutes: number, events: [] | null | undefined, isSuppressed = false) => {
      for (let minute = 0; minute < minutes; minute++)
        state = evaluateEvents(state, contracts, { events, now: (now += MINUTE), isSuppressed });
    };
    let now = START;
    look(60, null, true);
    look(29, null);
    look(1, undefined);
    expect(whats(state)).toEqual([]);
    look(60, null);
    expect(whats(state)).toEqual(['no-data']);
    look(3, []);
    expect(whats(state)).toEqual(['no-data', 'data-back']);
  });

  test('of a part that can’t be read is told beside the events of the rest', () => {
    let state: GuildAlerts = NO_ALERTS;
    for (let minute = 0; minute <= 40; minute++) {
      const events = minute === 20 ? [event] : [];
      const now = START + minute * MINUTE;
      state = evaluateEvents(state, contracts, { events, isPartial: true, now });
    }
    expect(whats(state)).toEqual(['firing', 'no-data']);
    const soon = { events: [], isPartial: 'unknown' as const, now: START + 45 * MINUTE };
    expect(whats(evaluateEvents(state, contracts, soon))).not.toContain('data-back');
    const later = { events: [], isPartial: false, now: START + HOUR };
    expect(whats(evaluateEvents(state, contracts, later))).toContain('data-back');
  });

  test('that comes at each look is told once, with however many others', () => {
    const all = Array.from({ length: 620 }, (_, index) => ({ ...event, key: `it${index}` }));
    let state: GuildAlerts = NO_ALERTS;
    for (let minute = 0; minute < 3; minute++)
      state = evaluateEvents(state, contracts, { events: all, now: START + minute * MINUTE });
    expect(whats(state)).toHaveLength(501);
  });

  test('ends by itself after a day, without a word', () => {
    const fired = evaluateEvents(
      NO_ALERTS,
      { ...contracts, remindMinutes: 0 },
      { events: [event], now: START },
    );
    const later = evaluateEvents(fired, contracts, { events: [], now: START + 24 * HOUR });
    expect(later.alerts[0]?.phase).toBe('resolved');
    expect(whats(later)).toEqual(['firing']);
  });
});

/** Minutes in which the pool says the same; hours that the clock jumps beforehand. */
const stretch = fc.record({
  verdict: fc.constantFrom<Verdict>('breached', 'near', 'clear', 'clear', null),
  minutes: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 400 })),
  every: fc.constantFrom(1, 1, 1, 3, 7),
  jumpHours: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: -30, max: 30 })),
  silenceMinutes: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    fc.integer({ min: 1, max: 500 }),
  ),
  isSuppressed: fc.boolean(),
});

describe('months of figures, gaps, silences and clocks that jump', () => {
  test('keep what is promised', () => {
    fc.assert(
      fc.property(fc.array(stretch, { minLength: 200, maxLength: 400 }), (stretches) => {
        let now = START;
        let state: GuildAlerts = NO_ALERTS;
        const seen: { at: number; verdict: Verdict }[] = [];
        const ids = new Set<string>();
        let open = 0;
        const step = (verdict: Verdict, isSuppressed: boolean): void => {
          const before = state;
          const given = verdict === null ? null : reading(verdict, now);
          if (!isSuppressed) seen.push({ at: now, verdict });
          const once = evaluate(before, HASHRATE, { reading: given, now, isSuppressed });
          expect(evaluate(once, HASHRATE, { reading: given, now, isSuppressed })).toBe(once);
          // A crash leaves whatever the store holds.
          state = guildAlerts.parse(JSON.parse(JSON.stringify(once)));
          const news = state.tells.slice(before.tells.length);
          for (const tell of news) check(tell);
          state = {
            ...state,
            tells: [],
            alerts: state.alerts.filter((each) => each.endedAt === undefined),
          };
        };
        const check = ({ id, what }: Tell): void => {
          expect(ids.has(id)).toBe(false);
          ids.add(id);
          expect(silencedUntil(state, HASHRATE.id, now)).toBeNull();
          if (what === 'firing') {
            expect(open).toBe(0);
            open++;
            expect(heldFor('breached')).toBeGreaterThanOrEqual(10 * MINUTE);
          }
          if (what === 'resolved') {
            open = Math.max(0, open - 1);
            expect(heldFor('clear')).toBeGreaterThanOrEqual(5 * MINUTE);
          }
        };
        /**
         * How long the newest figures have been the same without a gap, in ms. For clear figures a
         * failed read is a gap; others continue after a short one.
         */
        const heldFor = (verdict: NonNullable<Verdict>): number => {
          const counted = verdict === 'clear' ? seen : seen.filter((each) => each.verdict !== null);
          const last = counted.at(-1)?.at ?? 0;
          let from = Infinity;
          for (const each of counted.toReversed()) {
            const gap = (from === Infinity ? last : from) - each.at;
            const isNext = from === Infinity || (gap > 0 && gap <= 4 * MINUTE);
            if (each.verdict !== verdict || !isNext) break;
            from = each.at;
          }
          return last - from;
        };
        for (const {
          verdict,
          minutes,
          every,
          jumpHours,
          silenceMinutes,
          isSuppressed,
        } of stretches) {
          // An alert's id is the millisecond of its first reading, to which no clock returns.
          now += jumpHours * HOUR + 1;
          if (silenceMinutes > 0)
            state = setSilence(state, HASHRATE.id, {
              by: '1',
              at: now,
              until: now + silenceMinutes * MINUTE,
            });
          for (let minute = 0; minute < minutes; minute += every) {
            now += every * MINUTE;
            step(verdict, isSuppressed && minute % 5 === 0);
          }
          // A resolution during a silence is drawn, not told.
          if (openAlertOf(state, HASHRATE) === undefined) open = 0;
        }
      }),
      // With so long a history, finding a shorter one takes minutes.
      { numRuns: 8, endOnFailure: true },
    );
  });
});
