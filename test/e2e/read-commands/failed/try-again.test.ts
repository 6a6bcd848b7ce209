import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readings } from '../readings.js';
import { idOf, shown } from '../../shown.js';
import { ask, settledOf, startConnectedWorld, type World } from '../../world.js';

let world: World;
beforeAll(async () => {
  world = await startConnectedWorld();
});
afterEach(() => {
  world.pool.faults.always = null;
  world.pool.faults.only = null;
  expect(world.discord.refusals).toEqual([]);
});
afterAll(() => world.close());

const TRY_AGAIN = 'Try again';

describe('Try again, after a pool that failed', () => {
  test('stands under every reading command, and runs it', async () => {
    const there = world.neighbour({ miners: 60 });
    await there.connect();
    world.pool.faults.always = 404;
    const asked = await Promise.all(
      readings(there).map(async (reading) => {
        const outcome = await there.as('viewer').command(reading.path, reading.options);
        return { ...reading, failure: await outcome.settled(isWhole, 35_000) };
      }),
    );
    world.pool.faults.always = null;
    for (const { path, heading, failure } of asked) {
      expect.soft(shown(failure), path).toContain(`[${TRY_AGAIN}]`);
      const outcome = await there.as('viewer').click(failure, idOf(failure, TRY_AGAIN));
      const answer = await outcome.settled(isWhole, 35_000);
      expect.soft(shown(answer), path).toMatch(heading);
      expect.soft(answer.ephemeralFor, path).toBeNull();
    }
  }, 120_000);

  test('keeps the options, and what was asked for in private stays private', async () => {
    const options = { currency: 'LTC_DOGE', private: true };
    world.pool.faults.always = 404;
    const failure = await ask(world.as('viewer'), 'summary', options);
    const failedAgain = await settledOf(
      world.as('viewer').click(failure, idOf(failure, TRY_AGAIN)),
    );
    expect(shown(failedAgain)).toContain('404');
    world.pool.faults.always = null;
    const answer = await settledOf(
      world.as('viewer').click(failedAgain, idOf(failedAgain, TRY_AGAIN)),
    );
    expect(shown(answer)).toContain('LTC');
    expect(answer.ephemeralFor).toBe(world.people.viewer.id);
  });

  test('pressed by somebody else it answers that person alone', async () => {
    world.pool.faults.only = ({ path }) => path.includes('derivatives');
    world.pool.faults.always = 404;
    const part = await ask(world.as('viewer'), 'balances');
    expect(part.ephemeralFor).toBeNull();
    expect(shown(part)).toContain('# Pool balance');
    world.pool.faults.always = null;
    const others = await settledOf(world.as('manager').click(part, idOf(part, TRY_AGAIN)));
    expect(others.ephemeralFor).toBe(world.people.manager.id);
    expect(shown(others)).toContain('Effective margin');
    expect(shown(others)).not.toContain(TRY_AGAIN);
    const own = await settledOf(world.as('viewer').click(part, idOf(part, TRY_AGAIN)));
    expect(own.ephemeralFor).toBeNull();
  });

  test('turns the page that could not be turned', async () => {
    const list = await ask(world.as('viewer'), 'miners list');
    world.pool.faults.always = 404;
    const failure = await settledOf(world.as('viewer').click(list, idOf(list, 'Next')));
    world.pool.faults.always = null;
    const page = await settledOf(world.as('viewer').click(failure, idOf(failure, TRY_AGAIN)));
    expect(shown(page)).toContain('Page 2');
  });

  test('never under a write, nor where asking again says the same', async () => {
    world.pool.faults.always = 404;
    const actionId = '0b5d1c4e-0000-4000-8000-000000000001';
    const follow = await ask(world.as('viewer'), 'action follow', { id: actionId });
    expect(shown(follow)).toContain('404');
    expect(shown(follow)).not.toContain(TRY_AGAIN);
    const move = { subaccount: 'a', site: 'b' };
    const moved = await ask(world.as('manager'), 'subaccount move', move);
    expect(shown(moved)).not.toContain(TRY_AGAIN);
    const typed = await ask(world.as('viewer'), 'revenue', { from: 'someday' });
    expect(shown(typed)).not.toContain(TRY_AGAIN);
  });
});

function isWhole({ thinking, embeds }: { thinking: boolean; embeds: readonly unknown[] }): boolean {
  const [first] = embeds;
  const title =
    typeof first === 'object' && first !== null && 'title' in first ? first.title : undefined;
  return !thinking && title !== 'Exporting miners';
}
