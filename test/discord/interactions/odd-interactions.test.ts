import { InteractionType, type APIInteraction } from 'discord-api-types/v10';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineAction, defineCommand } from '../../../src/command.js';
import { click, command, select, submit, typing } from './interactions.js';
import { createHarness } from './router-harness.js';
import { guildSettings } from '../../../src/domain/guild/guild-settings.js';

/** Discord adds types and omits fields; people waiting are answered all the same. */

/** Whose writes ran, in order, and where anything ran. */
const written: string[] = [];
const places: unknown[] = [];
beforeEach(() => void [written, places].map((list) => list.splice(0)));

const writing = { examples: [], writes: true, access: 'viewer' } as const;
const write = defineCommand({
  ...writing,
  name: 'write',
  description: 'Changes something',
  audience: 'public',
  options: z.object({ word: z.string().describe('What') }),
  autocomplete: { word: async () => [{ name: 'one', value: 'one' }] },
  run(_options, { member }) {
    written.push(member.userId);
    return { content: 'written' };
  },
});
const read = defineCommand({
  ...write,
  name: 'read',
  writes: false,
  run: () => ({ content: 'read' }),
});
const press = defineAction({
  kind: 'press',
  access: 'anyone',
  writes: true,
  answers: 'update',
  args: z.tuple([z.string()]),
  fields: z.object({ values: z.array(z.string()).optional(), text: z.string().optional() }),
  run(_input, { member }) {
    written.push(member.userId);
    return { content: 'pressed' };
  },
});
const settings = guildSettings.parse({});
const createOddHarness = () =>
  createHarness({
    commands: [write, read],
    actions: [press],
    async contextFor(caller) {
      places.push(caller.guildId, caller.channelId, caller.member.userId);
      return Object({ ...caller, settings, holdsKey: () => false });
    },
  });

const WHOLE = [
  () => command('write', { word: 'one' }, { manageGuild: true }),
  () => command('read', { word: 'one' }),
  () => click('press:1'),
  () => select('press:1', ['x']),
  () => submit('press:1', { text: 'x' }),
  () => typing('write', 'word', { word: 'o' }),
];

/** JSON that doesn't belong there. */
const odd = fc.oneof(
  fc.constant(undefined),
  fc.constant(null),
  fc.integer({ min: -5, max: 200 }),
  fc.string({ maxLength: 5 }),
  fc.boolean(),
  fc.constant([]),
  fc.constant({}),
  fc.constant([null]),
);

const SNOWFLAKE = /^\d{17,20}$/;

interface Change {
  /** Which of all places in the payload, wrapping around. */
  readonly at: number;
  readonly value: unknown;
}

/** All paths through the payload, such as `['member', 'roles']`. */
function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...pathsOf(inner).map((path) => [key, ...path]),
  ]);
}

function changed(whole: APIInteraction, changes: readonly Change[]): APIInteraction {
  const copy: unknown = structuredClone(whole);
  const paths = pathsOf(copy);
  for (const { at, value } of changes) {
    const path = paths[at % paths.length] ?? [];
    let holder: unknown = copy;
    for (const key of path.slice(0, -1)) {
      if (typeof holder !== 'object' || holder === null) break;
      holder = Reflect.get(holder, key);
    }
    const last = path.at(-1);
    if (typeof holder === 'object' && holder !== null && last !== undefined) {
      if (value === undefined) Reflect.deleteProperty(holder, last);
      else Reflect.set(holder, last, value);
    }
  }
  // The router gets whatever came over the wire, whatever its type says.
  return Object(copy);
}

const areRightsLegible = ({ member }: APIInteraction): boolean =>
  z
    .object({ roles: z.array(z.string()), permissions: z.union([z.string(), z.int()]) })
    .safeParse(member).success;

test('whatever is missing or odd: never thrown, answered once or logged, nothing written without rights', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: WHOLE.length - 1 }),
      fc.array(fc.record({ at: fc.nat(200), value: odd }), { minLength: 1, maxLength: 3 }),
      async (which, changes) => {
        written.splice(0);
        const harness = createOddHarness();
        const given = changed(WHOLE[which]?.() ?? click('press:1'), changes);
        await harness.router.handle(given);
        const { id, token, type } = given;
        const isAnswerable = [id, token].every((each) => typeof each === 'string' && each !== '');
        // PING is for HTTP, and isn't answered here.
        if (isAnswerable && type !== InteractionType.Ping) expect(harness.rest.held.size).toBe(1);
        else expect(harness.rest.held.size).toBe(0);
        if (!isAnswerable) expect(harness.lines.join('\n')).toContain('cannot be answered');
        if (!areRightsLegible(given)) expect(written).toEqual([]);
        for (const place of places.splice(0)) expect(place).toMatch(SNOWFLAKE);
        expect(harness.lines.join('\n')).not.toContain('router failed');
      },
    ),
    { numRuns: 3_000 },
  );
});

