import { assert, property, stringMatching, uniqueArray } from 'fast-check';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { StoreUnavailable } from '../../src/domain/errors/store-errors.js';
import { createRepeatedErrors, type RepeatedErrors } from '../../src/ops/repeated-errors.js';

const logged = z.object({ msg: z.string(), times: z.number().optional() });

let now = 0;
let lines: string[] = [];
let errors: RepeatedErrors;
beforeEach(() => {
  now = 1_000_000;
  lines = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => keep(line) });
  errors = createRepeatedErrors(log, { now: () => now });
});

function keep(line: string): void {
  const { msg, times } = logged.parse(JSON.parse(line));
  lines.push(times === undefined ? msg : `${msg} (${times})`);
}

/** The same error every two seconds for this long. */
function troubleFor(ms: number, what = 'the looks failed', error: unknown = new Error('no')): void {
  for (const until = now + ms; now < until; now += 2_000) {
    errors.onError(what, error);
    errors.settle();
  }
}

describe('what goes wrong again and again', () => {
  test('is said once, then at growing gaps with how often it was', () => {
    troubleFor(60_000);
    expect(lines).toEqual(['the looks failed']);
    troubleFor(240_000);
    expect(lines).toEqual(['the looks failed', 'the looks failed (30)', 'the looks failed (60)']);
  });

  test('is not said once the store is closed, at which all that still runs fails', () => {
    errors.end();
    troubleFor(60_000);
    expect(lines).toEqual([]);
  });

  test('is said to be over, once, and begins from the start after that', () => {
    troubleFor(20_000);
    now += 10_000;
    errors.settle();
    errors.settle();
    expect(lines).toEqual(['the looks failed', 'resolved: the looks failed (10)']);
    troubleFor(2_000);
    expect(lines).toHaveLength(3);
  });

  test('is not taken for over because its next try is due later', () => {
    let gap = 1_000;
    for (let tries = 0; tries < 9; tries++) {
      errors.onError('a card could not be drawn', new Error('no'));
      for (let waited = 0; waited < gap; waited += 500) {
        now += 500;
        errors.settle();
      }
      gap *= 2;
    }
    expect(lines.filter((line) => line.startsWith('no longer'))).toEqual([]);
  });

  test('that happened once is not said to be over', () => {
    errors.onError('a post failed', new Error('no'));
    now += 3_600_000;
    errors.settle();
    expect(lines).toEqual(['a post failed']);
  });

  test('with another cause is said for itself', () => {
    errors.onError('a post failed', new Error('one'));
    errors.onError('a post failed', new Error('two'));
    expect(lines).toHaveLength(2);
  });

  test('of every server alike, when the store is away, is said of one', () => {
    for (let guild = 0; guild < 100; guild++) {
      const error = new StoreUnavailable('away', guild % 2 ? 'ECONNREFUSED' : 'ClientOfflineError');
      errors.onError(`the changes of guild ${guild} were left alone`, error);
    }
    expect(lines).toEqual(['the changes of guild 0 were left alone']);
  });

  test('a text that holds what must not be lost is said at least once', () => {
    const away = new StoreUnavailable('away', 'no answer');
    assert(
      property(uniqueArray(stringMatching(/^[a-z]{1,8}$/), { maxLength: 50 }), (texts) => {
        lines = [];
        for (const text of texts) errors.onError(`what came of change ${text}`, away);
        for (const text of texts) errors.onError(`what came of change ${text}`, away);
        expect(lines.length).toBeLessThanOrEqual(texts.length);
        now += 3_600_001;
        errors.settle();
      }),
    );
    lines = [];
    errors.onError('what came of change x: {"id":"1"}', away);
    errors.onError('what came of change x: {"id":"2"}', away);
    expect(lines).toHaveLength(2);
  });

  test('is kept within bounds, whatever its texts', () => {
    for (let index = 0; index < 2_000; index++) errors.onError(`trouble ${index}`, null);
    expect(lines).toHaveLength(2_000);
    errors.onError('trouble 1999', null);
    expect(lines).toHaveLength(2_000);
  });
});
