import type { APIInteraction } from 'discord-api-types/v10';
import { Keyv } from 'keyv';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { defineAction, defineCommand, type Context } from '../../commands/define.js';
import { createMemory } from '../../commands/button-memory.js';
import { text } from '../../commands/shared/options.js';
import { createMovableClock } from '../../sandbox/movable-clock.js';
import type { Answer } from '../../src/discord/command.js';
import type { Reply } from '../../src/discord/reply.js';
import { createRouter, type RouterParts } from '../../src/discord/router.js';
import { UserError } from '../../src/errors.js';
import { createMetrics } from '../../src/ops/metrics.js';
import { PoolError } from '../../src/pool/pool-error.js';
import { click, command, fakeResponses, submit } from './support.js';

let clock = createMovableClock({ startAt: 0, ticking: false });
let answer: () => Promise<Answer>;
let runs: unknown[] = [];
let lines: object[] = [];

beforeEach(() => {
  clock = createMovableClock({ startAt: 0, ticking: false });
  answer = async () => ({ content: 'done' });
  runs = [];
  lines = [];
});

const run = (ran: unknown) => {
  runs.push(ran);
  return answer();
};
const memoryOf = createMemory(new Keyv());
const about = { description: 'What it does', access: 'viewer', run } as const;
const options = z.object({ site: text('Site').optional() });
const commands = [
  defineCommand({
    ...about,
    name: 'summary',
    options,
    autocomplete: {
      site: async (typed) => [
        { label: `${typed} Ridge`, value: 'ridge' },
        { label: 'Long', value: 'x'.repeat(101) },
      ],
    },
  }),
  defineCommand({
    ...about,
    name: 'subaccount move',
    access: 'manager',
    audience: 'everyone',
    writes: true,
    options,
  }),
  defineCommand({ ...about, name: 'setup key', audience: 'form' }),
];
const args = z.tuple([z.string()]);
const actions = [
  { kind: 'refresh', answers: 'update' },
  { kind: 'confirm', answers: 'update', writes: true },
  { kind: 'show', answers: 'everyone' },
  { kind: 'edit', answers: 'form' },
] as const;

const log = (line: object) => void lines.push(line);
const outcomes = () => lines.flatMap((line) => ('outcome' in line ? line.outcome : []));

function router(parts: Partial<RouterParts<Context>> = {}) {
  return createRouter<Context>({
    commands,
    actions: actions.map((action) => defineAction({ access: 'viewer', args, run, ...action })),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these commands use no more
    admit: async (_, caller) => ({ ...caller, ...memoryOf(caller.guildId) }) as Context,
    errorCard: (error, incident) => ({
      title: error instanceof UserError ? error.title : `Incident ${incident}`,
    }),
    memoryOf,
    mention: (words) => words,
    clock,
    log: { info: log, warn: log, error: log },
    metrics: createMetrics(),
    ...parts,
  });
}

/** What the person sees, now and later. */
async function serve(
  payload: APIInteraction,
  { responses, seen } = fakeResponses(),
  parts: Partial<RouterParts<Context>> = {},
): Promise<string[]> {
  router(parts).handle(payload, responses);
  await nextTurn();
  return seen;
}

describe('an answer', () => {
  test.each<[string, APIInteraction, string]>([
    ['a form without a message is a new answer', submit('refresh:1'), 'show done everyone'],
    ['a button may answer for everyone', click('show:1'), 'show done everyone'],
    ['an unknown command is told', command('gone'), 'fail Too late'],
  ])('to %s', async (_, payload, shown) => {
    expect(await serve(payload)).toEqual([shown]);
  });

  it('is logged with who asked, without what was typed', async () => {
    await serve(command('summary', { site: 'North' }));
    expect(runs).toEqual([{ site: 'North' }]);
    expect(lines).toEqual([
      { command: 'summary', guild: 'guild', user: 'vera', ms: 0, outcome: 'ok' },
    ]);
  });

  it('is told where it stands, unless it is private', async () => {
    const places: unknown[] = [];
    const card: Reply = { content: 'card', onPosted: async (place) => void places.push(place) };
    answer = async () => card;
    await serve(command('summary'));
    await serve(command('summary', { private: true }));
    expect(places).toEqual([{ channelId: 'channel', messageId: 'answer' }]);
  });

  it('is counted as unanswered where Discord no longer takes it', async () => {
    expect(await serve(command('summary'), fakeResponses('gone'))).toEqual([]);
    expect(outcomes()).toEqual(['unanswered']);
  });
});

