import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { clockFromFile, setDaysAhead } from '../days-ahead.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf, startWorld, type World } from '../world.js';
import { changeWorld, confirm, told, type ChangeWorld } from './change-world.js';

/** The second person is told and has as long as the server sets; then it is requested again. */

const SLOW = { timeout: 15_000 };
let house: World;
let world: ChangeWorld;
let role: string;

beforeAll(async () => {
  house = await startWorld({ env: clockFromFile });
  await house.start();
});
beforeEach(async () => {
  world = await changeWorld(house);
  role = world.guild.addRole('Approvers').id;
});
afterAll(() => house.close());

const setRoles = async (options: Record<string, string>) =>
  shown(await ask(world.as('admin'), 'setup roles', options));

/** Never decreases, or requests of other tests would lie in the future. */
let daysAhead = 0;

async function restartLater(days: number): Promise<void> {
  await house.bot.stop();
  daysAhead += days;
  await setDaysAhead(house, daysAhead);
  await house.start();
}

async function askToPay(): Promise<LoopbackMessage> {
  const manager = world.as('manager');
  const { subaccount } = world.elsewhere();
  const present = await ask(manager, 'payment-settings change', { subaccount, currency: 'BTC' });
  const form = await manager.click(present, idOf(present, 'Fill in'));
  const filled = await manager.submit(form, {
    frequency: ['WEEKLY'],
    day: ['FRIDAY'],
    addresses: 'cold | bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq | 100',
  });
  return filled.settled();
}

/** The notices of a card, oldest first. */
const notices = (card: LoopbackMessage) =>
  world.discord.messages(card.channelId).filter(({ repliesTo }) => repliesTo === card.id);

/** Whom all messages of the server pinged. */
const pinged = () =>
  [...world.guild.channels.keys()].flatMap((id) =>
    world.discord.messages(id).flatMap((message) => message.pinged),
  );

describe('a payment change', () => {
  test('pings the one role when it is asked and once before it expires, through restarts', async () => {
    await setRoles({ approver: role, ping: role });
    const card = await askToPay();
    expect(card.content).toContain(`**Second person needed:** <@&${role}>`);
    await expect.poll(() => notices(card).length, SLOW).toBe(1);
    const [first] = notices(card);
    expect(first?.content).toMatch(
      new RegExp(`^<@&${role}> 👥 \\*\\*Second person needed:\\*\\* Change payment settings`),
    );
    expect(first?.content).toContain(`/${world.guild.id}/${card.channelId}/${card.id})`);

    await restartLater(22.5 / 24);
    await expect.poll(() => notices(card).length, SLOW).toBe(2);
    expect(notices(card)[1]?.content).toContain('**Expires <t:');
    expect(notices(card)[1]?.pinged).toEqual([role]);
    await restartLater(0.5 / 24);
    // A round of the reconcile: the card is redrawn after the start, and no notice comes.
    await ask(world.as('admin'), 'changes freeze', { reason: 'a look' });
    await expect.poll(() => world.card(card), SLOW).toContain('Changes are frozen');
    expect(world.now(card).content).toBe('');
    await ask(world.as('admin'), 'changes unfreeze', { reason: 'a look' });
    await expect.poll(() => world.now(card).content, SLOW).toContain('Second person needed');
    expect(notices(card)).toHaveLength(2);

    const [notice = card] = notices(card);
    const look = await settledOf(world.as('second').click(notice, idOf(notice, 'Show the change')));
    expect(look.ephemeralFor).not.toBeNull();
    expect(shown(look)).toContain('A snapshot as of entry');
    const typing = await confirm(world, 'second', world.now(card));
    await world.as('second').submit(typing, { first: 'wf5mdq' });
    await expect.poll(() => world.card(card), SLOW).toContain('the pool answered: PENDING');
    expect(world.now(card).content).toBe('');
    expect(pinged()).toEqual([role, role]);
    expect(world.writes()).toHaveLength(1);
  }, 90_000);
});

