import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditedWorld, type ChangeWorld } from '../changes/change-world.js';
import { eventually } from '../eventually.js';
import { shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';

let house: World;
let world: ChangeWorld;
let audit: string;
beforeEach(async () => {
  house = await startWorld();
  await house.start();
  ({ world, audit } = await auditedWorld(house));
});
afterEach(() => house.close());

/** Until nothing but what is asked next uses the fault that waits for a request. */
async function quiet(): Promise<void> {
  const count = () => world.discord.requests.length;
  for (let seen = -1; seen !== count();) {
    seen = count();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

test('Discord limits one answer for a day: the person is told where to look, and nothing is lost', async () => {
  await quiet();
  world.discord.faults.nextRequests = ['long-429'];
  const frozen = shown(await ask(world.as('manager'), 'changes freeze', { reason: 'stolen' }));
  expect(world.discord.faults.nextRequests).toEqual([]);
  expect(frozen).toMatch(/Discord didn’t take Pitboss’s answer.*may have been done.*changes list/);
  expect(frozen).not.toMatch(/incident/i);
  expect((await world.trail()).at(-1)).toMatchObject({ step: 'frozen' });
  expect(audit).not.toBe('');

  await ask(world.as('admin'), 'changes unfreeze', { reason: 'found' });
  await quiet();
  world.discord.faults.nextRequests = ['long-429'];
  const asked = shown(await world.askToMove());
  expect(asked).toMatch(/card of a change that waits is posted within a minute/);
  const cards = () => world.discord.messages(world.channelId).map(shown).join('\n');
  await eventually(() => expect(cards()).toContain('Waiting for confirmation'), {
    timeout: 60_000,
  });
}, 90_000);

test('Discord refuses everything for a day: /setup check and the log say so', async () => {
  await quiet();
  world.discord.faults.nextRequests = ['global-429'];
  const first = shown(await ask(world.as('admin'), 'setup check'));
  const said =
    /Discord limits what the bot sends \(429\), so posts wait; Pitboss tries again <t:…:R>/;
  expect(`${first}\n${shown(await ask(world.as('admin'), 'setup check'))}`).toMatch(said);
  await ask(world.as('manager'), 'changes freeze', { reason: 'stolen' });
  const isLogged = () => house.log.some((line) => line.includes('Discord refuses everything'));
  await eventually(() => expect(isLogged()).toBe(true), { timeout: 20_000 });
}, 60_000);