describe('a write', () => {
  const move = command('subaccount move');

  it('runs once it was acknowledged', async () => {
    const fake = fakeResponses();
    answer = async () => {
      fake.seen.push('runs');
      return { content: 'card' };
    };
    expect(await serve(move, fake)).toEqual(['defer everyone', 'runs', 'show card everyone']);
  });

  it.each([
    ['Discord no longer takes the answer', 'gone', 'unanswered'],
    ['another delivery of it is being served', 'already', 'duplicate'],
    ['Discord is not reached', new Error('connect ECONNREFUSED'), 'unanswered'],
  ] as const)('does not run where %s', async (_, first, outcome) => {
    await serve(move, fakeResponses(first));
    expect(runs).toEqual([]);
    expect(outcomes()).toEqual([outcome]);
  });

  it('that fails is told, without a way to try again', async () => {
    answer = () => Promise.reject(new PoolError('unreachable'));
    const { responses, seen } = fakeResponses();
    const rows: unknown[] = [];
    const fail: typeof responses.fail = async ({ body }) => void rows.push(body.components);
    await serve(move, { responses: { ...responses, fail }, seen });
    expect(rows).toEqual([[]]);
  });
});

describe('who may not', () => {
  const admit = () => Promise.reject(new UserError('Managers only', 'Ask an admin.'));

  test.each([
    ['a command', command('subaccount move'), 'fail Managers only'],
    ['a click', click('confirm:1'), 'fail Managers only'],
    ['typing', command('summary', { site: 'n' }, 'site'), 'offer '],
  ])('is refused at %s before anything runs', async (_, payload, shown) => {
    expect(await serve(payload, fakeResponses(), { admit })).toEqual([shown]);
    expect(runs).toEqual([]);
  });
});

describe('a failure', () => {
  it('of a read can be tried again, with the same options and audience', async () => {
    answer = () => Promise.reject(new PoolError('unreachable'));
    const { responses, seen } = fakeResponses();
    let again = '';
    const fail: typeof responses.fail = async ({ body }) => {
      again = /again:[^"]+/.exec(JSON.stringify(body.components))?.[0] ?? '';
    };
    const payload = command('summary', { site: 'North', private: true });
    await serve(payload, { responses: { ...responses, fail }, seen });
    answer = async () => ({ content: 'figures' });
    expect(await serve(click(again))).toEqual(['show figures private']);
    expect(runs).toEqual([{ site: 'North' }, { site: 'North' }]);
    expect(outcomes()).toEqual(['pool-failed', 'ok']);
  });

  it('that nobody foresaw is logged once, with the incident that is shown', async () => {
    answer = () => Promise.reject(new Error('bug'));
    const [shown] = await serve(command('summary'));
    const [, incident] = /^fail Incident ([a-z0-9]{5})$/.exec(shown ?? '') ?? [];
    expect(lines).toMatchObject([
      { err: { message: 'bug' }, incident, command: 'summary' },
      { outcome: 'incident' },
    ]);
  });
});

test.each([
  [click('edit:1'), 1_900, ['form key']],
  [command('setup key'), 1_900, ['form key']],
  [click('edit:1'), 2_000, ['defer form', 'fail That took too long']],
])('a form is opened while it can be, else that is told (case %#)', async (payload, ms, shown) => {
  let arrive: (late: Answer) => void = () => {};
  answer = () => new Promise((resolve) => (arrive = resolve));
  const seen = await serve(payload);
  await clock.advance(ms);
  arrive({ form: 'key', title: 'API key', fields: [] });
  await nextTurn();
  expect(seen).toEqual(shown);
});

describe('while somebody types', () => {
  const typing = command('summary', { site: 'Cedar', currency: 'BTC' }, 'site');

  it('choices are offered, without those that Discord would refuse', async () => {
    expect(await serve(typing)).toEqual(['offer Cedar Ridge']);
  });

  it('nothing is offered rather than late', async () => {
    const admit = () => new Promise<Context>(() => undefined);
    const seen = await serve(typing, fakeResponses(), { admit });
    await clock.advance(1_000);
    expect(seen).toEqual(['offer ']);
  });
});
