import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf, shown, valuesOf } from '../shown.js';
import { ask, settledOf, startWorld, type World } from '../world.js';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { changeWorld, confirm, told, type ChangeWorld } from './change-world.js';

/** Short numbers, short cards, and what a tap leads to. */

let house: World;
let world: ChangeWorld;
let first: LoopbackMessage;

beforeAll(async () => {
  house = await startWorld();
  await house.start();
  world = await changeWorld(house);
});

afterAll(() => house.close());

test('a finished card is short; its number, Details and `/changes show` give all of it', async () => {
  const { subaccount } = world.elsewhere();
  const card = await world.askToMove();
  first = card;
  expect(world.card(card)).toMatch(/-- #1 · Change [\w-]{22} · drawn at entry/);
  const linesOf = (text: string) => text.split('\n').length;
  const before = linesOf(world.card(card));
  await confirm(world, 'manager', card);
  await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
  expect(linesOf(world.card(card))).toBeLessThan(before);
  expect(world.card(card)).toMatch(/\nSite: .* → \*\*.*\*\*\n-# Requested by .* · confirmed by/);
  expect(world.card(card)).not.toMatch(/What was requested|No reason given|\n *Initiated/);

  const details = await world.details(card);
  expect(details).toMatch(/only you[^]*\*\*Change #1\*\* · id `[\w-]{22}`/);
  expect(details).toMatch(/entries [\d, ]+ · hash of entry \d+: `[\da-f]{64}`/);
  expect(details).toMatch(/No reason given[^]*\n  Initiated: [^]*What was requested/);
  expect(details).toContain('[file change-1.json]');
  for (const id of ['1', '#1']) {
    const again = shown(await ask(world.as('viewer'), 'changes show', { id }));
    expect(again).toMatch(/A snapshot[^]*\n  Initiated: [^]*What was requested/);
  }
  expect(await world.as('viewer').complete('changes show', { id: '#1' }, 'id')).toMatchObject([
    { name: expect.stringContaining(`#1 ${subaccount}`) },
  ]);
});

test('what is refused because another is open leads to its card', async () => {
  const card = await world.askToMove('manager', 1);
  const refused = shown(await world.askToMove('second', 1));
  expect(refused).toContain(
    `this: [#2](https://discord.com/channels/${world.guild.id}/${card.channelId}/${card.id})`,
  );
});

test('commands that a sentence names can be tapped', async () => {
  const reason = 'a stolen account';
  const frozen = await ask(world.as('manager'), 'changes freeze', { reason });
  expect(JSON.stringify(frozen.embeds)).toMatch(/<\/changes unfreeze:\d+>/);
  await ask(world.as('admin'), 'changes unfreeze', { reason });
});

test('the list has open ones and mine, and opens one privately with its buttons', async () => {
  await expect.poll(() => world.card(first)).toContain('Done: the pool lists it');
  const list = await ask(world.as('second'), 'changes list', { only: 'open' });
  expect(shown(list)).toMatch(/# Changes · Open\n\[#2\]\(https/);
  expect(shown(list)).not.toContain('#1');
  const mine = await ask(world.as('second'), 'changes list', { only: 'mine' });
  expect(shown(mine)).toContain('None.');
  await settledOf(world.as('second').click(mine, idOf(mine, 'All')));
  await expect.poll(() => world.card(mine)).toMatch(/#2[^]*#1/);

  const [id = ''] = valuesOf(list, 'Show a change');
  const opened = await settledOf(
    world.as('second').select(list, idOf(list, 'Show a change'), [id]),
  );
  expect(shown(opened)).toMatch(/only you[^]*The live card[^]*\[Confirm\]/);
  const click = await confirm(world, 'second', opened);
  await expect.poll(() => world.writes().length).toBe(2);
  await click.settled();
  expect(told(click)).not.toContain('incident');
  const again = await ask(world.as('viewer'), 'changes show', { id: '2' });
  expect(shown(again)).toContain('Sent once; the pool answered');
});

test('the export has a row for each, for finance', async () => {
  const file = await ask(world.as('manager'), 'changes export', { format: 'csv' });
  expect(shown(file)).toMatch(/# Changes as CSV[^]*2 changes, one row each[^]*\.csv\]/);
});
