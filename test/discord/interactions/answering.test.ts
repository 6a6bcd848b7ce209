import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineCommand } from '../../../src/command.js';
import { command, typing } from './interactions.js';
import { createHarness, onlyHeld, SERVER_KEY } from './router-harness.js';
import { echo, controlled } from './commands-to-run.js';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

describe('answering', () => {
  test('what is there in time is the first response', async () => {
    const harness = createHarness({ commands: [echo] });
    await harness.router.handle(command('echo', { word: 'hey', currency: 'LTC' }));
    expect(onlyHeld(harness)).toMatchObject({
      first: 'reply',
      shown: { content: 'hey LTC' },
      ephemeral: false,
      edits: 0,
    });
    expect(harness.records).toMatchObject([{ name: 'echo', kind: 'command', result: 'ok' }]);
  });

  test('private answers are for one person alone', async () => {
    const harness = createHarness({ commands: [echo] });
    await harness.router.handle(command('echo', { word: 'hey', private: true }));
    expect(onlyHeld(harness)).toMatchObject({ shown: { content: 'hey BTC' }, ephemeral: true });
  });

  test('what takes longer is deferred and edited, having been started at once', async () => {
    const { slow, give, runs } = controlled({ audience: 'private' });
    const harness = createHarness({ commands: [slow] });
    const handled = harness.router.handle(command('slow'));
    await vi.advanceTimersByTimeAsync(249);
    expect([runs(), harness.rest.held.size]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(2);
    expect(onlyHeld(harness)).toMatchObject({ first: 'defer', ephemeral: true, shown: null });
    give({ content: 'done' });
    await handled;
    expect(onlyHeld(harness)).toMatchObject({ shown: { content: 'done' }, edits: 1 });
  });

  test('a deferral whose answer was lost is followed by the edit all the same', async () => {
    const { slow, give } = controlled();
    const harness = createHarness({ commands: [slow] });
    harness.rest.next.push('silent-but-arrived');
    const handled = harness.router.handle(command('slow'));
    await vi.advanceTimersByTimeAsync(300);
    give({ content: 'done' });
    await handled;
    expect(onlyHeld(harness)).toMatchObject({ first: 'defer', shown: { content: 'done' } });
  });

  test('a reply whose answer was lost is made sure of by an edit', async () => {
    const harness = createHarness({ commands: [echo] });
    harness.rest.next.push('silent-but-arrived');
    await harness.router.handle(command('echo', { word: 'hey' }));
    expect(onlyHeld(harness)).toMatchObject({ first: 'reply', edits: 1 });
    expect(harness.records).toMatchObject([{ result: 'ok' }]);
  });

  test.each(['taken', 'gone'] as const)(
    'stays silent when the interaction is %s',
    async (fault) => {
      const harness = createHarness({ commands: [echo] });
      harness.rest.next.push(fault);
      await harness.router.handle(command('echo', { word: 'hey' }));
      expect(harness.rest.held.size).toBe(0);
      expect(harness.records).toMatchObject([{ result: 'unanswered', firstResponseMs: null }]);
    },
  );

  test('a large file is announced by a deferral first', async () => {
    const files = [{ name: 'a.csv', data: new Uint8Array(600 * 1024) }];
    const big = defineCommand({ ...echo, options: z.object({}), run: () => ({ files }) });
    const harness = createHarness({ commands: [big] });
    await harness.router.handle(command('echo'));
    expect(onlyHeld(harness)).toMatchObject({ first: 'defer', shown: { files } });
  });
});

describe('failures', () => {
  test('a bug shows an incident id alone; the log has the cause', async () => {
    const { slow, fail } = controlled();
    const harness = createHarness({ commands: [slow] });
    const handled = harness.router.handle(command('slow'));
    await vi.advanceTimersByTimeAsync(300);
    fail(new TypeError('x is not a function'));
    await handled;
    // Everyone saw "thinking"; only the person sees the failure.
    expect(onlyHeld(harness)?.first).toBe('withdrawn');
    const shown = onlyHeld(harness)?.followUps[0]?.content ?? '';
    const [, id = 'none'] = /`([0-9a-f]{8})`/.exec(shown) ?? [];
    expect(shown).not.toContain('function');
    expect(
      harness.lines.filter((line) => line.includes(id) && line.includes('x is not a function')),
    ).toHaveLength(1);
    expect(harness.lines.join('')).not.toContain('token-');
  });

  test.each([false, true])('a failing context is an incident too; writes: %s', async (writes) => {
    const harness = createHarness({
      commands: [{ ...echo, writes }],
      contextFor: () => Promise.reject(new Error('store')),
    });
    await harness.router.handle(command('echo', { word: 'hey' }));
    const { shown, followUps = [] } = onlyHeld(harness) ?? {};
    const said = [shown, ...followUps].map((each) => each?.content ?? '').join('');
    expect(said).toContain('incident');
    expect(said.includes('may have been done')).toBe(writes);
  });
});

describe('autocomplete', () => {
  test('is held to 25 choices of 100 characters', async () => {
    const harness = createHarness({ commands: [echo] });
    await harness.router.handle(typing('echo', 'word', { word: 'ab' }));
    const choices = onlyHeld(harness)?.choices ?? [];
    expect(choices).toHaveLength(25);
    expect(choices[0]).toEqual({ name: `${'ab0'.padEnd(99, '.')}…`, value: '0' });
  });

  test.each(['slow', 'boom'])('gives nothing when it is %s', async (typed) => {
    const harness = createHarness({ commands: [echo] });
    const handled = harness.router.handle(typing('echo', 'word', { word: typed }));
    await vi.advanceTimersByTimeAsync(1100);
    await handled;
    expect(onlyHeld(harness)).toMatchObject({ first: 'choices', choices: [] });
  });

  test('has its own share of a server’s connections, and a bound for each person', async () => {
    const harness = createHarness({ commands: [echo] });
    const slow = () => typing('echo', 'word', { word: 'slow' });
    const all = Array.from({ length: 10 }, () => harness.router.handle(slow()));
    await vi.advanceTimersByTimeAsync(1100);
    await Promise.all(all);
    expect(harness.rest.guilds).toEqual(Array.from({ length: 8 }, () => '400000000000000001'));
    expect(harness.records.filter(({ result }) => result === 'unanswered')).toHaveLength(2);
    // Once those are finished, there is room again.
    const next = typing('echo', 'word', { word: 'ab' });
    await harness.router.handle(next);
    expect(harness.rest.held.get(next.id)?.choices).toHaveLength(25);
  });

  test.each([
    ['ab', [{ name: 'You need another role', value: 'ab' }]],
    ['', [{ name: 'You need another role', value: 'You need another role' }]],
    [SERVER_KEY, []],
  ])('tells those who may not use the command just that: %j', async (word, choices) => {
    const harness = createHarness({ commands: [defineCommand({ ...echo, access: 'admin' })] });
    await harness.router.handle(typing('echo', 'word', { word }));
    expect(onlyHeld(harness)).toMatchObject({ first: 'choices', choices });
  });
});
