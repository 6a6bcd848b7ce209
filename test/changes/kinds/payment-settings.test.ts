import { PALETTE } from '../../../src/views/kit/palette.js';
import { formatAddress } from '../../../src/views/pool/payment-settings.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { PoolUnreachable } from '../../../src/domain/errors/pool-errors.js';
import type { Change, Lookalikes } from '../../../src/domain/changes/change.js';
import { paymentSettingsChange } from '../../../src/changes/kinds/payment-settings/payment-settings.js';
import type { PaymentInput } from '../../../src/changes/kinds/payment-settings/payment-input.js';
import {
  AUDIT_CHANNEL,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';
import { createPayingHarness, KEPT_ADDRESS } from '../fakes/paying-harness.js';

const { manager, second } = PEOPLE;
const KEPT = KEPT_ADDRESS;
const NEW = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
const TESTNET = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';

let world: ChangesHarness;

beforeEach(() => {
  world = createPayingHarness();
});

const cold = {
  address_id: 11,
  address_name: 'cold',
  external_address: KEPT,
  revenue_allocation: 40,
};
const fresh = { address_name: 'new', external_address: NEW, revenue_allocation: 60 };

const KEPT_TOO = {
  address_name: 'third',
  external_address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  revenue_allocation: 10,
};

function freezeUntil(until: string): void {
  const record = world.workspace.payments.get('BTC main');
  if (record === undefined) throw new Error('no record');
  world.workspace.payments.set('BTC main', { ...record, frozen_until: until });
}

type Settings = PaymentInput['settings'];

async function askFor(settings: Settings) {
  const input = { currency: 'BTC', subaccount: 'main', settings };
  const change = await world.ask(world.changes, {
    kind: 'payment-settings',
    input,
    member: manager,
  });
  return { change, messageId: await world.postCard(change) };
}

/** What "Details" shows of it. */
async function detailsOf({ id: changeId }: Pick<Change, 'id'>): Promise<string> {
  return JSON.stringify((await world.changes.record({ guildId: GUILD, changeId }))?.embeds);
}

const weekly: Settings = {
  payment_frequency: 'WEEKLY',
  day_of_week: 'FRIDAY',
  addresses: [cold, fresh],
};

describe('payment settings', () => {
  test('of more text than fits on a card are refused, also of nine addresses', async () => {
    const addresses = Array.from({ length: 9 }, (_, index) => ({
      address_name: `${index} ${'cold storage '.repeat(5)}`.trim(),
      external_address: `${NEW}${index}${'q'.repeat(250)}`,
      revenue_allocation: 10,
    }));
    await expect(askFor({ ...weekly, addresses })).rejects.toThrow(
      /more text than fits on one card/,
    );
    expect(await world.steps()).toEqual(['refused']);
  });

  test('show every address in full, and ask for the new one’s end', async () => {
    const { change, messageId } = await askFor(weekly);
    const card = world.chat.text(messageId);
    expect(card).toContain('daily → **weekly on Friday**');
    expect(card).toContain('bc1q rp33 g0q5 c5tx sp9a rysr x4k6 zdkf s4nc e4xj 0gdc ccef vpys xf3q');
    expect(card).toContain('Sent without an id');
    expect(world.chat.buttons(messageId)).toEqual(['Confirm…', 'Cancel', 'Details']);
    const form = await world.changes.buttons.checkConfirm(world.click(change, second));
    expect(form.toType).toEqual([{ whole: NEW, end: 'ccfmv3', isLookalike: false }]);
  });

  test.each(['', 'ccfmv4', 'ccfmv', 'ccfmv3 ccfmv3', NEW])(
    'are not confirmed by typing "%s"',
    async (typed) => {
      const { change } = await askFor(weekly);
      await expect(
        pressOn(world.changes).confirm(world.click(change, second), typed),
      ).rejects.toThrow(/aren’t the last characters/);
      expect(world.workspace.sent).toEqual([]);
      expect(await world.steps()).toEqual(['asked', 'refused']);
    },
  );

  test.each(['ccfmv3', ' CCFMV3\n', 'ccfm v3'])('are confirmed by typing "%s"', async (typed) => {
    const { change } = await askFor(weekly);
    expect((await pressOn(world.changes).confirm(world.click(change, second), typed)).state).toBe(
      'reported',
    );
    expect(world.workspace.sent).toEqual([
      { operation: 'createPaymentSettings', args: ['BTC', 'main', weekly] },
    ]);
  });

  test('ask for all of it, with its capitals, where nothing else tells it from a known one', async () => {
    const address = KEPT.replace('0srrr7x', '0sRrr7x');
    world.guilds.set(GUILD, { badChecksum: 'warn' });
    const { change } = await askFor({
      ...weekly,
      addresses: [{ address_name: 'new', external_address: address, revenue_allocation: 100 }],
    });
    const press = (typed: string) =>
      pressOn(world.changes).confirm(world.click(change, second), typed);
    await expect(press(KEPT)).rejects.toThrow(/aren’t the last characters/);
    expect(world.workspace.sent).toEqual([]);
    expect((await press(address)).state).toBe('reported');
  });

  test('ask for more characters where a known address ends alike, and the form says so', async () => {
    const alike = KEPT.replace('0srrr7x', '0srrr7z');
    const long = KEPT.replace('7xfkvy5l643lydnw9re59gtzzwf5mdq', '7qqqqqqqqqqqqqqqqqqqqqqqwf5mdq');
    for (const [address, end] of [
      [alike, alike.slice(alike.indexOf('7zf') + 1)],
      [long, 'qwf5mdq'],
    ] as const) {
      world = createPayingHarness();
      world.guilds.set(GUILD, { badChecksum: 'warn' });
      const { change, messageId } = await askFor({
        ...weekly,
        addresses: [{ address_name: 'new', external_address: address, revenue_allocation: 100 }],
      });
      expect(world.chat.text(messageId)).toContain(`type the last ${end.length} characters`);
      const form = await world.changes.buttons.checkConfirm(world.click(change, second));
      expect(form.toType).toEqual([{ whole: address, end, isLookalike: true }]);
      // What somebody reads off their own record of the known address.
      for (const known of [KEPT.slice(-6), KEPT.slice(-end.length)])
        await expect(
          pressOn(world.changes).confirm(world.click(change, second), known),
        ).rejects.toThrow(/aren’t the last characters/);
      expect(world.workspace.sent).toEqual([]);
      await pressOn(world.changes).confirm(world.click(change, second), end);
      expect(world.workspace.sent).toHaveLength(1);
    }
  });

  test('need a second person by default', async () => {
    const { change } = await askFor(weekly);
    await expect(
      pressOn(world.changes).confirm(world.click(change, manager), 'ccfmv3'),
    ).rejects.toThrow(/second person/);
  });

  describe('to an address whose checksum is wrong', () => {
    const mistyped = `${NEW.slice(0, -1)}4`;
    const wanted: Settings = {
      payment_frequency: 'DAILY',
      addresses: [{ ...fresh, external_address: mistyped, revenue_allocation: 100 }],
    };

    test('are not asked for, and it is recorded what was', async () => {
      await expect(askFor(wanted)).rejects.toThrow(/The checksum is wrong for this currency/);
      expect(await world.steps()).toEqual(['refused']);
      for await (const line of world.changes.exportTrail(GUILD)) {
        expect(line).toContain(`ask: Change payment settings, BTC of main to ${mistyped}`);
        expect(line).toContain('bad-checksum');
      }
    });

    test.each([
      ['LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9', /is a Litecoin address, not one for this/],
      ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', /an address on a test network/],
    ])('are called what they are, and never pass: %s', async (elsewhere, words) => {
      world.guilds.set(GUILD, { badChecksum: 'warn' });
      const all = { ...fresh, external_address: elsewhere, revenue_allocation: 100 };
      const there = { ...wanted, addresses: [all] };
      await expect(askFor(there)).rejects.toThrow(words);
      expect(await world.steps()).toEqual(['refused']);
    });

    test('pass with a warning where an admin lets them', async () => {
      world.guilds.set(GUILD, { badChecksum: 'warn' });
      const { change, messageId } = await askFor(wanted);
      expect(world.chat.text(messageId)).toContain('⛔ **The checksum is wrong');
      const click = world.click(change, second);
      expect((await pressOn(world.changes).confirm(click, mistyped.slice(-6))).state).toBe(
        'reported',
      );
    });

    test('are held to the rule that is in force at the click', async () => {
      world.guilds.set(GUILD, { badChecksum: 'warn' });
      const { change } = await askFor(wanted);
      world.guilds.set(GUILD, { badChecksum: 'refuse' });
      const late = pressOn(world.changes).confirm(world.click(change, second), mistyped.slice(-6));
      await expect(late).rejects.toThrow(/The checksum is wrong for this currency/);
      expect(world.workspace.sent).toEqual([]);
    });

    test('can be confirmed by nobody under a rule that was set since, as their card says', async () => {
      world.guilds.set(GUILD, { badChecksum: 'warn' });
      const { change, messageId } = await askFor(wanted);
      expect(world.chat.buttons(messageId)).toContain('Confirm…');
      const set = (badChecksum: 'refuse' | 'warn') =>
        world.changes.settings.set(
          { guildId: GUILD, member: PEOPLE.admin, by: 'roles' },
          (now) => ({
            ...now,
            badChecksum,
          }),
        );
      await set('refuse');
      await world.changes.idle();
      expect(world.chat.text(messageId)).toContain('It can’t be confirmed now');
      expect(world.chat.text(messageId)).not.toContain('can confirm');
      expect(world.chat.buttons(messageId)).toEqual(['Cancel', 'Details']);
      expect(JSON.stringify(await world.changes.forOne(GUILD, change.id))).not.toContain(
        'change-confirm',
      );
    });

    test('are held to the rule that is set between their confirmation and the request', async () => {
      world.guilds.set(GUILD, { badChecksum: 'warn' });
      const { change } = await askFor(wanted);
      const append = world.store.append.bind(world.store);
      world.store.append = (stream, seq, entry) => {
        if (entry.includes('"step":"confirmed"'))
          world.guilds.set(GUILD, { badChecksum: 'refuse' });
        return append(stream, seq, entry);
      };
      const ended = await pressOn(world.changes).confirm(
        world.click(change, second),
        mistyped.slice(-6),
      );
      expect(ended).toMatchObject({ state: 'failed', failure: { why: 'other-rules' } });
      expect(world.workspace.sent).toEqual([]);
    });

    test('may keep one that the pool pays to already', async () => {
      const record = world.workspace.payments.get('BTC main');
      world.workspace.payments.set('BTC main', {
        ...(record ?? { balance: 0, status: '', payment_frequency: '', day_of_week: '' }),
        addresses: [{ ...cold, external_address: mistyped }],
      });
      const { change } = await askFor(wanted);
      expect((await pressOn(world.changes).confirm(world.click(change, second))).state).toBe(
        'reported',
      );
    });
  });

  test('that are in force already are not asked for', async () => {
    const inForce: Settings = {
      payment_frequency: 'DAILY',
      day_of_week: 'UNSPECIFIED',
      addresses: [{ ...cold, revenue_allocation: 100 }],
    };
    await expect(askFor(inForce)).rejects.toThrow(
      /already lists exactly these settings for `main`/,
    );
    expect(await world.steps()).toEqual(['refused']);
    Object.assign(world.workspace.payments.get('BTC main') ?? {}, { status: 'PENDING_APPROVAL' });
    await expect(askFor(inForce)).rejects.toThrow('for `main`, as “PENDING\\_APPROVAL”');
    const { change } = await askFor({ ...inForce, payment_frequency: 'WEEKLY' });
    expect(change.state).toBe('pending');
  });

  test('whose allocations do not come to 100 are not asked for where the present ones do', async () => {
    const settings: Settings = {
      ...weekly,
      addresses: [cold, { ...fresh, revenue_allocation: 50 }],
    };
    await expect(askFor(settings)).rejects.toThrow(/allocations add up to 90, not 100/);
    expect(await world.steps()).toEqual(['refused']);
  });

  test.each([
    ['there are none', undefined],
    ['the present ones do not either', 0.5],
  ])('whose allocations do not come to 100 are amber where %s', async (_when, share) => {
    const { payments } = world.workspace;
    const record = payments.get('BTC main');
    payments.delete('BTC main');
    if (share !== undefined && record !== undefined)
      payments.set('BTC main', { ...record, addresses: [{ ...cold, revenue_allocation: share }] });
    const { messageId } = await askFor({ ...weekly, addresses: [cold, fresh, KEPT_TOO] });
    const [card] = world.chat.messages.get(messageId)?.reply.embeds ?? [];
    expect(card?.color).toBe(PALETTE.warning);
    expect(world.chat.text(messageId)).toContain('More than 100 is allocated: 110');
  });

  test('whose addresses take each other’s names are amber and say so', async () => {
    const record = world.workspace.payments.get('BTC main');
    if (record === undefined) throw new Error('no record');
    const hot = { ...KEPT_TOO, address_name: 'hot' };
    const present = [
      { ...cold, address_name: 'cold', revenue_allocation: 95 },
      { ...hot, revenue_allocation: 5 },
    ];
    world.workspace.payments.set('BTC main', { ...record, addresses: present });
    const { messageId } = await askFor({
      ...weekly,
      addresses: [
        { ...hot, address_name: 'cold', revenue_allocation: 95 },
        { ...cold, address_name: 'hot', revenue_allocation: 5 },
      ],
    });
    const [card] = world.chat.messages.get(messageId)?.reply.embeds ?? [];
    expect(card?.color).toBe(PALETTE.warning);
    const said = world.chat.text(messageId).match(/The pool lists this name for another address/g);
    expect(said).toHaveLength(2);
  });

  test('with a new address under the name of the one that it replaces are not', async () => {
    const record = world.workspace.payments.get('BTC main');
    if (record === undefined) throw new Error('no record');
    const present = [{ ...cold, revenue_allocation: 100 }];
    world.workspace.payments.set('BTC main', { ...record, addresses: present });
    const { messageId } = await askFor({
      ...weekly,
      addresses: [{ ...fresh, address_name: 'cold', revenue_allocation: 100 }],
    });
    expect(world.chat.text(messageId)).not.toContain('lists this name for another address');
  });

  test.each([
    ['2099-01-01T00:00:00Z', /Payouts at the pool[^]*⚠️ \*\*Frozen until <t:4070908800:f>\*\*/],
    ['next week', /Payouts at the pool[^]*⚠️ \*\*Frozen until next week\*\*/],
  ])('warn of the pool’s own freeze of payouts until %s', async (until, warning) => {
    freezeUntil(until);
    const { messageId } = await askFor(weekly);
    expect(world.chat.text(messageId)).toMatch(warning);
  });

  test('do not warn of a freeze that is over', async () => {
    freezeUntil('2026-01-01T00:00:00Z');
    const { change, messageId } = await askFor(weekly);
    expect(await detailsOf(change)).toContain('`frozen_until` 2026');
    expect(world.chat.text(messageId)).not.toMatch(/Payouts at the pool|`frozen_until` 2026/);
  });

  test('say that the pool may freeze payouts where addresses change, and not how long', async () => {
    const asked = await askFor(weekly);
    const words = 'whether it then freezes payouts for a while (`frozen_until`';
    expect(world.chat.text(asked.messageId)).toContain(words);
    await pressOn(world.changes).cancel(world.click(asked.change, manager));
    const { messageId } = await askFor({
      ...weekly,
      addresses: [{ ...cold, revenue_allocation: 100 }],
    });
    expect(world.chat.text(messageId)).not.toContain('frozen_until');
  });

  test('drift when an address changed, and not when the balance did', async () => {
    const { change } = await askFor(weekly);
    const record = world.workspace.payments.get('BTC main');
    if (record === undefined) throw new Error('no record');
    record.balance = 2;
    const other = { ...record, addresses: [{ ...record.addresses[0], external_address: NEW }] };
    world.workspace.payments.set('BTC main', other);
    expect(
      (await pressOn(world.changes).confirm(world.click(change, second), 'ccfmv3')).state,
    ).toBe('drifted');
    world.workspace.payments.set('BTC main', record);

    const next = await world.changes.list(GUILD);
    await pressOn(world.changes).cancel(world.click(next[0] ?? change, manager));
    const again = await askFor(weekly);
    record.balance = 3;
    expect(
      (await pressOn(world.changes).confirm(world.click(again.change, second), 'ccfmv3')).state,
    ).toBe('reported');
  });

  test('are not renewed to pay a test network’s address that was removed at the pool', async () => {
    const record = world.workspace.payments.get('BTC main');
    if (record === undefined) throw new Error('no record');
    const old = { ...cold, external_address: TESTNET, address_id: 5, revenue_allocation: 10 };
    const both = [{ ...cold, revenue_allocation: 90 }, old];
    world.workspace.payments.set('BTC main', { ...record, addresses: both });
    const addresses = [cold, { ...old, revenue_allocation: 60 }];
    const { change } = await askFor({ ...weekly, addresses });
    world.workspace.payments.set('BTC main', { ...record, addresses: [cold] });
    const ended = await pressOn(world.changes).confirm(world.click(change, second));
    expect([ended.state, ended.replacedBy]).toEqual(['drifted', undefined]);
    expect(await world.changes.list(GUILD)).toHaveLength(1);
  });

  test('are observed when the pool lists what was sent, with its status as it came', async () => {
    const { change, messageId } = await askFor(weekly);
    await pressOn(world.changes).confirm(world.click(change, second), 'ccfmv3');
    world.pass(5_000);
    await world.changes.reconcile();
    await world.changes.idle();
    expect(world.chat.text(messageId)).toContain('Seen at the pool');
    expect(world.chat.text(messageId)).toContain('with status **PENDING\\_APPROVAL**');
    const [card] = world.chat.messages.get(messageId)?.reply.embeds ?? [];
    expect(card?.title).toMatch(/the pool listed it as “PENDING/);
    expect(card?.color).not.toBe(PALETTE.good);
  });

  test('without a name look otherwise than with the name that says so', async () => {
    const named = async (address_name: string) => {
      const addresses = [cold, { ...fresh, address_name }];
      const { change, messageId } = await askFor({ ...weekly, addresses });
      await pressOn(world.changes).cancel(world.click(change, manager));
      return world.chat.text(messageId).match(/^.*allocation \*\*60.*$/m)?.[0];
    };
    const lines = new Set<unknown>();
    for (const name of ['', 'no name', 'unnamed', '(no name)']) lines.add(await named(name));
    expect(lines.size).toBe(4);
  });

  test('tell the audit channel where the money would go, when asked for and when confirmed', async () => {
    const { change } = await askFor(weekly);
    await pressOn(world.changes).confirm(world.click(change, second), 'ccfmv3');
    await world.changes.idle();
    const lines = world.chat
      .inChannel(AUDIT_CHANNEL)
      .flatMap((id) => world.chat.text(id).split('\n'));
    const naming = lines.filter((line) =>
      line.includes(`**new payout address** ${formatAddress(NEW)}`),
    );
    expect(naming.map((line) => /requested|confirmed/.exec(line)?.[0])).toEqual([
      'requested',
      'confirmed',
    ]);
  });

  test('with more addresses than a card shows are not asked for', async () => {
    const addresses = Array.from({ length: 11 }, (_, index) => ({
      ...fresh,
      external_address: `${NEW.slice(0, -2)}${index + 10}`,
    }));
    await expect(askFor({ ...weekly, addresses })).rejects.toThrow(/more than 10 addresses/);
  });

  test('with more addresses than a card shows are counted before any is compared', () => {
    const listed = Array.from({ length: 11 }, (_, index) => ({ ...cold, address_id: index }));
    const known: Lookalikes = {
      get addresses(): string[] {
        throw new Error('compared');
      },
      areAll: true,
    };
    const input = { currency: 'BTC', subaccount: 'main', settings: { ...weekly, addresses: [] } };
    const objection = paymentSettingsChange.objection(input, { addresses: listed }, known);
    expect(objection?.message).toContain('more than 10 addresses');
  });

  test('are compared again with what the workspace pays when they are renewed', async () => {
    const lookalike = `${NEW.slice(0, 30)}qqqq${NEW.slice(34)}`;
    const { change } = await askFor(weekly);
    expect(change.lookalikes?.addresses).toEqual([]);
    const record = world.workspace.payments.get('BTC main');
    if (record === undefined) throw new Error('no record');
    world.workspace.payments.set('BTC main', { ...record, payment_frequency: 'MONTHLY' });
    world.workspace.siteOf.set('spare', 'site-a');
    world.workspace.payments.set('BTC spare', {
      ...record,
      addresses: [{ address_id: 12, address_name: 'spare', external_address: lookalike }],
    });
    await pressOn(world.changes).confirm(world.click(change, second), 'ccfmv3');
    const [renewed] = await world.changes.list(GUILD);
    expect(renewed).toMatchObject({ replaces: change.id, lookalikes: { addresses: [lookalike] } });
  });

  test('warn of an address that looks like one of another subaccount, and keep that in the preview', async () => {
    const lookalike = `${NEW.slice(0, 30)}qqqq${NEW.slice(34)}`;
    const record = world.workspace.payments.get('BTC main');
    if (record === undefined) throw new Error('no record');
    world.workspace.payments.set('BTC spare', {
      ...record,
      addresses: [{ address_id: 12, address_name: 'spare', external_address: lookalike }],
    });
    const { change, messageId } = await askFor(weekly);
    expect(world.chat.text(messageId)).toContain('Looks like this known address, but isn’t it');
    expect(world.chat.text(messageId)).not.toContain('Not compared');
    expect(change.lookalikes).toEqual({ addresses: [lookalike], areAll: true });

    // Other subaccounts' payout addresses are no part of what people agreed to.
    world.workspace.payments.delete('BTC spare');
    expect(
      (await pressOn(world.changes).confirm(world.click(change, second), NEW.slice(-29))).state,
    ).toBe('reported');
  });

  test('say which other subaccounts a new address pays already', async () => {
    const record = world.workspace.payments.get('BTC main');
    if (record === undefined) throw new Error('no record');
    world.workspace.payments.set('BTC spare', {
      ...record,
      addresses: [{ address_id: 12, address_name: 'spare', external_address: NEW }],
    });
    const { change, messageId } = await askFor(weekly);
    expect(world.chat.text(messageId)).toContain('Already pays `spare`.');
    expect(world.chat.text(messageId)).not.toContain('Looks like this known address');
    expect(change.lookalikes).toEqual({
      addresses: [],
      inUse: [{ address: NEW, subaccount: 'spare' }],
      areAll: true,
    });
    world.workspace.payments.delete('BTC spare');
    await pressOn(world.changes).cancel(world.click(change, manager));
    const again = await askFor(weekly);
    expect(world.chat.text(again.messageId)).not.toContain('Already pays');
  });

  test('warn of it also where the names of the subaccounts could not be read', async () => {
    const lookalike = `${NEW.slice(0, 30)}qqqq${NEW.slice(34)}`;
    const record = world.workspace.payments.get('BTC main');
    if (record === undefined) throw new Error('no record');
    world.workspace.payments.set('BTC spare', {
      ...record,
      addresses: [{ address_id: 12, address_name: 'spare', external_address: lookalike }],
    });
    const listed = world.workspace.client.listSubaccounts.bind(world.workspace.client);
    let reads = 0;
    // The first read looks for the subaccount itself.
    world.workspace.client.listSubaccounts = async (...args) => {
      reads += 1;
      if (reads > 1) throw new PoolUnreachable({ operation: 'r', outcome: 'not-sent' });
      return listed(...args);
    };
    const { change, messageId } = await askFor(weekly);
    expect(change.lookalikes).toEqual({ addresses: [lookalike], areAll: false });
    expect(world.chat.text(messageId)).toContain('Looks like this known address, but isn’t it');
    expect(world.chat.text(messageId)).toContain('Not compared');
  });

  test('warn of a name that looks alike also where other addresses could not be read', async () => {
    world.workspace.siteOf.set('maın', 'site-a');
    const list = world.workspace.client.listPaymentSettings.bind(world.workspace.client);
    world.workspace.client.listPaymentSettings = async (currency, scope, page) => {
      if (scope === undefined) throw new PoolUnreachable({ operation: 'r', outcome: 'not-sent' });
      return list(currency, scope, page);
    };
    const { change } = await askFor(weekly);
    expect(change.lookalikes).toEqual({ addresses: [], names: ['maın'], areAll: false });
  });

  test('are asked for without that comparison where it fails, and say so', async () => {
    const list = world.workspace.client.listPaymentSettings.bind(world.workspace.client);
    world.workspace.client.listPaymentSettings = async (currency, scope, page) => {
      if (scope === undefined) throw new PoolUnreachable({ operation: 'r', outcome: 'not-sent' });
      return list(currency, scope, page);
    };
    const { messageId } = await askFor(weekly);
    expect(world.chat.text(messageId)).toContain('Not compared');
    expect(world.chat.buttons(messageId)).toEqual(['Confirm…', 'Cancel', 'Details']);
  });

  test('say so too where that comparison found nothing, and a subaccount was refused', async () => {
    const list = world.workspace.client.listPaymentSettings.bind(world.workspace.client);
    world.workspace.client.listPaymentSettings = async (currency, scope, page) => {
      const read = await list(currency, scope, page);
      if (scope !== undefined) return read;
      return { ...read, value: { ...read.value, items: [] }, refusedSubaccounts: ['south'] };
    };
    const { change, messageId } = await askFor(weekly);
    expect(change.lookalikes).toEqual({ addresses: [], areAll: false });
    expect(world.chat.text(messageId)).toContain('Not compared');
  });

  test('take nothing that section 4.1 does not know', async () => {
    const settings = { ...weekly, extra: 1 };
    await expect(askFor(settings)).rejects.toThrow();
  });
});
