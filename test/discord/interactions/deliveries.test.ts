import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineCommand } from '../../../src/command.js';
import { command } from './interactions.js';
import { createRig, onlyHeld } from './router-rig.js';
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
    const rig = createRig({ commands: [pay] });
    const twice = command('pay');
    await Promise.all([rig.router.handle(twice), rig.router.handle(twice)]);
    expect(runs).toEqual(['Ada']);
    expect(rig.records).toHaveLength(1);
  });

  test('to two processes run once, and the loser says nothing', async () => {
    const first = createRig({ commands: [pay] });
    const second = createRig({ commands: [pay], claims: first.claims });
    const twice = command('pay');
    await Promise.all([first.router.handle(twice), second.router.handle(twice)]);
    expect(runs).toEqual(['Ada']);
    expect(second.rest.held.size).toBe(0);
    expect(second.records).toMatchObject([{ result: 'duplicate' }]);
  });

  test('it runs once Discord took its acknowledgement, and not before', async () => {
    const rig = createRig({ commands: [pay] });
    await rig.router.handle(command('pay'));
    expect(runs).toEqual(['Ada']);
    expect(onlyHeld(rig)).toMatchObject({ first: 'defer', shown: { content: 'paid' }, edits: 1 });
  });

  test.each(['gone', 'taken', 'silent', 'silent-but-arrived'] as const)(
    'nothing runs when its acknowledgement is %s, and the log says so once',
    async (fault) => {
      const rig = createRig({ commands: [pay] });
      rig.rest.next.push(fault);
      await rig.router.handle(command('pay'));
      expect(runs).toEqual([]);
      expect(rig.records).toMatchObject([{ name: 'pay', result: 'unanswered' }]);
      expect(rig.lines.filter((line) => line.includes('not acknowledged'))).toHaveLength(1);
      // If it had arrived after all, somebody is waiting.
      expect(onlyHeld(rig)?.followUps ?? []).toEqual(
        fault === 'silent-but-arrived'
          ? [{ content: expect.stringContaining('nothing was done') }]
          : [],
      );
    },
  );

  /** Something happens after Discord took the acknowledgement, and before the bot hears of it. */
  function whileAcknowledging(rig: ReturnType<typeof createRig>, happen: () => void): void {
    const respond = rig.rest.respond.bind(rig.rest);
    rig.rest.respond = async (...given) => {
      const delivery = await respond(...given);
      happen();
      return delivery;
    };
  }

  test('nothing runs when the process stood still after its acknowledgement was taken', async () => {
    const rig = createRig({ commands: [pay] });
    whileAcknowledging(rig, () => vi.advanceTimersByTime(61_000));
    await rig.router.handle(command('pay'));
    expect(runs).toEqual([]);
    expect(onlyHeld(rig)?.followUps).toEqual([
      { content: expect.stringContaining('nothing was done') },
    ]);
    expect(rig.records).toMatchObject([{ name: 'pay', result: 'refused' }]);
    expect(rig.lines.filter((line) => line.includes('too late, so not run'))).toHaveLength(1);
  });

  test('nor when the token has died meanwhile, and there is nobody left to tell', async () => {
    const rig = createRig({ commands: [pay] });
    const late = command('pay');
    whileAcknowledging(rig, () => {
      vi.advanceTimersByTime(20 * 60_000);
      rig.rest.dead.add(late.token);
    });
    await rig.router.handle(late);
    expect(runs).toEqual([]);
    expect(onlyHeld(rig)).toMatchObject({ shown: null, followUps: [] });
  });

  test('it runs also where a clock is set ahead meanwhile, or it waits for less than a minute', async () => {
    for (const happen of [
      () => void vi.setSystemTime(Date.now() + 3_600_000),
      () => void vi.advanceTimersByTime(50_000),
    ]) {
      const rig = createRig({ commands: [pay] });
      whileAcknowledging(rig, happen);
      await rig.router.handle(command('pay'));
    }
    expect(runs).toEqual(['Ada', 'Ada']);
  });

  test('nothing runs when the store does not answer', async () => {
    for (const claim of [
      () => Promise.reject(new Error('down')),
      () => new Promise<boolean>(() => undefined),
    ]) {
      const rig = createRig({ commands: [pay], claim });
      const handled = rig.router.handle(command('pay'));
      await vi.advanceTimersByTimeAsync(2100);
      await handled;
      expect(runs).toEqual([]);
      expect(onlyHeld(rig)).toMatchObject({
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
    const rig = createRig({
      commands: [slow],
      contextFor: async () => {
        contexts.push('read');
        return Object({ settings: { roles: { viewer: [], manager: [] } } });
      },
    });
    const all = Array.from({ length: 20 }, () => rig.router.handle(command('slow')));
    await vi.advanceTimersByTimeAsync(300);
    expect(contexts).toHaveLength(8);
    const told = [...rig.rest.held.values()].filter(({ shown }) => shown !== null);
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
    const rig = createRig({ commands: [slow, stop] });
    for (let count = 0; count < 16; count++) void rig.router.handle(command('slow'));
    for (let person = 0; person < 40; person++)
      void rig.router.handle(command('slow', {}, { userId: `2000000000000001${person}` }));
    await vi.advanceTimersByTimeAsync(1);
    const last = command('stop');
    await rig.router.handle(last);
    expect(rig.rest.held.get(last.id)?.shown).toEqual({ content: 'stopped' });
  });

  test('of what takes long is told that an answer will come before it begins', async () => {
    const { slow, runs } = controlled({ isLong: true });
    const rig = createRig({ commands: [slow] });
    const asked = command('slow');
    void rig.router.handle(asked);
    await vi.advanceTimersByTimeAsync(5);
    expect([rig.rest.held.get(asked.id)?.first, runs()]).toEqual(['defer', 1]);
  });

  test('of what is urgent is bounded too', async () => {
    const { slow } = controlled({ urgent: true });
    const rig = createRig({ commands: [slow] });
    for (let count = 0; count < 17; count++) void rig.router.handle(command('slow'));
    await vi.advanceTimersByTimeAsync(300);
    const told = [...rig.rest.held.values()].filter(({ shown }) => shown !== null);
    expect(told).toHaveLength(1);
  });

  test('of many people: each is told in time that an answer will come', async () => {
    const { slow, runs } = controlled();
    const rig = createRig({ commands: [slow] });
    for (let person = 0; person < 40; person++)
      void rig.router.handle(command('slow', {}, { userId: `2000000000000001${person}` }));
    await vi.advanceTimersByTimeAsync(300);
    expect(runs()).toBe(8);
    expect([...rig.rest.held.values()].map(({ first }) => first)).toEqual(
      Array.from({ length: 40 }, () => 'defer'),
    );
  });
});
