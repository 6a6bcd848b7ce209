import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { idOf, shown } from '../shown.js';
import { told } from './change-world.js';
import { ask, settledOf, startWorld, type World } from '../world.js';

/** The whole way through the real process: typed, clicked, filled in, sent and answered. */

let house: World;
let world: World;

beforeAll(async () => {
  house = await startWorld();
  await house.start();
});

beforeEach(async () => {
  world = house.neighbour({ sites: 3, subaccounts: 4 });
  await world.connect();
  const managers = [...world.guild.roles.values()].find(({ name }) => name === 'Managers');
  await ask(world.as('admin'), 'setup roles', { manager: managers?.id ?? '' });
});

afterAll(() => house.close());

const writes = () =>
  world.pool.requests.filter(
    ({ method, authorization }) => method !== 'GET' && authorization === world.key,
  );

const now = (message: LoopbackMessage) =>
  world.discord.messages(world.channelId).find(({ id }) => id === message.id) ?? message;

/** A subaccount, and a site where it isn't. */
function somewhereElse(): { subaccount: string; site: string } {
  const { subaccounts, sites } = world.pool.workspaceOf(world.key);
  const [subaccount] = subaccounts;
  const site = sites.find(({ id }) => id !== subaccount?.siteId);
  if (subaccount === undefined || site === undefined) throw new Error('nowhere else');
  return { subaccount: subaccount.name, site: site.id };
}

const firstSubaccount = () => world.pool.workspaceOf(world.key).subaccounts[0]?.name ?? '';

