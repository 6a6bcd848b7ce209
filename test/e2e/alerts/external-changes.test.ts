import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, shown } from '../shown.js';
import { ask } from '../world.js';
import { startAlertHouse, type AlertHouse, type AlertServer } from './support/alert-world.js';

const MINUTE = 60_000;

/** Without any rule by an admin: what somebody does in the pool's own console. */
describe('changed at the pool', { timeout: 60_000 }, () => {
  let house: AlertHouse;
  let server: AlertServer;
  let name: string;
  beforeAll(async () => {
    house = await startAlertHouse();
    // It has two lists of payment settings; with more, each would have its turn less often.
    server = await house.server({ subaccounts: 1 });
    name = server.workspace.subaccounts[0]?.name ?? '';
    const audit = [...server.world.guild.channels.values()].find((each) => each.name === 'audit');
    await ask(server.world.as('admin'), 'setup defaults', { audit: audit?.id ?? '' });
    await server.setRules();
    // The first look at each list reports nothing.
    await house.passMinutes(8);
    expect(server.posts()).toEqual([]);
  });
  afterAll(() => house.close());

  const addressOf = () => {
    const whose = server.workspace.subaccount(name);
    const terms = whose && server.workspace.payments.settings('BTC', whose);
    return terms?.addresses[0]?.external_address;
  };
  /** Addresses appear there in groups of four. */
  const allOf = (messages: readonly LoopbackMessage[]) =>
    messages.map(shown).join('\n').replaceAll(' ', '');

  test('a payout address is told within minutes, once, with the old and the new one', async () => {
    const before = addressOf();
    const [at, began] = [house.days.now(), Date.now()];
    server.console.payElsewhere(name);
    await house.passMinutesUntil(() => server.posts().length > 0, 4);
    const [told] = server.posts();
    // Two minutes and a second look, which comes after a quarter of a minute, or a whole one here.
    // The time this machine took doesn't count.
    const took = Date.now() - began;
    expect((told?.createdAt ?? Infinity) - at - took).toBeLessThan(4 * MINUTE);
    await house.passMinutes(6);
    expect(server.posts()).toHaveLength(1);
    expect(server.posts().map(shown)[0]).toContain('A new payout address, not through Pitboss');
    expect(allOf(server.posts())).toContain(before);
    expect(allOf(server.posts())).toContain(addressOf());
    // Besides the alert, it is recorded in the trail and told to the audit channel.
    const { discord, guild } = server.world;
    const audit = [...guild.channels.keys()].flatMap((id) =>
      discord.messages(id).filter(({ channelId }) => channelId !== server.world.channelId),
    );
    expect(allOf(audit)).toContain(addressOf());
  });

  test('a subaccount that moved is told too', async () => {
    const [, other] = server.workspace.sites;
    server.console.move(name, other?.id ?? '');
    await house.passMinutesUntil(() => server.posts().length > 1, 12);
    expect(server.posts().map(shown)[1]).toContain('A subaccount moved to another site');
  });

  test('the connected key entered once more hides nothing that was changed just before', async () => {
    server.console.payElsewhere(name);
    const answer = shown(await server.world.connect());
    expect(answer).toContain('# Already connected');
    await house.passMinutesUntil(() => server.posts().length > 2, 12);
    expect(server.posts().map(shown)[2]).toContain('A new payout address, not through Pitboss');
  });

  test('nor does a change that is sent at once and keeps it', async () => {
    const { world, console, workspace } = server;
    const before = server.posts().length;
    workspace.requiresApproval.payments = false;
    console.payElsewhere(name);
    const subaccount = workspace.subaccount(name);
    const listed = subaccount && workspace.payments.settings('BTC', subaccount)?.addresses;
    const lines = (listed ?? []).map(
      (each) => `${each.address_name} | ${each.external_address} | ${each.revenue_allocation}`,
    );
    const manager = world.as('manager');
    const present = await ask(manager, 'payment-settings change', { subaccount: name });
    const form = await manager.click(present, idOf(present, 'Fill in'));
    const days = { frequency: ['WEEKLY'], day: ['TUESDAY'] };
    const asked = await manager.submit(form, { ...days, addresses: lines.join('\n') });
    const card = await asked.settled();
    await world.as('second').click(card, idOf(card, 'Confirm'));
    const cardNow = () =>
      world.discord.messages(card.channelId).find(({ id }) => id === card.id) ?? card;
    await expect.poll(() => shown(cardNow())).toContain('Done: the pool lists it');
    await house.passMinutesUntil(() => server.posts().length > before, 12);
    const [told] = server.posts().slice(before);
    expect(told && shown(told)).toContain('A new payout address, not through Pitboss');
    expect(told && allOf([told])).toContain(addressOf());
    await house.passMinutes(6);
    expect(server.posts()).toHaveLength(before + 1);
  });

  test('nor does a list that can’t be read hide what changed in the others', async () => {
    const { faults } = house.world.pool;
    faults.only = ({ path }) =>
      path.includes('/payment-settings/ZEC') || path.includes('/pool/subaccounts');
    faults.always = 500;
    await house.passMinutes(12);
    server.console.payElsewhere(name);
    await house.passMinutesUntil(() => server.posts().length > 4, 5);
    expect(server.posts().map(shown)[4]).toContain('A new payout address, not through Pitboss');
    Object.assign(faults, { only: null, always: null });
  });
});
