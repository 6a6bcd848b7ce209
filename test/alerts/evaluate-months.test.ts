import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { evaluate, type State } from '../../src/alerts/evaluate.js';
import { MINUTE, NOW, readingOf, ruleOf } from './support/alerts.js';

const TIME_BUDGET_MS = 2_000;
const GAP = 4;
const FOR = 10;

/** Mostly a minute apart and heard, so that alerts fire, last and end; some weeks in all. */
const stretch = fc.record({
  what: fc.constantFrom(
    ...(['breached', 'breached', 'near', 'clear', 'clear', 'missing', 'not read'] as const),
  ),
  /** How many, and the minutes from one to the next. */
  readings: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 90 })),
  apart: fc.constantFrom(1, 1, 1, 1, 2, 4, 7, 600),
  isSilenced: fc.constantFrom(false, false, false, true),
  isResting: fc.constantFrom(false, false, false, false, true),
  /** Somebody acknowledges at its start what is open. */
  acknowledges: fc.constantFrom(false, false, false, true),
});
type Stretch = typeof stretch extends fc.Arbitrary<infer One> ? One : never;

const END: Stretch = {
  what: 'clear',
  readings: 8,
  apart: 1,
  isSilenced: false,
  isResting: false,
  acknowledges: false,
};

/** What a person who watches every reading knows. */
interface Seen {
  /** Minute since which every reading was beyond the threshold, or good, without a gap. */
  breachedSince: number | null;
  clearSince: number | null;
  last: number | null;
}

it('an alert is told once, in order and never too early, and ends by good figures alone', () => {
  fc.assert(fc.property(fc.array(stretch, { minLength: 1, maxLength: 60 }), live), {
    interruptAfterTimeLimit: TIME_BUDGET_MS,
    numRuns: 100_000,
    markInterruptAsFailure: false,
  });
}, 60_000);

function live(stretches: readonly Stretch[]): void {
  let state: State = { rule: ruleOf('hashrate'), alerts: [] };
  let minute = 0;
  const seen: Seen = { breachedSince: null, clearSince: null, last: null };
  const told = new Map<string, string[]>();
  let isMissingTold = false;
  for (const part of [...stretches, END]) {
    if (part.acknowledges) state = acknowledged(state, minute);
    for (let index = 0; index < part.readings; index++) {
      minute += part.apart;
      note(seen, part, minute);
      const next = look(state, part, minute);
      for (const tell of next.tells) {
        const isSpoken = tell.kind !== 'changed';
        expect(isSpoken && (part.isSilenced || part.isResting)).toBe(false);
        if (!('alert' in tell)) {
          expect(tell.kind === 'no-data').toBe(!isMissingTold);
          continue;
        }
        told.set(tell.alert.id, [...(told.get(tell.alert.id) ?? []), tell.kind]);
        if (tell.kind === 'fired')
          expect(minute - (seen.breachedSince ?? minute)).toBeGreaterThanOrEqual(FOR);
      }
      // Figures may come back unheard.
      isMissingTold = next.rule.note.missing?.told === true;
      const alert = next.alerts[0] ?? null;
      const hasEnded = alert !== null && alert.endedAt !== null;
      if (hasEnded) {
        expect(alert.phase).toBe('resolved');
        expect(minute - (seen.clearSince ?? minute)).toBeGreaterThanOrEqual(5);
      }
      // As from the store, where a process that started again finds it.
      const kept: State = JSON.parse(JSON.stringify(next));
      state = { rule: kept.rule, alerts: hasEnded ? [] : kept.alerts };
    }
  }
  expect(state.alerts).toEqual([]);
  for (const kinds of told.values()) {
    expect(kinds.indexOf('fired')).toBe(0);
    expect(kinds.lastIndexOf('fired')).toBe(0);
    const end = kinds.indexOf('resolved');
    if (end !== -1) expect(end).toBe(kinds.length - 1);
  }
}

function look(state: State, { what, isSilenced, isResting }: Stretch, minute: number) {
  const moment = { now: NOW + minute * MINUTE, gapMs: GAP * MINUTE, isAtOnce: false };
  const reading =
    what === 'missing' ? null : what === 'not read' ? undefined : readingOf(minute, what);
  return evaluate(state, { reading }, { ...moment, isSilenced, isResting });
}

function note(seen: Seen, { what, isResting }: Stretch, minute: number): void {
  if (what === 'not read' && !isResting) return;
  if (what === 'missing' || isResting) {
    seen.clearSince = null;
    return;
  }
  const isGap = seen.last === null || minute - seen.last > GAP;
  seen.breachedSince = what === 'breached' ? ((isGap ? null : seen.breachedSince) ?? minute) : null;
  seen.clearSince = what === 'clear' ? ((isGap ? null : seen.clearSince) ?? minute) : null;
  seen.last = minute;
}

function acknowledged({ rule, alerts }: State, minute: number): State {
  const acknowledged = { by: '202', at: NOW + minute * MINUTE };
  const remindAt = acknowledged.at + 1_440 * MINUTE;
  return {
    rule,
    alerts: alerts.map((alert) =>
      alert.phase === 'pending' ? alert : { ...alert, acknowledged, remindAt },
    ),
  };
}
