import { expect, test } from 'vitest';
import { KNOWN, OTHER, THIRD, addressOf, watched, findings, record, never } from './watched.js';

const FOURTH = 'bc1qc7slrfxkknqcq2jevvvkdgvrt8080852dfjewde450xdlk4ugp7szw5tk9';

test('a look without a list of addresses in between hides nothing', async () => {
  const { world, look, turns } = await watched();
  await turns(8);
  const found = [];
  for (const address of [OTHER, null, OTHER, null, OTHER]) {
    const addresses = address === null ? undefined : [addressOf(address)];
    Object.assign(record(world), { addresses });
    world.pass(60_000);
    const turn = await look();
    found.push(...turn.occurrences);
    await turn.noted?.();
  }
  expect(found).toHaveLength(1);
});

test('a list that is another one at each look is told too, as it is by then', async () => {
  const { world, look, turns } = await watched();
  await turns(8);
  const told = [];
  for (const address of [OTHER, THIRD, OTHER, THIRD, OTHER, THIRD]) {
    record(world).addresses = [addressOf(address)];
    world.pass(60_000);
    const turn = await look();
    told.push(...turn.occurrences);
    await turn.noted?.();
  }
  expect(told.length).toBeGreaterThan(0);
  const [entry] = await findings(world);
  expect(JSON.stringify(entry?.details.before)).toContain(KNOWN);
});

test.each([
  ['another in between', [OTHER, KNOWN, THIRD]],
  ['another and the old list twice in between', [OTHER, KNOWN, KNOWN, THIRD, KNOWN, KNOWN]],
  ['others, each different', [OTHER, KNOWN, THIRD, KNOWN, FOURTH, KNOWN]],
])('an address that comes and goes is told: %s', async (_, given) => {
  const { world, look, turns } = await watched();
  await turns(8);
  const told = [];
  for (let minute = 0; minute < 12; minute++) {
    record(world).addresses = [addressOf(given[minute % given.length] ?? never())];
    world.pass(60_000);
    const turn = await look();
    told.push(...turn.occurrences);
    await turn.noted?.();
  }
  expect(told.length).toBeGreaterThan(0);
});

test('a list that was told and replaced may show once more for ten minutes, and no longer', async () => {
  const { world, look, turns } = await watched();
  await turns(8);
  record(world).addresses = [addressOf(OTHER)];
  expect(await turns(1)).toHaveLength(1);
  const flips = async (minutes: number) => {
    const told = [];
    for (let minute = 0; minute < minutes; minute++) {
      record(world).addresses = [addressOf(minute % 2 === 0 ? KNOWN : OTHER)];
      world.pass(60_000);
      const turn = await look();
      told.push(...turn.occurrences);
      await turn.noted?.();
    }
    return told;
  };
  expect(await flips(8)).toEqual([]);
  expect((await flips(8)).length).toBeGreaterThan(0);
});

test('a server of the pool that is behind hides nothing, and what it shows is not told as undone', async () => {
  const { world, turns, look } = await watched();
  await turns(8);
  const told = [];
  for (const address of [OTHER, KNOWN, OTHER, KNOWN, OTHER, KNOWN, OTHER, KNOWN]) {
    record(world).addresses = [addressOf(address)];
    world.pass(60_000);
    const turn = await look();
    told.push(...turn.occurrences);
    await turn.noted?.();
  }
  expect(told).toHaveLength(1);
  expect(await findings(world)).toHaveLength(1);
  // Undone for good.
  record(world).addresses = [addressOf(KNOWN)];
  expect(await turns(2)).toHaveLength(1);
});

test('nor is a server that is behind told where the list leaves out what it gave before', async () => {
  const { world, look, turns } = await watched();
  record(world)['wallet_id'] = '7';
  await turns(8);
  delete record(world)['wallet_id'];
  record(world).addresses = [addressOf(OTHER)];
  expect(await turns(3)).toHaveLength(1);
  for (let minute = 0; minute < 8; minute++) {
    record(world).addresses = [addressOf(minute % 2 === 0 ? KNOWN : OTHER)];
    world.pass(60_037);
    const turn = await look();
    expect(turn.occurrences).toEqual([]);
    await turn.noted?.();
  }
});

test('nor where the change gave something for the first time', async () => {
  const { world, look, turns } = await watched();
  Object.assign(record(world), { day_of_week: undefined });
  await turns(8);
  Object.assign(record(world), { payment_frequency: 'WEEKLY', day_of_week: 'FRIDAY' });
  expect(await turns(3)).toHaveLength(1);
  for (let minute = 0; minute < 8; minute++) {
    const isBehind = minute % 2 === 0;
    Object.assign(record(world), {
      payment_frequency: isBehind ? 'DAILY' : 'WEEKLY',
      day_of_week: isBehind ? undefined : 'FRIDAY',
    });
    world.pass(60_037);
    const turn = await look();
    expect(turn.occurrences).toEqual([]);
    await turn.noted?.();
  }
});
