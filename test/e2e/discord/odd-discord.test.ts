import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { changeWorld, confirm, told, type ChangeWorld } from '../changes/change-world.js';
import { startFront, type Front } from '../../support/proxy.js';
import { shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';

/** A Discord that omits fields and adds types: people are answered all the same. */

let house: World;
let front: Front;
let world: ChangeWorld;
let card: LoopbackMessage;

beforeAll(async () => {
  house = await startWorld({
    async env({ discord }) {
      front = await startFront(discord.apiUrl);
      return { DISCORD_API_URL: `${front.url}/api` };
    },
  });
  await house.start();
  world = await changeWorld(house);
  card = await world.askToMove();
});
afterEach(() => {
  house.discord.faults.rewrite = null;
  front.habits.instead = null;
});
afterAll(async () => {
  await house.close();
  await front.close();
});

type Payload = Record<string, unknown>;

function withMember(change: (member: Payload) => Payload): void {
  house.discord.faults.rewrite = (whole) => ({
    ...whole,
    member: change({ ...Object(whole['member']) }),
  });
}

describe('an interaction', () => {
  test('of a new type is answered in words', async () => {
    house.discord.faults.rewrite = (whole) => ({ ...whole, type: 77 });
    expect(shown(await ask(world.as('viewer'), 'help'))).toContain('doesn’t know this kind');
  });

  test('that does not say who asks gives an incident id, which the log has too', async () => {
    withMember((member) => ({ ...member, user: undefined }));
    const answer = shown(await ask(world.as('viewer'), 'help'));
    const [, id = 'none'] = /incident `([0-9a-f]{8})`/.exec(answer) ?? [];
    await expect.poll(() => house.log.filter((line) => line.includes(id))).toHaveLength(1);
  });

  test.each(['permissions', 'roles'])('without %s: reads, and confirms nothing', async (key) => {
    withMember((member) => ({ ...member, [key]: undefined }));
    expect(shown(await ask(world.as('second'), 'summary'))).toContain('# Pool summary');
    const outcome = await confirm(world, 'second', card);
    await expect.poll(() => told(outcome)).toContain('did not say which roles and permissions');
    expect(world.writes()).toEqual([]);
    expect((await world.trail()).map(({ step }) => step)).toEqual(['asked']);
    expect(world.card(card)).toContain('Waiting for confirmation');
  });

  test('with permissions as a number is as good as with a text', async () => {
    withMember((member) => ({ ...member, permissions: Number(member['permissions']) }));
    expect(shown(await ask(world.as('admin'), 'setup show'))).toContain('API key ending in');
  });
});

test('a channel that names no server, with overwrites of a new type and without deny, is read', async () => {
  const { channelId } = world;
  front.habits.instead = ({ method, url }) => {
    if (method !== 'GET' || url?.endsWith(`/channels/${channelId}`) !== true) return null;
    const overwrites = [
      { id: '1', type: 9, allow: '0', deny: '1024' },
      { id: world.guild.id, type: 0, allow: 0 },
    ];
    const body = JSON.stringify({ id: channelId, type: 0, permission_overwrites: overwrites });
    return { status: 200, body };
  };
  const checked = shown(await ask(world.as('admin'), 'setup check'));
  expect(checked).toMatch(/✅ ok[^\n]*This channel/);
});

test('after all that, the process still runs, and a Confirm is sent once', async () => {
  await confirm(world, 'second', card);
  await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
  expect(world.writes()).toHaveLength(1);
});
