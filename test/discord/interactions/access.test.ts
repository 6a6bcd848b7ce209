import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineAction, defineCommand } from '../../../src/command.js';
import { click, command, submit } from './interactions.js';
import { createHarness, onlyHeld } from './router-harness.js';
import { echo } from './commands-to-run.js';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

describe('access', () => {
  const guarded = (access: 'viewer' | 'manager' | 'admin') =>
    createHarness({
      commands: [
        defineCommand({ ...echo, access, options: z.object({}), run: () => ({ content: 'yes' }) }),
      ],
      actions: [
        defineAction({
          kind: 'go',
          access,
          args: z.tuple([]),
          fields: z.object({}),
          answers: 'public',
          run: () => ({ content: 'yes' }),
        }),
      ],
    });
  const ways = [
    ['command', (who: object) => command('echo', {}, who)],
    ['click', (who: object) => click('go', who)],
    ['submit', (who: object) => submit('go', {}, who)],
  ] as const;

  test.each(ways)('is checked at every %s', async (_, make) => {
    const viewer = guarded('manager');
    await viewer.router.handle(make({}));
    expect(onlyHeld(viewer)).toMatchObject({
      ephemeral: true,
      shown: { content: expect.stringContaining('manager role') },
    });
    expect(viewer.records).toMatchObject([{ result: 'refused' }]);
    const manager = guarded('manager');
    await manager.router.handle(make({ roles: ['managers'] }));
    expect(onlyHeld(manager)).toMatchObject({ ephemeral: false, shown: { content: 'yes' } });
    const notAdmin = guarded('admin');
    await notAdmin.router.handle(make({ roles: ['managers'] }));
    expect(onlyHeld(notAdmin)).toMatchObject({
      ephemeral: true,
      shown: { content: expect.stringContaining('Manage Server') },
    });
    const admin = guarded('admin');
    await admin.router.handle(make({ manageGuild: true }));
    expect(onlyHeld(admin)).toMatchObject({ shown: { content: 'yes' } });
  });

  const ADA = '200000000000000001';

  test.each([
    ['a command, as it was typed', command('echo', {}, {}), `${ADA} not-allowed /echo`],
    ['a click', click('go'), `${ADA} not-allowed go`],
    [
      'a form, but never what stands in it',
      submit('go', { key: 'secret' }),
      `${ADA} not-allowed go`,
    ],
    ['an altered id', click('go:1', { roles: ['managers'] }), `${ADA} unknown-id go:1`],
    ['an id that is none of ours', click('no:such'), `${ADA} unknown-id no:such`],
  ])('who is turned away from more than reading is told of: %s', async (_, given, told) => {
    const harness = guarded('manager');
    await harness.router.handle(given);
    expect(harness.turnedAway).toEqual([told]);
    expect(harness.records).toMatchObject([{ result: 'refused' }]);
    expect(JSON.stringify(harness.lines)).not.toContain('secret');
  });

  test('options are told of too', async () => {
    const harness = createHarness({ commands: [defineCommand({ ...echo, access: 'manager' })] });
    await harness.router.handle(command('echo', { word: 'hey', currency: 'BTC' }));
    expect(harness.turnedAway).toEqual([`${ADA} not-allowed /echo word:hey currency:BTC`]);
  });

  test.each([
    ['reading', click('go:1')],
    ['a command that is gone', command('gone')],
    ['what comes from outside a server', click('no:such', { outside: true })],
  ])('nobody is told of %s', async (_, given) => {
    const harness = guarded('viewer');
    await harness.router.handle(given);
    expect(harness.turnedAway).toEqual([]);
    expect(harness.records).toMatchObject([{ result: 'refused' }]);
  });

  test.each([
    ['is away', () => Promise.reject(new Error('the store is away'))],
    ['never answers', () => new Promise<void>(() => undefined)],
  ])('a trail that %s holds no answer back', async (_, onTurnedAway) => {
    const harness = createHarness({ onTurnedAway });
    const handled = harness.router.handle(click('no:such'));
    await vi.advanceTimersByTimeAsync(1_500);
    await handled;
    expect(onlyHeld(harness)).toMatchObject({
      shown: { content: expect.stringContaining('out of') },
    });
    expect(harness.lines.join('\n')).toContain('may not be in the trail');
  });

  test('outside a server there is none', async () => {
    const harness = createHarness({ commands: [echo] });
    await harness.router.handle(command('echo', { word: 'hey' }, { outside: true }));
    expect(onlyHeld(harness)).toMatchObject({
      ephemeral: true,
      shown: { content: expect.stringContaining('servers only') },
    });
  });
});

describe('bad input', () => {
  test('is told option by option, privately', async () => {
    const harness = createHarness({ commands: [echo] });
    await harness.router.handle(
      command('echo', { word: 'x', currency: 'EUR', from: '2026-02-30' }),
    );
    expect(onlyHeld(harness)?.ephemeral).toBe(true);
    expect(onlyHeld(harness)?.shown?.content).toMatchInlineSnapshot(`
      "Nothing was done.
      \`word\`: must be at least 2 characters long.
      \`currency\`: is not one of BTC, LTC.
      \`from\`: is not a date; write it as YYYY-MM-DD, for example 2026-01-31."
    `);
  });

  test.each(['no:such', 'go:1:2', 'go', '', '%%%', 'go:%zz', 'x'.repeat(200), 'go:notanumber'])(
    'custom id %j does nothing',
    async (id) => {
      const run = vi.fn(() => ({ content: 'ran' }));
      const go = defineAction({
        kind: 'go',
        access: 'viewer',
        args: z.tuple([z.coerce.number<string>()]),
        fields: z.object({}),
        answers: 'update',
        run,
      });
      const harness = createHarness({ actions: [go] });
      await harness.router.handle(click(id));
      expect(run).not.toHaveBeenCalled();
      expect(onlyHeld(harness)).toMatchObject({
        ephemeral: true,
        shown: { content: expect.stringContaining('out of date') },
      });
    },
  );

  test('an unknown command says so', async () => {
    const harness = createHarness({ commands: [echo] });
    await harness.router.handle(command('gone sub'));
    expect(onlyHeld(harness)).toMatchObject({
      ephemeral: true,
      shown: { content: expect.stringContaining('/help') },
    });
  });
});
