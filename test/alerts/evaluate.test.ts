import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newAlert, type AlertEvent } from '../../src/alerts/alert.js';
import { evaluate, type Moment, type State } from '../../src/alerts/evaluate.js';
import { silenceOf, type Rule } from '../../src/alerts/rule.js';
import { HOUR, MINUTE, NOW, readingOf, ruleOf } from './support/alerts.js';

function momentAt(at: number, rest: Partial<Moment> = {}): Moment {
  const usual = { isSilenced: false, isResting: false, gapMs: 4 * MINUTE, isAtOnce: false };
  return { now: NOW + at * MINUTE, ...usual, ...rest };
}

const QUIET = ruleOf('hashrate', { remindMinutes: 0 });
const verdicts = z.enum(['breached', 'near', 'clear']);
const WORDS = /^(breached|near|clear|missing) (\d+)-(\d+)( silenced| resting)?$/;

/** Readings a minute apart, such as `breached 0-10, clear 11-16 silenced`, and what people are told. */
function run(story: string, rule: Rule = QUIET) {
  let state: State = { rule, alerts: [] };
  const told: string[] = [];
  for (const part of story.split(', ')) {
    const [, what = '', from, to, how] = WORDS.exec(part) ?? [];
    for (let at = Number(from); at <= Number(to); at++) {
      const reading = what === 'missing' ? null : readingOf(at, verdicts.parse(what));
      const circumstances = { isSilenced: how === ' silenced', isResting: how === ' resting' };
      const next = evaluate(state, { reading }, momentAt(at, circumstances));
      const spoken = next.tells.filter(({ kind }) => kind !== 'changed');
      told.push(...spoken.map(({ kind }) => `${at} ${kind}`));
      state = { rule: next.rule, alerts: next.alerts.filter(({ endedAt }) => endedAt === null) };
    }
  }
  return { told: told.join(', '), alert: state.alerts[0] ?? null, rule: state.rule };
}

describe('an alert', () => {
  it.each([
    ['fires once its pending period is over', 'breached 0-12', '10 fired'],
    ['ends after good figures', 'breached 0-10, clear 11-16', '10 fired, 16 resolved'],
    [
      'stays one',
      'breached 0-10, clear 11-14, near 15-15, clear 16-19, breached 20-21',
      '10 fired',
    ],
    ['never ends blind', 'breached 0-10, clear 11-13, missing 14-15, clear 16-19', '10 fired'],
    [
      'never ends by time in which it rested',
      'breached 0-10, clear 11-13, clear 14-16 resting, clear 17-21',
      '10 fired',
    ],
    ['waits for a silence', 'breached 0-30 silenced, breached 31-31', '31 fired'],
    ['is over unheard while silenced', 'breached 0-10, clear 11-20 silenced', '10 fired'],
  ])('%s', (_, story, told) => expect(run(story).told).toBe(told));

  it('keeps the figure furthest beyond the threshold', () => {
    let state: State = { rule: QUIET, alerts: [] };
    for (const [at, value] of ['75', '60', '70'].entries()) {
      const reading = readingOf(at, 'breached', { value });
      state = evaluate(state, { reading }, momentAt(at));
    }
    expect(state.alerts).toMatchObject([{ worst: '60', reading: { value: '70' } }]);
  });

  it('is edited only where it shows something else', () => {
    const { alert, rule } = run('breached 0-10');
    const state = { rule, alerts: alert === null ? [] : [alert] };
    const kinds = (value: string) =>
      evaluate(state, { reading: readingOf(11, 'breached', { value }) }, momentAt(11)).tells.map(
        ({ kind }) => kind,
      );
    expect([kinds('70'), kinds('69')]).toEqual([[], ['changed']]);
  });
});

describe('missing figures', () => {
  it.each([
    [
      'are told of once, and when they are back',
      'missing 0-90, clear 91-95',
      '30 no-data, 91 data-back',
    ],
    ['are not told of where they were back before', 'missing 0-29, clear 30-31, missing 32-40', ''],
    ['are no news while the pool cannot be read', 'missing 0-60 resting', ''],
  ])('%s', (_, story, told) => expect(run(story).told).toBe(told));
});

describe('reminders', () => {
  it('come while nobody has it, each after twice the time, at most a day', () => {
    const { told } = run('breached 0-4000', ruleOf('hashrate'));
    const minutes = [70, 190, 430, 910, 1870, 3310].map((at) => `${at} reminder`);
    expect(told).toBe(['10 fired', ...minutes].join(', '));
  });

  it('wait for the end of a silence', () => {
    const story = 'breached 0-10, breached 11-90 silenced, breached 91-92';
    expect(run(story, ruleOf('hashrate')).told).toBe('10 fired, 91 reminder');
  });
});

describe('an event', () => {
  const rule = ruleOf('approval-waiting');
  const event: AlertEvent = { key: 'hall-1:0', title: 'T', lines: [] };
  const begin = (how: Partial<Moment> = {}) =>
    evaluate({ rule, alerts: [newAlert(rule, NOW, { event })] }, {}, momentAt(0, how));
  const later = (state: State, at: number) => evaluate(state, {}, momentAt(at));

  it('is told once, reminded of, and over after seven days', () => {
    const first = begin();
    expect(first.tells).toMatchObject([{ kind: 'fired' }]);
    expect(later(first, 1).tells).toEqual([]);
    const reminded = later(first, 60);
    expect(reminded.tells).toMatchObject([{ kind: 'reminder' }]);
    expect(later(reminded, 7 * 24 * 60).alerts).toMatchObject([{ phase: 'resolved' }]);
  });

  it('is told while the pool rests', () => {
    expect(begin({ isResting: true }).tells).toMatchObject([{ kind: 'fired' }]);
  });

  it('waits for the end of a silence, and is told then', () => {
    const hidden = begin({ isSilenced: true });
    expect(hidden.tells).toEqual([]);
    expect(later(hidden, 30).tells).toMatchObject([{ kind: 'fired' }]);
  });
});

describe('a silence', () => {
  const silence = {
    guildId: '1000',
    id: 's',
    from: NOW,
    until: NOW + 48 * HOUR,
    by: '201',
    reason: null,
  };
  const until = (rule: string | null, id: string, hours: number) =>
    silenceOf({ silences: [{ ...silence, rule }], now: NOW + hours * HOUR }, id)?.until ?? null;

  it.each([
    ['of all rules hides a rule to its end', null, 'k7m2p', 47, NOW + 48 * HOUR],
    ['hides changes at the pool for a day', null, 'elsewhere', 23, NOW + 24 * HOUR],
    ['hides changes at the pool no longer', null, 'elsewhere', 25, null],
    ['of another rule hides nothing', 'other', 'k7m2p', 1, null],
    ['that is planned hides nothing', null, 'k7m2p', -1, null],
  ])('%s', (...[, rule, id, hours, expected]) => expect(until(rule, id, hours)).toBe(expected));
});