describe('a change that ran out', () => {
  test('is asked for again by another, confirmed and sent once', async () => {
    const card = await world.askToMove();
    await restartLater(16 / 1_440);
    await expect.poll(() => world.card(card), SLOW).toContain('[Ask again]');
    const press = (who: 'second' | 'manager') =>
      world.as(who).click(world.now(card), idOf(world.now(card), 'Ask again'));
    const next = await settledOf(press('second'));
    expect(shown(next)).toMatch(/Asked again\*\* by <@…> .*\(\[#1\]\(.*expired unconfirmed/);
    await expect.poll(() => world.card(card), SLOW).toContain('🔁 Asked again: ');
    expect(world.card(card)).not.toContain('[Ask again]');
    await confirm(world, 'second', next);
    await expect.poll(() => world.card(next), SLOW).toContain('Sent once; the pool answered');
    expect(world.writes()).toHaveLength(1);
  }, 60_000);

  test('is open once however many press, and nobody else may press', async () => {
    const card = await world.askToMove();
    await settledOf(world.as('manager').click(card, idOf(card, 'Cancel')));
    await expect.poll(() => world.card(card), SLOW).toContain('[Ask again]');
    const [cancelled, button] = [world.now(card), idOf(world.now(card), 'Ask again')];
    const refused = await world.as('viewer').click(cancelled, button);
    await expect.poll(() => told(refused), SLOW).toContain('needs a manager role');
    const pressed = await Promise.all([
      world.as('second').click(cancelled, button),
      world.as('manager').click(cancelled, button),
    ]);
    const isRefused = () =>
      pressed.map(told).filter((words) => words.includes('already an open change'));
    await expect.poll(() => isRefused().length, SLOW).toBe(1);
    const steps = (await world.trail()).map(({ step }) => step);
    expect(steps.filter((step) => step === 'asked')).toHaveLength(2);
    await expect.poll(async () => (await world.refusals()).join(), SLOW).toContain('same-open');
    expect(world.writes()).toEqual([]);
  });
});

describe('/setup roles', () => {
  test('sets how long changes wait, in words as people type them', async () => {
    const saved = await setRoles({ expiry: '2 hours', 'payments-expiry': '1d 12h' });
    expect(saved).toContain(
      '**How long changes wait:** payment changes 1 day 12 h, other changes 2 h',
    );
    const before = await world.askToMove();
    expect(await setRoles({ expiry: 'default' })).toContain(
      'other changes 15 min (this bot’s default)',
    );
    await world.askToMove('manager', 1);
    const lives = (await world.trail()).flatMap((entry) =>
      entry.step === 'asked'
        ? [entry.details.proposal.expiresAt - entry.details.proposal.askedAt]
        : [],
    );
    expect(lives).toEqual([7_200_000, 900_000]);
    expect(world.card(before)).toContain('Waiting for confirmation');
    const set = (await world.wholeTrail()).filter(({ step }) => step === 'set');
    expect(set.at(-1)).toMatchObject({
      details: { changed: [{ what: 'othersWait', before: ['120'], after: [] }] },
    });
  });

  test.each([
    [{ expiry: '10m' }, '`10m` is 10 min, and a change can wait for 15 minutes to 3 days.'],
    [{ 'payments-expiry': '4 days' }, '`4 days` is 4 days'],
    [{ expiry: 'soon' }, '`soon` isn’t a time. Type something like `30m`, `2h`, `1d`'],
  ])('refuses %j and says what it takes', async (options, words) => {
    expect(await setRoles(options)).toContain(words);
    expect(await setRoles({})).toContain(
      'payment changes 1 day, other changes 15 min (this bot’s default)',
    );
  });

  test('has its role to ping checked: heard here, unheard, deleted', async () => {
    const check = async () => shown(await ask(world.as('admin'), 'setup check'));
    expect(await check()).not.toContain('Role to ping');
    await setRoles({ ping: role });
    expect(await check()).toContain(`✅ ok · **Role to ping** · <@&${role}> is notified here`);
    const quiet = world.guild.addRole('Quiet', false).id;
    world.guild.channels.get(world.channelId)?.missing.add('MentionEveryone');
    await setRoles({ ping: quiet });
    expect(await check()).toContain(`⚠️ warning · **Role to ping** · a mention of <@&${quiet}>`);
    world.guild.removeRole(quiet);
    expect(await check()).toContain('❌ failed · **Role to ping** · this server has no such role');
  });

  test('sets the role to ping, takes it away, and takes no @everyone', async () => {
    expect(await setRoles({ ping: world.guild.id })).toContain('@everyone can’t be pinged');
    expect(await setRoles({ ping: role, remove: role })).toContain('not both');
    expect(await setRoles({ ping: role })).toContain(`**Pinged for a second person:** <@&${role}>`);
    expect(await setRoles({ remove: role })).toContain('**Pinged for a second person:** nobody');
    const card = await askToPay();
    expect(card.content).toContain('Second person needed');
    expect(pinged()).toEqual([]);
  });
});
