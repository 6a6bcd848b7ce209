import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineCommand } from '../../../src/command.js';
import { command } from './interactions.js';
import { createHarness, onlyHeld } from './router-harness.js';
import { echo, controlled } from './commands-to-run.js';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

describe('two deliveries of one interaction', () => {
  const runs: string[] = [];
  const pay = defineCommand({
    name: 'pay',
    description: 'Has an effect',
    access: 'viewer',
    audience: 'public',
    writes: true,
    examples: [],
    options: z.object({}),
    run(_options, { member }) {
      runs.push(member.displayName);
      return { content: 'paid' };
    },
  });
  beforeEach(() => void runs.splice(0));

  test('to one process run once', async () => {
    const harness = createHarness({ commands: [pay] });
    const twice = command('pay');
    await Promise.all([harness.router.handle(twice), harness.router.handle(twice)]);
    expect(runs).toEqual(['Ada']);
    expect(harness.records).toHaveLength(1);
  });

  test('to two processes run once, and the loser says nothing', async () => {
    const first = createHarness({ commands: [pay] });
    const second = createHarness({ commands: [pay], claims: first.claims });
    const twice = command('pay');
    await Promise.all([first.router.handle(twice), second.router.handle(twice)]);
    expect(runs).toEqual(['Ada']);
    expect(second.rest.held.size).toBe(0);
    expect(second.records).toMatchObject([{ result: 'duplicate' }]);
  });

  test('it runs once Discord took its acknowledgement, and not before', async () => {
    const harness = createHarness({ commands: [pay] });
    await harness.router.handle(command('pay'));
    expect(runs).toEqual(['Ada']);
    expect(onlyHeld(harness)).toMatchObject({
      first: 'defer',
      shown: { content: 'paid' },
      edits: 1,
    });
  });

  test.each(['gone', 'taken', 'silent', 'silent-but-arrived'] as const)(
    'nothing runs when its acknowledgement is %s, and the log says so once',
    async (fault) => {
      const harness = createHarness({ commands: [pay] });
      harness.rest.next.push(fault);
      await harness.router.handle(command('pay'));
      expect(runs).toEqual([]);
      expect(harness.records).toMatchObject([{ name: 'pay', result: 'unanswered' }]);
      expect(harness.lines.filter((line) => line.includes('not acknowledged'))).toHaveLength(1);
      // If it had arrived after all, somebody is waiting.
      expect(onlyHeld(harness)?.followUps ?? []).toEqual(
        fault === 'silent-but-arrived'
          ? [{ content: expect.stringContaining('nothing was done') }]
          : [],
      );
    },
  );

  /** Something happens after Discord took the acknowledgement, and before the bot hears of it. */
  function whileAcknowledging(harness: ReturnType<typeof createHarness>, happen: () => void): void {
    const respond = harness.rest.respond.bind(harness.rest);
    harness.rest.respond = async (...given) => {
      const delivery = await respond(...given);
      happen();
      return delivery;
    };
  }

  test('nothing runs when the process stood still after its acknowledgement was taken', async () => {
    const harness = createHarness({ commands: [pay] });
    whileAcknowledging(harness, () => vi.advanceTimersByTime(61_000));
    await harness.router.handle(command('pay'));
    expect(runs).toEqual([]);
    expect(onlyHeld(harness)?.followUps).toEqual([
      { content: expect.stringContaining('nothing was done') },
    ]);
    expect(harness.records).toMatchObject([{ name: 'pay', result: 'refused' }]);
    expect(harness.lines.filter((line) => line.includes('too late, so not run'))).toHaveLength(1);
  });

  test('nor when the token has died meanwhile, and there is nobody left to tell', async () => {
    const harness = createHarness({ commands: [pay] });
    const late = command('pay');
    whileAcknowledging(harness, () => {
      vi.advanceTimersByTime(20 * 60_000);
      harness.rest.dead.add(late.token);
    });
    await harness.router.handle(late);
    expect(runs).toEqual([]);
    expect(onlyHeld(harness)).toMatchObject({ shown: null, followUps: [] });
  });

  test('it runs also where a clock is set ahead meanwhile, or it waits for less than a minute', async () => {
    for (const happen of [
      () => void vi.setSystemTime(Date.now() + 3_600_000),
      () => void vi.advanceTimersByTime(50_000),
    ]) {
      const harness = createHarness({ commands: [pay] });
      whileAcknowledging(harness, happen);
      await harness.router.handle(command('pay'));
    }
    expect(runs).toEqual(['Ada', 'Ada']);
  });

  test('nothing runs when the store does not answer', async () => {
    for (const claim of [
      () => Promise.reject(new Error('down')),
      () => new Promise<boolean>(() => undefined),
    ]) {
      const harness = createHarness({ commands: [pay], claim });
      const handled = harness.router.handle(command('pay'));
      await vi.advanceTimersByTimeAsync(2100);
      await handled;
      expect(runs).toEqual([]);
      expect(onlyHeld(harness)).toMatchObject({
        ephemeral: true,
        shown: { content: expect.stringContaining('nothing was done') },
      });
    }
  });
});