describe('/subaccount move', () => {
  test('whose card Discord refuses: who confirmed is told what came of it, and the card follows', async () => {
    const card = await ask(world.as('manager'), 'subaccount move', somewhereElse());
    world.pool.faults.latencyMs = 400;
    const click = world.as('manager').click(card, idOf(card, 'Confirm'));
    await expect.poll(() => shown(now(card)), { timeout: 8_000 }).toContain('waiting for the pool');
    // The final card, read and drawn by the bot, and then drawn as the answer to the click.
    world.discord.faults.nextRequests = ['403', '403', '403'];
    const outcome = await click;
    await expect.poll(() => outcome.followUps.length, { timeout: 8_000 }).toBe(1);
    world.pool.faults.latencyMs = 0;
    expect(told(outcome)).toContain('Sent once; the pool answered: COMPLETED');
    expect(told(outcome)).toMatch(/Discord didn’t take the card.*`\/changes show id:/);
    expect(told(outcome)).not.toContain('incident');
    expect(writes()).toHaveLength(1);
    const answered = 'Sent once; the pool answered';
    await expect.poll(() => shown(now(card)), { timeout: 15_000 }).toContain(answered);
  });

  test('asked in public, confirmed, sent once, reported as it came', async () => {
    const where = somewhereElse();
    const options = { ...where, reason: 'new hall' };
    const card = await ask(world.as('manager'), 'subaccount move', options);
    expect(card.ephemeralFor).toBeNull();
    expect(shown(card)).toContain('# Move a subaccount · Waiting for confirmation');
    expect(shown(card)).toContain('Reason: new hall');
    expect(writes()).toHaveLength(0);

    await settledOf(world.as('manager').click(card, idOf(card, 'Confirm')));
    await expect.poll(() => shown(now(card))).toContain('Sent once; the pool answered');
    expect(shown(now(card))).not.toContain('[Confirm]');
    expect(writes()).toMatchObject([
      {
        method: 'PATCH',
        path: `/api/v2/pool/subaccounts/${where.subaccount}`,
        body: { site_id: where.site },
      },
    ]);
  });

  test('two people in one millisecond, each click delivered twice: one request', async () => {
    const card = await ask(world.as('manager'), 'subaccount move', somewhereElse());
    const confirm = idOf(card, 'Confirm');
    world.discord.faults.deliveries = 2;
    const clicks = await Promise.all([
      world.as('manager').click(card, confirm),
      world.as('second').click(card, confirm),
      world.as('admin').click(card, confirm),
    ]);
    await Promise.all(clicks.map((click) => click.settled().catch(() => undefined)));
    world.discord.faults.deliveries = 1;
    await expect.poll(() => shown(now(card))).toContain('Sent once; the pool answered');
    expect(writes()).toHaveLength(1);
  });

  test('a viewer, and a forger, get words and nothing else', async () => {
    const card = await ask(world.as('manager'), 'subaccount move', somewhereElse());
    const refused = await world.as('viewer').click(card, idOf(card, 'Confirm'));
    await expect
      .poll(() =>
        [refused.message, ...refused.followUps].map((each) => (each ? shown(each) : '')).join(),
      )
      .toContain('need a manager or approver role');
    const forged = await world.as('admin').forge(card, 'change-confirm:AAAAAAAAAAAAAAAAAAAAAA');
    await expect
      .poll(() =>
        [forged.message, ...forged.followUps].map((each) => (each ? shown(each) : '')).join(),
      )
      .toContain('server has no such change');
    expect(writes()).toHaveLength(0);
    expect(shown(now(card))).toContain('Waiting for confirmation');
  });

  test.each(['hang', 'reset-after-effect', '500-after-effect'] as const)(
    'pool: %s: one request, and the card says that nobody knows',
    async (fault) => {
      const card = await ask(world.as('manager'), 'subaccount move', somewhereElse());
      world.pool.faults.only = ({ method }) => method === 'PATCH';
      world.pool.faults.next = [fault];
      await world.as('manager').click(card, idOf(card, 'Confirm'));
      await expect.poll(() => shown(now(card)), { timeout: 10_000 }).toContain('Outcome unknown');
      world.pool.faults.only = null;
      expect(writes()).toHaveLength(1);
      expect(shown(now(card))).toContain('[Mark as checked…]');
      const form = await world.as('second').click(now(card), idOf(now(card), 'Mark as checked'));
      await world.as('second').submit(form, { text: 'it was done' });
      await expect.poll(() => shown(now(card))).toContain('it was done');
    },
  );

  test('unknown, checked and not done: asked for again, confirmed, sent as one more', async () => {
    const card = await ask(world.as('manager'), 'subaccount move', somewhereElse());
    world.pool.faults.only = ({ method }) => method === 'PATCH';
    world.pool.faults.next = [500];
    await world.as('manager').click(card, idOf(card, 'Confirm'));
    await expect.poll(() => shown(now(card)), { timeout: 10_000 }).toContain('Outcome unknown');
    world.pool.faults.only = null;
    // Not before somebody has checked.
    expect(shown(now(card))).not.toContain('[Ask again]');
    const form = await world.as('second').click(now(card), idOf(now(card), 'Mark as checked'));
    await world.as('second').submit(form, { text: 'it was not done' });
    await expect.poll(() => shown(now(card))).toContain('[Ask again]');
    const pressed = await world.as('second').click(now(card), idOf(now(card), 'Ask again'));
    const next = await pressed.settled();
    expect(shown(next)).toContain('had an unknown outcome and was checked');
    expect(writes()).toHaveLength(1);
    await world.as('second').click(next, idOf(next, 'Confirm'));
    await expect.poll(() => shown(now(next))).toContain('Sent once; the pool answered');
    expect(writes()).toHaveLength(2);
    await expect.poll(() => shown(now(card))).not.toContain('[Ask again]');
  });

  test('killed while the pool is at work: one request, and the card tells it after the restart', async () => {
    const card = await ask(world.as('manager'), 'subaccount move', somewhereElse());
    world.pool.faults.only = ({ method }) => method === 'PATCH';
    world.pool.faults.next = ['hang'];
    await world.as('manager').click(card, idOf(card, 'Confirm'));
    await expect.poll(() => writes().length).toBe(1);
    world.bot.kill();
    await expect.poll(() => world.bot.state).toBe('dead');
    world.pool.faults.only = null;
    await world.start();
    await expect.poll(() => shown(now(card)), { timeout: 15_000 }).toContain('Outcome unknown');
    expect(writes()).toHaveLength(1);
  });
});

describe('/payment-settings change', () => {
  test('present settings → form → preview → last characters by another → workspace action', async () => {
    const manager = world.as('manager');
    const subaccount = firstSubaccount();
    const present = await ask(manager, 'payment-settings change', { subaccount, currency: 'BTC' });
    expect(present.ephemeralFor).not.toBeNull();
    const form = await manager.click(present, idOf(present, 'Fill in'));
    expect(form.modal?.title).toContain('BTC payouts of');
    const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    const filled = await manager.submit(form, {
      frequency: ['WEEKLY'],
      day: ['FRIDAY'],
      addresses: `cold | ${address} | 100`,
    });
    const card = await filled.settled();
    expect(card.ephemeralFor).toBeNull();
    expect(shown(card)).toContain('🆕 NEW address');
    expect(shown(card)).toContain('bc1q ar0s rrr7 xfkv y5l6 43ly dnw9 re59 gtzz wf5m dq');

    const typing = await world.as('second').click(card, idOf(card, 'Confirm'));
    await world.as('second').submit(typing, { first: 'wf5mdq' });
    await expect.poll(() => shown(now(card))).toContain('Sent once; the pool answered');
    const details = await world.as('viewer').click(now(card), idOf(now(card), 'Details'));
    expect(shown(await details.settled())).toContain('CREATE\\_PAYMENT\\_SETTINGS');
    expect(writes()).toMatchObject([
      {
        method: 'POST',
        path: `/api/v2/pool/payment-settings/BTC/${subaccount}`,
        body: {
          payment_frequency: 'WEEKLY',
          day_of_week: 'FRIDAY',
          addresses: [{ address_name: 'cold', external_address: address, revenue_allocation: 100 }],
        },
      },
    ]);
  });

  test('a form that cannot be read names each line', async () => {
    const manager = world.as('manager');
    const present = await ask(manager, 'payment-settings change', {
      subaccount: firstSubaccount(),
    });
    const form = await manager.click(present, idOf(present, 'Fill in'));
    const filled = await manager.submit(form, {
      frequency: ['DAILY'],
      day: ['UNSPECIFIED'],
      addresses: 'nonsense\na | bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq | lots',
    });
    expect(shown(await filled.settled())).toMatch(/Line 1[\s\S]*Line 2/);
    expect(writes()).toHaveLength(0);
  });
});

describe('/changes', () => {
  test('list, freeze, show, unfreeze and export', async () => {
    const card = await ask(world.as('manager'), 'subaccount move', somewhereElse());
    expect(shown(await ask(world.as('viewer'), 'changes list', { state: 'pending' }))).toContain(
      'Waiting for confirmation',
    );
    await ask(world.as('manager'), 'changes freeze', { reason: 'a stolen account' });
    await expect.poll(() => shown(now(card))).toContain('Changes are frozen');
    expect(shown(now(card))).not.toContain('[Confirm]');
    await ask(world.as('admin'), 'changes unfreeze', { reason: 'all well' });
    await expect.poll(() => shown(now(card))).toContain('[Confirm]');
    const exported = await ask(world.as('manager'), 'changes export');
    expect(shown(exported)).toContain('Audit trail intact');
    expect(exported.attachments[0]?.filename).toMatch(/\.jsonl$/);
    const lines = new TextDecoder().decode(exported.attachments[0]?.data);
    expect(lines).toContain('a stolen account');
    expect(lines).not.toContain(world.key);
  });
});
