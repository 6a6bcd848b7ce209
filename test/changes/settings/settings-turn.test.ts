import { beforeEach, describe, expect, test } from 'vitest';
import { createSettingsTurn } from '../../../src/changes/settings/settings-turn.js';
import { createWorld, GUILD, type World } from '../fakes/world.js';

let world: World;

beforeEach(() => {
  world = createWorld();
});

describe('a turn', () => {
  const turnOf = (looks: { count: number }) =>
    createSettingsTurn({
      store: world.store,
      clock: world.clock,
      pause: async () => void looks.count++,
    });

  test('that another keeps is waited for, and then refused in words', async () => {
    const looks = { count: 0 };
    const turn = turnOf(looks);
    const inside = async () => {
      const work = () => Promise.resolve('worked');
      await expect(turn.run(GUILD, work)).rejects.toThrow(/Nothing was changed; please try again/);
      return turn.run('another guild', work);
    };
    expect(await turn.run(GUILD, inside)).toBe('worked');
    expect(looks.count).toBeGreaterThan(10);
  });

  test('is given back after work that failed', async () => {
    const turn = turnOf({ count: 0 });
    await expect(turn.run(GUILD, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turn.run(GUILD, () => Promise.resolve('worked'))).toBe('worked');
  });

  test('ends before it can have run out, also when the claim itself had to wait', async () => {
    const turn = turnOf({ count: 0 });
    const { store } = world;
    const claim = store.claim.bind(store);
    const tries: string[] = [];
    store.claim = async (key, ttlMs) => {
      const isOurs = await claim(key, ttlMs);
      world.pass(4_000);
      return isOurs;
    };
    await turn.run(GUILD, async (check) => {
      check(2);
      world.pass(1_000);
      check(1);
      expect(() => check(2)).toThrow('Nothing was changed');
      world.pass(5_000);
      expect(() => check(1)).toThrow('Nothing was changed');
      // Still held, for as long as what was begun before may take.
      tries.push(String(await claim(`settings:${GUILD}`, 1)));
    });
    expect(tries).toEqual(['false']);
  });

  test('that ran out is not given back: it may be another’s by now', async () => {
    const turn = turnOf({ count: 0 });
    await turn.run(GUILD, async () => world.pass(10_000));
    await expect(turn.run(GUILD, () => Promise.resolve())).rejects.toThrow(/Somebody else/);
  });
});