describe('a burst', () => {
  test('of one person: from the 17th on they are told to wait, before anything is read', async () => {
    const contexts: string[] = [];
    const { slow, give } = controlled();
    const harness = createHarness({
      commands: [slow],
      contextFor: async () => {
        contexts.push('read');
        return Object({ settings: { roles: { viewer: [], manager: [] } } });
      },
    });
    const all = Array.from({ length: 20 }, () => harness.router.handle(command('slow')));
    await vi.advanceTimersByTimeAsync(300);
    expect(contexts).toHaveLength(8);
    const told = [...harness.rest.held.values()].filter(({ shown }) => shown !== null);
    expect(told).toHaveLength(4);
    for (const each of told)
      expect(each).toMatchObject({
        ephemeral: true,
        shown: { content: expect.stringContaining('already have 16 requests') },
      });
    give({ content: 'done' });
    void Promise.all(all);
  });

  test('of clicks that wait for a silent pool: what is urgent runs at once, also for the same person', async () => {
    const { slow } = controlled();
    const stop = defineCommand({
      ...echo,
      name: 'stop',
      options: z.object({}),
      autocomplete: {},
      writes: true,
      urgent: true,
      run: () => ({ content: 'stopped' }),
    });
    const harness = createHarness({ commands: [slow, stop] });
    for (let count = 0; count < 16; count++) void harness.router.handle(command('slow'));
    for (let person = 0; person < 40; person++)
      void harness.router.handle(command('slow', {}, { userId: `2000000000000001${person}` }));
    await vi.advanceTimersByTimeAsync(1);
    const last = command('stop');
    await harness.router.handle(last);
    expect(harness.rest.held.get(last.id)?.shown).toEqual({ content: 'stopped' });
  });

  test('of what takes long is told that an answer will come before it begins', async () => {
    const { slow, runs } = controlled({ isLong: true });
    const harness = createHarness({ commands: [slow] });
    const asked = command('slow');
    void harness.router.handle(asked);
    await vi.advanceTimersByTimeAsync(5);
    expect([harness.rest.held.get(asked.id)?.first, runs()]).toEqual(['defer', 1]);
  });

  test('of what is urgent is bounded too', async () => {
    const { slow } = controlled({ urgent: true });
    const harness = createHarness({ commands: [slow] });
    for (let count = 0; count < 17; count++) void harness.router.handle(command('slow'));
    await vi.advanceTimersByTimeAsync(300);
    const told = [...harness.rest.held.values()].filter(({ shown }) => shown !== null);
    expect(told).toHaveLength(1);
  });

  test('of many people: each is told in time that an answer will come', async () => {
    const { slow, runs } = controlled();
    const harness = createHarness({ commands: [slow] });
    for (let person = 0; person < 40; person++)
      void harness.router.handle(command('slow', {}, { userId: `2000000000000001${person}` }));
    await vi.advanceTimersByTimeAsync(300);
    expect(runs()).toBe(8);
    expect([...harness.rest.held.values()].map(({ first }) => first)).toEqual(
      Array.from({ length: 40 }, () => 'defer'),
    );
  });
});
