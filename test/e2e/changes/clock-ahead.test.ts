import { afterAll, beforeAll, expect, test } from 'vitest';
import { setClockOffset, settableClock } from '../../../sandbox/clock-ahead.js';
import { eventually } from '../eventually.js';
import { startWorld, type World } from '../world.js';
import { changeWorld, confirm, told } from './change-world.js';

/** The bot's clock is ahead for a moment, while a change waits: nothing is over. */

let house: World;
beforeAll(async () => {
  house = await startWorld({ env: { NODE_OPTIONS: `--import=${settableClock}` } });
  await house.start();
});
afterAll(() => house.close());

test('whoever confirms then is told that the clocks disagree; once it is right, the card can be confirmed', async () => {
  const world = await changeWorld(house);
  const card = await world.askToMove();
  await eventually(() => expect(world.card(card)).toContain('can confirm until'));
  await setClockOffset(house.dataDir, { aheadMs: 20 * 60_000 });
  await eventually(async () =>
    expect(await world.details(card)).toContain('Nobody can confirm it for now'),
  );
  const outcome = await confirm(world, 'manager', card);
  await eventually(() => expect(told(outcome)).toContain('The bot’s clocks disagree'));
  expect(told(outcome)).toContain('Nothing was confirmed or sent');
  expect(told(outcome)).not.toContain('Request it again');
  await eventually(() => {
    expect(world.card(card)).toContain('Nobody can confirm it for now');
    expect(world.card(card)).not.toContain('[Confirm]');
  });
  expect(await world.refusals()).toContain('confirm clocks-differ Marek');

  await setClockOffset(house.dataDir, { aheadMs: 0 });
  await eventually(() => {
    expect(world.card(card)).toContain('can confirm until');
    expect(world.card(card)).toContain('[Confirm]');
  });
  await confirm(world, 'manager', world.now(card));
  await eventually(() => expect(world.card(card)).toContain('the pool answered'));
  expect(world.writes()).toHaveLength(1);
});