const only = (harness: ReturnType<typeof createHarness>) => [...harness.rest.held.values()][0];
const without = (given: APIInteraction, ...keys: string[]): APIInteraction =>
  Object({
    ...given,
    member: Object({ ...given.member, ...Object.fromEntries(keys.map((key) => [key, undefined])) }),
  });

describe('a member', () => {
  test.each(['permissions', 'roles'])('without %s reads, and changes nothing', async (key) => {
    const harness = createOddHarness();
    await harness.router.handle(without(command('read', { word: 'one' }), key));
    expect(only(harness)?.shown?.content).toBe('read');
    const asking = createOddHarness();
    await asking.router.handle(
      without(command('write', { word: 'one' }, { manageGuild: true }), key),
    );
    expect(only(asking)).toMatchObject({
      ephemeral: true,
      shown: { content: expect.stringContaining('did not say which roles') },
    });
    expect(written).toEqual([]);
  });

  test('with permissions as a number has them', async () => {
    const harness = createHarness({ commands: [defineCommand({ ...write, access: 'admin' })] });
    const given = command('write', { word: 'one' });
    await harness.router.handle(
      Object({ ...given, member: Object({ ...given.member, permissions: 32 }) }),
    );
    expect(written).toHaveLength(1);
  });

  test('without a name goes by their id', async () => {
    const harness = createOddHarness();
    const given = command('write', { word: 'one' });
    const user = { id: '900000000000000001' };
    await harness.router.handle(Object({ ...given, member: Object({ ...given.member, user }) }));
    expect(written).toEqual(['900000000000000001']);
  });
});

test('who cannot be told apart is given an incident id, and the log the cause', async () => {
  const harness = createOddHarness();
  await harness.router.handle(without(click('press:1'), 'user'));
  const [, id = 'none'] =
    /incident `([0-9a-f]{8})`/.exec(only(harness)?.shown?.content ?? '') ?? [];
  expect(only(harness)?.ephemeral).toBe(true);
  expect(harness.lines.filter((line) => line.includes(id))).toHaveLength(1);
  expect(harness.records).toMatchObject([{ kind: 'click', result: 'incident' }]);
  expect(written).toEqual([]);
});

const noId = fc
  .oneof(odd, fc.constantFrom('x:y/../z', '4'.repeat(16), '4'.repeat(21), '４'.repeat(18), 4e17))
  .filter((value) => value !== undefined);

test('a server, channel or person whose id is none: nothing is looked up for it or written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(['guild_id'], ['channel', 'id'], ['member', 'user', 'id']),
      fc.integer({ min: 0, max: WHOLE.length - 1 }),
      noId,
      async (path, which, value) => {
        const harness = createOddHarness();
        const given = WHOLE[which]?.() ?? click('press:1');
        const holder = path.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key), given);
        Reflect.set(holder, path.at(-1) ?? '', value);
        await harness.router.handle(given);
        expect(places).toEqual([]);
        expect(written).toEqual([]);
        expect(harness.rest.held.size).toBe(1);
      },
    ),
  );
});

test('a type of interaction that is new is answered in words', async () => {
  const harness = createOddHarness();
  await harness.router.handle(Object({ ...click('press:1'), type: 77 }));
  expect(only(harness)).toMatchObject({
    ephemeral: true,
    shown: { content: expect.stringContaining('doesn’t know this kind of request') },
  });
  expect(harness.records).toMatchObject([{ kind: 'other', result: 'refused' }]);
});

test.each([[null], [undefined], ['x'], [7], [[]], [{}]])(
  '%j is logged, and ends nothing',
  async (given) => {
    const harness = createOddHarness();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no interaction at all, which no type allows
    await harness.router.handle(given as unknown as APIInteraction);
    expect(harness.lines.join('\n')).toContain('cannot be answered');
  },
);
