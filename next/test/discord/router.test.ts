import { Keyv } from 'keyv';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { UserError } from '../../src/errors.js';
import { PoolError } from '../../src/pool/pool-error.js';
import { eraseAction, eraseCommand, type Answer, type Caller } from '../../src/discord/command.js';
import { customId } from '../../src/discord/custom-id.js';
import type { Incoming } from '../../src/discord/incoming.js';
import { createMemory } from '../../src/discord/memory.js';
import { text } from '../../src/discord/options.js';
import { createRouter, type RouterParts } from '../../src/discord/router.js';
import { fakeIncoming, settle, standingClock } from './support.js';

let clock = standingClock();
let answer: () => Promise<Answer> = () => Promise.resolve({ content: 'done' });
let runs: unknown[] = [];
let records: object[] = [];
let lines: object[] = [];

beforeEach(() => {
  clock = standingClock();
  answer = () => Promise.resolve({ content: 'done' });
  runs = [];
  records = [];
  lines = [];
});

const run = (ran: unknown) => {
  runs.push(ran);
  return answer();
};
const about = { description: 'What it does', access: 'viewer', examples: [] } as const;
const site = z.object({ site: text('Site').optional() });
const commands = [
  eraseCommand<Caller, typeof site>({
    ...about,
    name: 'summary',
    audience: 'choose',
    options: site,
    autocomplete: {
      site: async (typed, _, others) => [
        { label: `${typed} Ridge ${JSON.stringify(others)}`, value: 'ridge' },
        { label: 'Long', value: 'x'.repeat(101) },
      ],
    },
    run,
  }),
  eraseCommand<Caller, typeof site>({
    ...about,
    name: 'subaccount move',
    access: 'manager',
    audience: 'everyone',
    writes: true,
    options: site,
    run,
  }),
  eraseCommand<Caller, typeof site>({
    ...about,
    name: 'setup key',
    audience: 'private',
    opensForm: true,
    options: site,
    run,
  }),
];
const args = z.tuple([z.string()]);
const actions = (
  [
    ['refresh', 'update', false],
    ['confirm', 'update', true],
    ['details', 'private', false],
    ['show', 'everyone', false],
    ['edit', 'form', false],
  ] as const
).map(([kind, answers, writes]) =>
  eraseAction<Caller, typeof args>({ kind, access: 'viewer', answers, writes, args, run }),
);

function router(parts: Partial<RouterParts<Caller>> = {}) {
  return createRouter<Caller>({
    commands,
    actions,
    contextOf: (caller) => Promise.resolve(caller),
    refuse: () => null,
    errorCard: (error) => ({
      card: { title: error instanceof UserError ? error.title : String(error) },
      canRetry: error instanceof PoolError,
    }),
    memoryOf: createMemory(new Keyv()),
    isMember: () => true,
    mention: (text) => text,
    clock,
    log: {
      info: (line: object) => void lines.push(line),
      warn: (line: object) => void lines.push(line),
      error: (line: object) => void lines.push(line),
    },
    metrics: {
      interactions: { inc: (labels) => void records.push(labels) },
      firstResponse: { observe: (labels, seconds) => void records.push({ ...labels, seconds }) },
    },
    ...parts,
  });
}

const command = (name: string, options: Record<string, unknown> = {}, fields = {}) =>
  fakeIncoming({ kind: 'command', name, options }, fields);
const clickOn = (customId: string, fields: Partial<Incoming> = {}) =>
  fakeIncoming({ kind: 'click', customId, selected: [], fields: {} }, fields);
const click = (kind: string, fields: Partial<Incoming> = {}) =>
  clickOn(customId(kind, 'arg'), fields);

async function serve(
  { incoming, shown }: ReturnType<typeof fakeIncoming>,
  parts: Partial<RouterParts<Caller>> = {},
): Promise<string[]> {
  router(parts).handle(incoming);
  await settle();
  return shown;
}

/** An answer that comes when the test says so. */
function later() {
  const { promise, resolve, reject } = withResolvers();
  answer = () => promise;
  return { resolve, reject };
}

