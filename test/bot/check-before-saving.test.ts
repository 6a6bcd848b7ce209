import { beforeEach, describe, expect, test } from 'vitest';
import { checkBeforeSaving } from '../../src/bot/check-before-saving.js';
import { trailOf } from '../../src/changes/trail/stored-trail.js';
import {
  createChangesHarness,
  GUILD,
  type ChangesHarness,
} from '../changes/fakes/changes-harness.js';

/** What commands save outside of the trail, asked for before the bot was removed. */

const REFUSED = /was removed from this server meanwhile, so nothing was saved/;

let world: ChangesHarness;
let saved: string[];
let rooms: ReturnType<typeof checkBeforeSaving>;

/** A room of which every method notes that it saved something. */
const room = (name: string): object =>
  new Proxy(
    {},
    {
      ownKeys: () => [],
      get: (_, method) => async () => saved.push(`${name}.${String(method)}`),
    },
  );

beforeEach(async () => {
  world = createChangesHarness();
  saved = [];
  await world.askToMove();
  const check = await world.changes.settings.guardMembership(GUILD);
  const unguarded = { alerts: room('alerts'), daily: room('daily'), follow: room('follow') };
  rooms = checkBeforeSaving(Object(unguarded), check);
});

const request = Object({ guildId: GUILD });
const SAVES: Record<string, () => Promise<unknown>> = {
  'alerts.changeRules': () => rooms.alerts.changeRules(GUILD, (now) => now),
  'alerts.change': () => rooms.alerts.change(GUILD, (now) => now),
  'daily.change': () => rooms.daily.change(GUILD, (now) => now),
  'follow.begin': () => rooms.follow.begin(request),
  'follow.beginPrivately': () => rooms.follow.beginPrivately(GUILD),
};

const REMOVALS: Record<string, () => unknown> = {
  'that another process entered': () => world.start().settings.disconnect(GUILD, 'bot-removed'),
  'that this process was told of alone': () => (world.gateway.membership = 1),
  'and not back': () => (world.gateway.membership = null),
};

describe.each(Object.entries(SAVES))('%s', (name, save) => {
  test.each(Object.entries(REMOVALS))('after a removal %s is refused', async (_, remove) => {
    await remove();
    await expect(save()).rejects.toThrow(REFUSED);
    expect(saved).toEqual([]);
  });

  test('is done without one', async () => {
    await save();
    expect(saved).toEqual([name]);
  });
});

test('while the trail is broken what this process was told counts alone', async () => {
  const entries = world.store.streams.get(trailOf(GUILD)) ?? [];
  entries[0] = 'nonsense';
  const restarted = world.start();
  const check = await restarted.settings.guardMembership(GUILD);
  await check();
  world.gateway.membership = 1;
  await expect(check()).rejects.toThrow(REFUSED);
});
