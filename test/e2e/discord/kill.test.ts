import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf, shown } from '../shown.js';
import { ask, settledOf, startConnectedWorld, type World } from '../world.js';

/** `test/e2e/store/one-store.test.ts` has many more, killing only writers. */
const ROUNDS = 5;
const ZONES = Intl.supportedValuesOf('timeZone');

let world: World;
beforeAll(async () => {
  world = await startConnectedWorld();
});
afterAll(() => world.close());

/** What an admin wrote: numbers of zones, continuing from round to round. */
interface Writing {
  acknowledged: number;
  begun: number;
}

const zone = (count: number) => ZONES[count % ZONES.length] ?? 'UTC';

/** As fast as it answers, until it doesn't. */
async function write(writing: Writing, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    writing.begun += 1;
    const saved = await ask(world.as('admin'), 'setup defaults', { timezone: zone(writing.begun) });
    // Outwaits a process that was killed during its turn.
    if (shown(saved).includes('Somebody else is changing the settings')) continue;
    expect(shown(saved)).toContain(`**Time zone:** \`${zone(writing.begun)}\``);
    writing.acknowledged = writing.begun;
  }
}

test('kill -9 while settings are written loses none that was acknowledged', async () => {
  const writing: Writing = { acknowledged: 0, begun: 0 };
  let list = await ask(world.as('viewer'), 'miners list');
  for (let round = 0; round < ROUNDS; round++) {
    const before = writing.acknowledged;
    let dead = false;
    // The write in progress at the kill is never answered, so nobody waits for it.
    write(writing, () => dead).catch(() => undefined);
    // Not always at the same point of a write.
    await expect
      .poll(() => writing.acknowledged, { interval: 3, timeout: 30_000 })
      .toBeGreaterThan(before + round);
    world.bot.kill();
    dead = true;
    await expect.poll(() => world.bot.state).toBe('dead');
    const last = { ...writing };
    await world.start();

    const text = shown(await ask(world.as('admin'), 'setup show'));
    const kept = [last.acknowledged, last.begun].map(
      (count) => `**Time zone:** \`${zone(count)}\``,
    );
    expect(kept.some((line) => text.includes(line))).toBe(true);
    expect(text).toContain('API key ending in');
    list = await settledOf(world.as('viewer').click(list, idOf(list, 'Next')));
    expect(shown(list)).toContain(`Page ${round + 2}, more follow`);
  }
  expect(writing.acknowledged).toBeGreaterThan(ROUNDS);
}, 150_000);
