import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineAction, defineCommand } from '../../../src/command.js';
import type { Reply } from '../../../src/domain/messages/reply.js';
import { UserError } from '../../../src/domain/errors/user-errors.js';
import { click, command, select, submit, typing } from './interactions.js';
import { createRig, SERVER_KEY } from './router-rig.js';

const echo = defineCommand({
  name: 'echo',
  description: 'Says it again',
  access: 'viewer',
  audience: 'choose',
  examples: [],
  options: z.object({
    word: z.string().min(2).max(5).describe('What'),
    currency: z.enum(['BTC', 'LTC']).default('BTC').describe('Which'),
    from: z.iso.date().optional().describe('When'),
  }),
  suggest: {
    word: async (typed) => {
      if (typed === 'boom') throw new Error('no');
      if (typed === 'slow') return new Promise(() => undefined);
      return Array.from({ length: 30 }, (_, i) => ({
        name: `${typed}${i}`.padEnd(120, '.'),
        value: `${i}`,
      }));
    },
  },
  run: ({ word, currency }) => ({ content: `${word} ${currency}` }),
});

/** A command whose answer a test gives whenever it wants. */
function controlled(more: Partial<Parameters<typeof defineCommand>[0]> = {}) {
  let give: (reply: Reply) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  let runs = 0;
  const slow = defineCommand({
    name: 'slow',
    description: 'Takes its time',
    access: 'viewer',
    audience: 'public',
    examples: [],
    options: z.object({}),
    ...more,
    run() {
      runs += 1;
      return new Promise<Reply>((resolve, reject) => {
        give = resolve;
        fail = reject;
      });
    },
  });
  return { slow, give: (r: Reply) => give(r), fail: (e: unknown) => fail(e), runs: () => runs };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const onlyHeld = (rig: ReturnType<typeof createRig>) => [...rig.rest.held.values()][0];

describe('answering', () => {
  test('what is there in time is the first response', async () => {
    const rig = createRig({ commands: [echo] });
    await rig.router.handle(command('echo', { word: 'hey', currency: 'LTC' }));
    expect(onlyHeld(rig)).toMatchObject({
      first: 'reply',
      shown: { content: 'hey LTC' },
      ephemeral: false,
      edits: 0,
    });
    expect(rig.records).toMatchObject([{ name: 'echo', kind: 'command', result: 'ok' }]);
  });

  test('private answers are for one person alone', async () => {
    const rig = createRig({ commands: [echo] });
    await rig.router.handle(command('echo', { word: 'hey', private: true }));
    expect(onlyHeld(rig)).toMatchObject({ shown: { content: 'hey BTC' }, ephemeral: true });
  });

  test('what takes longer is deferred and edited, having been started at once', async () => {
    const { slow, give, runs } = controlled({ audience: 'private' });
    const rig = createRig({ commands: [slow] });
    const handled = rig.router.handle(command('slow'));
    await vi.advanceTimersByTimeAsync(249);
    expect([runs(), rig.rest.held.size]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(2);
    expect(onlyHeld(rig)).toMatchObject({ first: 'defer', ephemeral: true, shown: null });
    give({ content: 'done' });
    await handled;
    expect(onlyHeld(rig)).toMatchObject({ shown: { content: 'done' }, edits: 1 });
  });

  test('a deferral whose answer was lost is followed by the edit all the same', async () => {
    const { slow, give } = controlled();
    const rig = createRig({ commands: [slow] });
    rig.rest.next.push('silent-but-arrived');
    const handled = rig.router.handle(command('slow'));
    await vi.advanceTimersByTimeAsync(300);
    give({ content: 'done' });
    await handled;
    expect(onlyHeld(rig)).toMatchObject({ first: 'defer', shown: { content: 'done' } });
  });

  test('a reply whose answer was lost is made sure of by an edit', async () => {
    const rig = createRig({ commands: [echo] });
    rig.rest.next.push('silent-but-arrived');
    await rig.router.handle(command('echo', { word: 'hey' }));
    expect(onlyHeld(rig)).toMatchObject({ first: 'reply', edits: 1 });
    expect(rig.records).toMatchObject([{ result: 'ok' }]);
  });

  test.each(['taken', 'gone'] as const)(
    'stays silent when the interaction is %s',
    async (fault) => {
      const rig = createRig({ commands: [echo] });
      rig.rest.next.push(fault);
      await rig.router.handle(command('echo', { word: 'hey' }));
      expect(rig.rest.held.size).toBe(0);
      expect(rig.records).toMatchObject([{ result: 'unanswered', firstResponseMs: null }]);
    },
  );

  test('a large file is announced by a deferral first', async () => {
    const files = [{ name: 'a.csv', data: new Uint8Array(600 * 1024) }];
    const big = defineCommand({ ...echo, options: z.object({}), run: () => ({ files }) });
    const rig = createRig({ commands: [big] });
    await rig.router.handle(command('echo'));
    expect(onlyHeld(rig)).toMatchObject({ first: 'defer', shown: { files } });
  });
});

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

describe('access', () => {
  const guarded = (access: 'viewer' | 'manager' | 'admin') =>
    createRig({
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
    const rig = guarded('manager');
    await rig.router.handle(given);
    expect(rig.turnedAway).toEqual([told]);
    expect(rig.records).toMatchObject([{ result: 'refused' }]);
    expect(JSON.stringify(rig.lines)).not.toContain('secret');
  });

  test('options are told of too', async () => {
    const rig = createRig({ commands: [defineCommand({ ...echo, access: 'manager' })] });
    await rig.router.handle(command('echo', { word: 'hey', currency: 'BTC' }));
    expect(rig.turnedAway).toEqual([`${ADA} not-allowed /echo word:hey currency:BTC`]);
  });

  test.each([
    ['reading', click('go:1')],
    ['a command that is gone', command('gone')],
    ['what comes from outside a server', click('no:such', { outside: true })],
  ])('nobody is told of %s', async (_, given) => {
    const rig = guarded('viewer');
    await rig.router.handle(given);
    expect(rig.turnedAway).toEqual([]);
    expect(rig.records).toMatchObject([{ result: 'refused' }]);
  });

  test.each([
    ['is away', () => Promise.reject(new Error('the store is away'))],
    ['never answers', () => new Promise<void>(() => undefined)],
  ])('a trail that %s holds no answer back', async (_, onTurnedAway) => {
    const rig = createRig({ onTurnedAway });
    const handled = rig.router.handle(click('no:such'));
    await vi.advanceTimersByTimeAsync(1_500);
    await handled;
    expect(onlyHeld(rig)).toMatchObject({ shown: { content: expect.stringContaining('out of') } });
    expect(rig.lines.join('\n')).toContain('may not be in the trail');
  });

  test('outside a server there is none', async () => {
    const rig = createRig({ commands: [echo] });
    await rig.router.handle(command('echo', { word: 'hey' }, { outside: true }));
    expect(onlyHeld(rig)).toMatchObject({
      ephemeral: true,
      shown: { content: expect.stringContaining('servers only') },
    });
  });
});

describe('the server’s key', () => {
  const note = defineCommand({
    name: 'note',
    description: 'Keeps what it is told',
    access: 'manager',
    audience: 'private',
    writes: true,
    examples: [],
    options: z.object({ text: z.string().describe('What to keep') }),
    run: () => ({ content: 'kept' }),
  });
  const form = (takesKey: boolean) =>
    defineAction({
      kind: 'form',
      access: 'anyone',
      answers: 'private',
      writes: true,
      takesKey,
      args: z.tuple([]),
      fields: z.object({ key: z.string() }),
      run: () => ({ content: 'kept' }),
    });
  const refused = { content: expect.stringContaining('contains this server’s API key') };

  test('in what writes is refused without a word of it, and entered nowhere', async () => {
    // Even for people without permission: their attempt would be recorded as typed.
    const rig = createRig({ commands: [note], actions: [form(false)] });
    const typed = command('note', { text: `see ${SERVER_KEY}.` });
    const sent = submit('form', { key: SERVER_KEY });
    for (const each of [typed, sent]) await rig.router.handle(each);
    for (const each of [typed, sent]) expect(rig.rest.held.get(each.id)?.shown).toEqual(refused);
    expect(rig.turnedAway).toEqual([]);
    const seen = [...rig.lines, JSON.stringify([...rig.rest.held.values()])];
    expect(seen.join()).not.toContain(SERVER_KEY);
  });

  test('in what only reads is refused as well, also where it was chosen or stands in an id', async () => {
    const ran: string[] = [];
    const read = defineCommand({
      name: 'list',
      description: 'Only reads',
      access: 'viewer',
      examples: [],
      audience: 'public',
      options: z.object({ model: z.string().describe('What to show') }),
      suggest: { model: async (typed) => [{ name: `as typed: ${typed}`, value: typed }] },
      run: () => ({ content: ran.push('list').toString() }),
    });
    const page = defineAction({
      kind: 'page',
      access: 'anyone',
      answers: 'private',
      args: z.tuple([z.string()]),
      fields: z.object({ values: z.array(z.string()).optional() }),
      run: () => ({ content: ran.push('page').toString() }),
    });
    const rig = createRig({ commands: [read], actions: [page] });
    const all = [
      command('list', { model: SERVER_KEY }),
      click(`page:${SERVER_KEY}`),
      select('page:1', [`x${SERVER_KEY}`]),
    ];
    for (const each of all) await rig.router.handle(each);
    for (const each of all) expect(rig.rest.held.get(each.id)?.shown).toEqual(refused);
    const typed = typing('list', 'model', { model: SERVER_KEY });
    await rig.router.handle(typed);
    expect(ran).toEqual([]);
    expect([...rig.lines, JSON.stringify([...rig.rest.held.values()])].join()).not.toContain(
      SERVER_KEY,
    );
  });

  test('goes into the form that is for it', async () => {
    const rig = createRig({ actions: [form(true)] });
    const sent = submit('form', { key: SERVER_KEY });
    await rig.router.handle(sent);
    expect(rig.rest.held.get(sent.id)?.shown).toEqual({ content: 'kept' });
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
      suggest: {},
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

describe('bad input', () => {
  test('is told option by option, privately', async () => {
    const rig = createRig({ commands: [echo] });
    await rig.router.handle(command('echo', { word: 'x', currency: 'EUR', from: '2026-02-30' }));
    expect(onlyHeld(rig)?.ephemeral).toBe(true);
    expect(onlyHeld(rig)?.shown?.content).toMatchInlineSnapshot(`
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
      const rig = createRig({ actions: [go] });
      await rig.router.handle(click(id));
      expect(run).not.toHaveBeenCalled();
      expect(onlyHeld(rig)).toMatchObject({
        ephemeral: true,
        shown: { content: expect.stringContaining('out of date') },
      });
    },
  );

  test('an unknown command says so', async () => {
    const rig = createRig({ commands: [echo] });
    await rig.router.handle(command('gone sub'));
    expect(onlyHeld(rig)).toMatchObject({
      ephemeral: true,
      shown: { content: expect.stringContaining('/help') },
    });
  });
});

describe('clicks, selections and forms', () => {
  const page = (run: () => Reply | Promise<Reply>) =>
    defineAction({
      kind: 'page',
      access: 'viewer',
      args: z.tuple([z.string()]),
      fields: z.object({ values: z.array(z.string()).default([]) }),
      answers: 'update',
      async run({ args: [key], fields: { values } }) {
        const { content } = await run();
        return { content: `${content} ${key} ${values.join('+')}` };
      },
    });

  test('an update replaces the card', async () => {
    const rig = createRig({ actions: [page(() => ({ content: 'page' }))] });
    await rig.router.handle(select('page:a%3Ab', ['x', 'y']));
    expect(onlyHeld(rig)).toMatchObject({ first: 'update', shown: { content: 'page a:b x+y' } });
  });

  test('a failed update leaves the card and tells one person', async () => {
    const rig = createRig({
      actions: [
        page(async () => {
          await new Promise((resolve) => setTimeout(resolve, 500));
          throw new UserError('The pool is away.', { title: 'Away' });
        }),
      ],
    });
    const handled = rig.router.handle(click('page:1'));
    await vi.advanceTimersByTimeAsync(600);
    await handled;
    expect(onlyHeld(rig)).toMatchObject({
      first: 'defer-update',
      shown: null,
      followUps: [{ content: 'The pool is away.' }],
    });
  });

  test('an update that Discord does not take: the person is told what came of the click', async () => {
    const otherwise = { content: 'It was sent.' };
    const act = defineAction({
      kind: 'act',
      access: 'viewer',
      writes: true,
      args: z.tuple([]),
      fields: z.object({}),
      answers: 'update',
      run: () => ({ content: 'card', otherwise }),
    });
    const rig = createRig({ actions: [act] });
    rig.rest.nextEdits.push('silent');
    await rig.router.handle(click('act'));
    expect(onlyHeld(rig)).toMatchObject({ shown: null, followUps: [otherwise] });
    expect(rig.records).toMatchObject([{ result: 'incident' }]);
    await rig.router.handle(click('act'));
    expect([...rig.rest.held.values()].at(-1)?.shown).toEqual({ content: 'card' });
  });

  test('a form carries what was typed and picked', async () => {
    const got: unknown[] = [];
    const save = defineAction({
      kind: 'save',
      access: 'viewer',
      args: z.tuple([]),
      fields: z.object({ name: z.string(), days: z.array(z.string()) }),
      answers: 'private',
      run({ fields }) {
        got.push(fields);
        return { content: 'saved' };
      },
    });
    const rig = createRig({ actions: [save] });
    await rig.router.handle(submit('save', { name: 'Ada', days: ['mon'], more: 'x' }));
    expect(got).toEqual([{ name: 'Ada', days: ['mon'] }]);
    expect(onlyHeld(rig)).toMatchObject({ first: 'reply', ephemeral: true });
    await rig.router.handle(submit('save', { name: 'Ada' }));
    expect([...rig.rest.held.values()][1]?.shown?.content).toContain('`days`: is missing');
  });

  const opener = (
    run: () => Promise<{ modal: { custom_id: string; title: string; components: [] } }>,
  ) => defineCommand({ ...echo, opens: 'modal', options: z.object({}), run });
  const form = { modal: { custom_id: 'save', title: 'Save', components: [] as [] } };

  test('a form is the first response, however long it takes', async () => {
    const rig = createRig({
      commands: [opener(() => new Promise((resolve) => setTimeout(resolve, 2000, form)))],
    });
    const handled = rig.router.handle(command('echo'));
    await vi.advanceTimersByTimeAsync(2100);
    await handled;
    expect(onlyHeld(rig)).toMatchObject({ first: 'modal', modal: 'save' });
  });

  test('a form too late is told so, and never a deferral', async () => {
    const rig = createRig({ commands: [opener(() => new Promise(() => undefined))] });
    const handled = rig.router.handle(command('echo'));
    await vi.advanceTimersByTimeAsync(2600);
    await handled;
    expect(onlyHeld(rig)).toMatchObject({
      first: 'reply',
      ephemeral: true,
      shown: { content: expect.stringContaining('form') },
    });
  });
});

describe('failures', () => {
  test('a bug shows an incident id alone; the log has the cause', async () => {
    const { slow, fail } = controlled();
    const rig = createRig({ commands: [slow] });
    const handled = rig.router.handle(command('slow'));
    await vi.advanceTimersByTimeAsync(300);
    fail(new TypeError('x is not a function'));
    await handled;
    // Everyone saw "thinking"; only the person sees the failure.
    expect(onlyHeld(rig)?.first).toBe('withdrawn');
    const shown = onlyHeld(rig)?.followUps[0]?.content ?? '';
    const [, id = 'none'] = /`([0-9a-f]{8})`/.exec(shown) ?? [];
    expect(shown).not.toContain('function');
    expect(
      rig.lines.filter((line) => line.includes(id) && line.includes('x is not a function')),
    ).toHaveLength(1);
    expect(rig.lines.join('')).not.toContain('token-');
  });

  test('a failing context is an incident too', async () => {
    const rig = createRig({
      commands: [echo],
      contextFor: () => Promise.reject(new Error('store')),
    });
    await rig.router.handle(command('echo', { word: 'hey' }));
    expect(onlyHeld(rig)).toMatchObject({
      ephemeral: true,
      shown: { content: expect.stringContaining('incident') },
    });
  });
});

describe('autocomplete', () => {
  test('is held to 25 choices of 100 characters', async () => {
    const rig = createRig({ commands: [echo] });
    await rig.router.handle(typing('echo', 'word', { word: 'ab' }));
    const choices = onlyHeld(rig)?.choices ?? [];
    expect(choices).toHaveLength(25);
    expect(choices[0]).toEqual({ name: `${'ab0'.padEnd(99, '.')}…`, value: '0' });
  });

  test.each(['slow', 'boom'])('gives nothing when it is %s', async (typed) => {
    const rig = createRig({ commands: [echo] });
    const handled = rig.router.handle(typing('echo', 'word', { word: typed }));
    await vi.advanceTimersByTimeAsync(1100);
    await handled;
    expect(onlyHeld(rig)).toMatchObject({ first: 'choices', choices: [] });
  });

  test('has its own share of a server’s connections, and a bound for each person', async () => {
    const rig = createRig({ commands: [echo] });
    const slow = () => typing('echo', 'word', { word: 'slow' });
    const all = Array.from({ length: 10 }, () => rig.router.handle(slow()));
    await vi.advanceTimersByTimeAsync(1100);
    await Promise.all(all);
    expect(rig.rest.guilds).toEqual(Array.from({ length: 8 }, () => '400000000000000001'));
    expect(rig.records.filter(({ result }) => result === 'unanswered')).toHaveLength(2);
    // Once those are finished, there is room again.
    const next = typing('echo', 'word', { word: 'ab' });
    await rig.router.handle(next);
    expect(rig.rest.held.get(next.id)?.choices).toHaveLength(25);
  });

  test('gives nothing to those who may not use the command', async () => {
    const rig = createRig({ commands: [defineCommand({ ...echo, access: 'admin' })] });
    await rig.router.handle(typing('echo', 'word', { word: 'ab' }));
    expect(onlyHeld(rig)).toMatchObject({ first: 'choices', choices: [] });
  });
});
