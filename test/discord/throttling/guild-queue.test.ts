import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createGuildQueue } from '../../../src/discord/throttling/guild-queue.js';
import { createPersonLimit, MAX_PER_PERSON } from '../../../src/discord/throttling/person-limit.js';

/** Work that ends on command. */
function controlled() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) =>
      ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error))),
    );
  };
  return { begun, work, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

describe('the line of a server', () => {
  test('works on so much at once, in order, and takes nothing of another server’s', async () => {
    const queue = createGuildQueue({ atOnce: 2 });
    const { begun, work, end } = controlled();
    const all = ['a', 'b', 'c', 'd'].map((name) => queue.run('one', work(name)));
    const other = queue.run('other', work('x'));
    await turn();
    expect(begun).toEqual(['a', 'b', 'x']);
    end('b', new Error('no'));
    await expect(all[1]).rejects.toThrow('no');
    await turn();
    expect(begun).toEqual(['a', 'b', 'x', 'c']);
    for (const name of ['a', 'c', 'x']) end(name);
    await turn();
    await turn();
    end('d');
    expect(await Promise.all([all[0], all[2], all[3], other])).toEqual(['a', 'c', 'd', 'x']);
  });

  test('begins nothing while a crowd of what has a deadline is under way, which never waits', async () => {
    const queue = createGuildQueue({ atOnce: 1 });
    const { begun, work, end } = controlled();
    const urgent = ['u', 'v'].map((name) => queue.runNow('one', work(name)));
    const late = queue.run('one', work('late'));
    const other = queue.run('other', work('x'));
    await turn();
    expect(begun).toEqual(['u', 'v', 'x']);
    end('u', new Error('no'));
    await expect(urgent[0]).rejects.toThrow('no');
    await turn();
    expect(begun).toEqual(['u', 'v', 'x', 'late']);
    for (const name of ['v', 'late', 'x']) end(name);
    expect(await Promise.all([urgent[1], late, other])).toEqual(['v', 'late', 'x']);
  });

  test('begins again where it had ended', async () => {
    const queue = createGuildQueue({ atOnce: 1 });
    for (const name of ['a', 'b']) expect(await queue.run('one', async () => name)).toBe(name);
  });

  describe('what takes long', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    test('of what has a deadline holds the rest back for 3 s at most, however much more comes', async () => {
      const queue = createGuildQueue({ atOnce: 1 });
      const { begun, work, end } = controlled();
      const all = ['u', 'v', 'w'].map((name) => queue.runNow('one', work(name)));
      all.push(queue.run('one', work('late')));
      await vi.advanceTimersByTimeAsync(2_900);
      end('u');
      all.push(queue.runNow('one', work('x')));
      expect(begun).toEqual(['u', 'v', 'w', 'x']);
      await vi.advanceTimersByTimeAsync(200);
      expect(begun).toEqual(['u', 'v', 'w', 'x', 'late']);
      for (const name of ['v', 'w', 'x', 'late']) end(name);
      expect(await Promise.all(all)).toEqual(['u', 'v', 'w', 'late', 'x']);
      // The next crowd gets its full time again.
      const again = ['a', 'b'].map((name) => queue.runNow('one', work(name)));
      again.push(queue.run('one', work('later')));
      await vi.advanceTimersByTimeAsync(2_900);
      expect(begun).not.toContain('later');
      for (const name of ['a', 'b']) end(name);
      await vi.advanceTimersByTimeAsync(1);
      end('later');
      expect(await Promise.all(again)).toEqual(['a', 'b', 'later']);
    });

    test('makes room, and is waited for all the same', async () => {
      const queue = createGuildQueue({ atOnce: 1, makesWayAfterMs: 1_000 });
      const { begun, work, end } = controlled();
      const slow = queue.run('one', work('slow'));
      const next = queue.run('one', work('next'));
      await vi.advanceTimersByTimeAsync(999);
      expect(begun).toEqual(['slow']);
      await vi.advanceTimersByTimeAsync(2);
      expect(begun).toEqual(['slow', 'next']);
      for (const name of ['slow', 'next']) end(name);
      expect(await Promise.all([slow, next])).toEqual(['slow', 'next']);
    });
  });
});

test('one person has so much under way in one server, and leaving counts once', () => {
  const people = createPersonLimit();
  const leaves = Array.from({ length: MAX_PER_PERSON }, () => people.enter('one', 'ada'));
  expect(leaves).not.toContain(null);
  expect(people.enter('one', 'ada')).toBeNull();
  expect(people.enter('one', 'bob')).not.toBeNull();
  expect(people.enter('other', 'ada')).not.toBeNull();
  leaves[0]?.();
  leaves[0]?.();
  expect(people.enter('one', 'ada')).not.toBeNull();
  expect(people.enter('one', 'ada')).toBeNull();
});