function withResolvers() {
  let resolve: (answer: Answer) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Answer>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

describe('a command', () => {
  it('that answers at once is a reply', async () => {
    expect(await serve(command('summary', { site: 'North' }))).toEqual(['reply done']);
    expect(runs).toEqual([{ site: 'North' }]);
    expect(records).toEqual([
      { command: 'summary', seconds: 0 },
      { command: 'summary', outcome: 'ok' },
    ]);
    expect(lines).toEqual([
      { command: 'summary', guild: 'guild', user: 'vera', ms: 0, outcome: 'ok' },
    ]);
  });

  it('that takes longer is deferred, then edited', async () => {
    const { resolve } = later();
    const shown = await serve(command('summary'));
    await clock.pass(250);
    expect(shown).toEqual(['defer']);
    resolve({ content: 'late' });
    await settle();
    expect(shown).toEqual(['defer', 'edit late']);
  });

  it('answers privately where that is asked for', async () => {
    later();
    const shown = await serve(command('summary', { private: true }));
    await clock.pass(250);
    expect(shown).toEqual(['defer private']);
    expect(runs).toEqual([{}]);
  });

  it('of a private audience answers privately', async () => {
    expect(await serve(command('setup key'))).toEqual(['reply done private']);
  });

  it('whose receipt was lost is completed by an edit', async () => {
    const shown = await serve(command('summary', {}, { reply: () => Promise.resolve('already') }));
    expect(shown).toEqual(['edit done']);
  });

  it('that came too late is not answered', async () => {
    const shown = await serve(command('summary', {}, { reply: () => Promise.resolve('gone') }));
    expect(shown).toEqual([]);
    expect(records).toEqual([{ command: 'summary', outcome: 'unanswered' }]);
  });

  it('that is unknown says to run the command again', async () => {
    expect(await serve(command('gone'))).toEqual(['reply Too late private']);
  });

  it('with a wrong option says so privately', async () => {
    expect(await serve(command('summary', { site: '' }))).toEqual(['reply Check the site private']);
  });

  it('is told where its answer stands', async () => {
    const places: unknown[] = [];
    const onPosted = async (place: unknown) => void places.push(place);
    answer = () => Promise.resolve({ content: 'card', onPosted });
    await serve(command('summary'));
    await serve(command('summary', { private: true }));
    await serve(click('refresh'));
    expect(places).toEqual([
      { channelId: 'channel', messageId: 'answer' },
      { channelId: 'channel', messageId: 'clicked' },
    ]);
  });
});

describe('a write', () => {
  it('is deferred before it runs', async () => {
    const { incoming, shown } = command('subaccount move');
    answer = () => {
      shown.push('runs');
      return Promise.resolve({ content: 'card' });
    };
    expect(await serve({ incoming, shown })).toEqual(['defer', 'runs', 'edit card']);
  });

  it('does not run where Discord no longer takes the answer', async () => {
    await serve(command('subaccount move', {}, { defer: () => Promise.resolve('gone') }));
    expect(runs).toEqual([]);
    expect(records).toEqual([{ command: 'subaccount move', outcome: 'unanswered' }]);
  });

  it('does not run where another delivery of it is being served', async () => {
    await serve(command('subaccount move', {}, { defer: () => Promise.resolve('already') }));
    expect(runs).toEqual([]);
    expect(records).toEqual([{ command: 'subaccount move', outcome: 'duplicate' }]);
  });

  it('that is refused is told privately, in place of the public waiting', async () => {
    answer = () => Promise.reject(new UserError('#2 is still open', 'Confirm it first.'));
    expect(await serve(command('subaccount move'))).toEqual([
      'defer',
      'withdraw',
      'follow up #2 is still open private',
    ]);
  });
});

describe('who may not', () => {
  const managersOnly = new UserError('Managers only', 'Ask an admin.');

  it('is refused before anything runs', async () => {
    const refuse = (access: string) => (access === 'manager' ? managersOnly : null);
    expect(await serve(command('subaccount move'), { refuse })).toEqual([
      'reply Managers only private',
    ]);
    expect(runs).toEqual([]);
  });

  it('is refused at a click, which leaves the message', async () => {
    expect(await serve(click('refresh'), { refuse: () => managersOnly })).toEqual([
      'reply Managers only private',
    ]);
  });

  it('is offered nothing while typing', async () => {
    const asked = { kind: 'completion', name: 'summary', option: 'site', options: {} } as const;
    expect(await serve(fakeIncoming(asked), { refuse: () => managersOnly })).toEqual(['choices']);
  });

  it('is told where the bot itself is not in the server', async () => {
    expect(await serve(command('summary'), { isMember: () => false })).toEqual([
      'reply Pitboss isn’t in this server private',
    ]);
  });
});

describe('a failure', () => {
  it('of a read can be tried again, with the same options', async () => {
    answer = () => Promise.reject(new PoolError('unreachable'));
    const incoming = command('summary', { site: 'North' });
    let again = '';
    const reply: Incoming['reply'] = ({ body }) => {
      again = JSON.stringify(body.components).match(/again:[^"]+/)?.[0] ?? '';
      return Promise.resolve('taken');
    };
    await serve({ ...incoming, incoming: { ...incoming.incoming, reply } });
    answer = () => Promise.resolve({ content: 'figures' });
    expect(await serve(clickOn(again))).toEqual(['reply figures']);
    expect(runs).toEqual([{ site: 'North' }, { site: 'North' }]);
    expect(records).toContainEqual({ command: 'summary', outcome: 'pool-failed' });
  });

  it('of a private read is tried again privately', async () => {
    expect(await serve(clickOn(customId('again', 'summary', 'private', '.e30')))).toEqual([
      'reply done private',
    ]);
  });

  it('of a write cannot be tried again', async () => {
    answer = () => Promise.reject(new PoolError('unreachable'));
    const shown = await serve(command('subaccount move'));
    expect(shown.at(-1)).toBe('follow up PoolError: pool: unreachable private');
  });

  it('that nobody foresaw is logged once, with the incident that is shown', async () => {
    answer = () => Promise.reject(new Error('bug'));
    const errorCard = (_: unknown, incident: string) => ({
      card: { title: `Incident ${incident}` },
      canRetry: false,
    });
    const [shown] = await serve(command('summary'), { errorCard });
    const [, incident] = /^reply Incident ([a-z0-9]{5}) private$/.exec(shown ?? '') ?? [];
    expect(lines).toMatchObject([
      { err: { message: 'bug' }, incident, command: 'summary' },
      { outcome: 'incident' },
    ]);
  });

  it('of Discord is logged', async () => {
    const reply = () => Promise.reject(new Error('connect ECONNREFUSED'));
    await serve(command('summary', {}, { reply }));
    expect(lines.at(-1)).toMatchObject({ outcome: 'unanswered' });
  });
});

describe('a click', () => {
  it('edits its message', async () => {
    expect(await serve(click('refresh'))).toEqual(['update done']);
  });

  it('that takes longer is deferred as an update', async () => {
    const { resolve } = later();
    const shown = await serve(click('refresh'));
    await clock.pass(250);
    resolve({ content: 'late' });
    await settle();
    expect(shown).toEqual(['defer update', 'edit late']);
  });

  it('that fails is answered privately and leaves its message', async () => {
    answer = () => Promise.reject(new UserError('Too late', 'It expired.'));
    expect(await serve(click('refresh'))).toEqual(['reply Too late private']);
    expect(await serve(click('confirm'))).toEqual(['defer update', 'follow up Too late private']);
  });

  it('answers privately or for everyone, as its action says', async () => {
    expect(await serve(click('details'))).toEqual(['reply done private']);
    expect(await serve(click('show'))).toEqual(['reply done']);
  });

  it('of a form without a message is a new answer', async () => {
    expect(await serve(click('refresh', { hasMessage: false }))).toEqual(['reply done']);
  });

  it('on a button of an earlier version says to run the command again', async () => {
    expect(await serve(click('gone'))).toEqual(['reply Too late private']);
  });
});

describe('a form', () => {
  const form = { form: 'key', title: 'API key', fields: [] };

  it('is the first response', async () => {
    answer = () => Promise.resolve(form);
    expect(await serve(command('setup key'))).toEqual(['form key']);
    expect(await serve(click('edit'))).toEqual(['form key']);
  });

  it('is waited for longer than an answer', async () => {
    const { resolve } = later();
    const shown = await serve(click('edit'));
    await clock.pass(1_900);
    resolve(form);
    await settle();
    expect(shown).toEqual(['form key']);
  });

  it('that comes too late to be opened is told', async () => {
    const { resolve } = later();
    const shown = await serve(click('edit'));
    await clock.pass(2_000);
    resolve(form);
    await settle();
    expect(shown).toEqual(['defer private', 'edit That took too long']);
  });

  it('may give way to an answer', async () => {
    expect(await serve(click('edit'))).toEqual(['reply done private']);
  });
});

describe('while somebody types', () => {
  const typing = (option: string) =>
    fakeIncoming({
      kind: 'completion',
      name: 'summary',
      option,
      options: { site: 'Cedar', currency: 'BTC' },
    });

  it('choices are offered, without those that Discord would refuse', async () => {
    expect(await serve(typing('site'))).toEqual(['choices Cedar Ridge {"currency":"BTC"}']);
  });

  it('nothing is offered for an option without choices', async () => {
    expect(await serve(typing('other'))).toEqual(['choices']);
  });

  it('nothing is offered rather than late', async () => {
    const contextOf = () => new Promise<Caller>(() => undefined);
    const shown = await serve(typing('site'), { contextOf });
    await clock.pass(1_000);
    expect(shown).toEqual(['choices']);
  });
});

it('the router is settled once everything is answered', async () => {
  const { resolve } = later();
  const { handle, settled } = router();
  let isSettled = false;
  handle(command('summary').incoming);
  void settled().then(() => (isSettled = true));
  await settle();
  expect(isSettled).toBe(false);
  resolve({ content: 'done' });
  await settle();
  expect(isSettled).toBe(true);
});
