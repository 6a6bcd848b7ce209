import { beforeEach, describe, expect, test } from 'vitest';
import { changeAddressElsewhere } from '../../sandbox/pool/controls.js';
import {
  answer,
  ask,
  cardOf,
  COLD,
  coldLines,
  confirm,
  current,
  expectCard,
  expectSent,
  HYDRO,
  LAST_SIX,
  now,
  openPayouts,
  replies,
  requestOf,
  submitPayouts,
  treasury,
} from '../support/changes.js';
import { eventually, newServer, shown, type Server } from '../support/world.js';

let server: Server;

beforeEach(async () => {
  server = await newServer();
});

const HOUR = 3_600_000;
const MISTYPED = COLD.replace('wf5', 'wd5');

describe('the form', () => {
  test('begins with what the pool lists', async () => {
    const present = answer(
      await server.manager.run('payment-settings change', { subaccount: HYDRO }),
    );
    expect(present.privateTo).toBe(server.manager.id);
    await expectCard(server, present, 'payments-present');
    const { form } = await server.manager.click(present, 'Fill in the change…');
    const { name, address } = treasury(server);
    expect(form?.title).toBe('BTC payouts of cedar-ridge-hydro');
    expect(JSON.stringify(form)).toContain(`"value":"${name} | ${address} | 100"`);
    // Opened and left as it was.
    const same = await server.manager.submit(await openPayouts(server.manager), {});
    expect(shown(server, same.message)).toBe(
      '▌amber Nothing to change\nThe pool already lists these settings.\n[*Edit again…]',
    );
    expectSent(server);
  });

  test('opens again with what was typed, after one wrong character', async () => {
    const { manager, approver } = server;
    const request = requestOf(server, 'payments');
    const wrong = coldLines(server).replace(COLD, MISTYPED);
    const refused = await submitPayouts(server, { addresses: wrong, reason: 'new cold wallet' });
    expect(shown(server, refused.message)).toBe(
      '▌amber Check the addresses\n' +
        'Line 1: not a BTC address, or mistyped: `bc1q ar0s rrr7 xfkv y5l6 43ly dnw9 re59 gtzz wd5m dq`\n' +
        '[*Edit again…]',
    );
    expect(refused.message?.privateTo).toBe(manager.id);
    const again = await manager.click(answer(refused), 'Edit again…');
    const typed = JSON.stringify(again.form);
    expect(typed).toContain(JSON.stringify(wrong).slice(1, -1));
    expect(typed).toContain('new cold wallet');
    const card = answer(await manager.submit(again, { addresses: coldLines(server) }));
    expect(now(server, card)).toContain('@Marek requested: new cold wallet');
    await confirm(card, approver);
    expectSent(server, request);
  });

  test.each([
    ['in groups of four', COLD.replaceAll(/.{4}/g, '$& ')],
    ['as a payment link', `bitcoin:${COLD}?amount=0.1&label=Pool`],
    ['in capitals, as QR codes have it', COLD.toUpperCase()],
    ['with a character that nobody sees', `${COLD}\u200B`],
  ])('takes an address %s', async (_, typed) => {
    const request = requestOf(server, 'payments');
    const addresses = coldLines(server).replace(COLD, typed);
    const { message } = await submitPayouts(server, { addresses });
    if (message === null) throw new Error('There is no card');
    await confirm(message, server.approver);
    expectSent(server, request);
  });

  test('takes a Zcash address with three receivers, whole', async () => {
    const { manager, approver } = server;
    const options = { subaccount: HYDRO, currency: 'ZEC' };
    const present = answer(await manager.run('payment-settings change', options));
    const form = await manager.click(present, 'Fill in the change…');
    const fields = { frequency: 'DAILY', addresses: `treasury | ${UNIFIED} | 100` };
    const card = answer(await manager.submit(form, fields));
    const text = now(server, card);
    expect(text.replaceAll(/\s/g, '')).toContain(UNIFIED);
    expect(text).toContain('-# Checksum valid · total 100');
    const typing = await approver.click(card, 'Confirm…');
    await approver.submit(typing, { address1: UNIFIED.slice(-6) });
    const [write] = server.workspace.writes;
    expect(write?.body).toMatchObject({
      addresses: [{ external_address: UNIFIED, revenue_allocation: 100 }],
    });
    expect(server.discord.refusals).toEqual([]);
  });

  test('warns of allocations that do not add up, and leaves the judgement to people', async () => {
    const addresses = coldLines(server).replace('| 60', '| 50');
    const { message } = await submitPayouts(server, { addresses });
    expect(shown(server, message)).toMatch(
      /^▌amber #1 [^]*⚠️ \*\*Allocations add up to 90\*\*, those at the pool now to 100\n/,
    );
    expectSent(server);
  });
});

describe('a request', () => {
  test('has a day of the week for weekly payouts only', async () => {
    const { method, path, body } = requestOf(server, 'payments');
    const schedule = { frequency: 'MONTHLY', day: 'MONDAY' };
    const card = answer(await submitPayouts(server, schedule));
    await confirm(card, server.approver);
    const monthly = { ...body, payment_frequency: 'MONTHLY', day_of_week: 'UNSPECIFIED' };
    expectSent(server, { method, path, body: monthly });
  });

  test('is not made again where the pool’s new values would be cut from its card', async () => {
    const { workspace, approver } = server;
    const addresses = `${'x'.repeat(2_800)} | ${COLD} | 100`;
    const card = answer(await submitPayouts(server, { addresses }));
    for (const { addresses } of workspace.paymentSettings)
      for (const each of Array.isArray(addresses) ? addresses : [])
        Object.assign(each, { address_name: 'y'.repeat(1_100) });
    await confirm(card, approver);
    await eventually(server, () => expect(now(server, card)).toContain('they can’t see'));
    expectSent(server);
  });
});

describe('who confirms new addresses', () => {
  test('is never the requester, and types the ends of each address', async () => {
    const { manager, approver, admin } = server;
    const request = requestOf(server, 'payments');
    const card = await ask(server, 'payments');
    const own = await manager.click(card, 'Confirm…');
    expect(own.form).toBeNull();
    expect(shown(server, own.message)).toBe(
      '▌amber Second person needed\nYou requested #1. Ask @Approvers @Pool manager to confirm it.',
    );

    const opened = await approver.click(card, 'Confirm…');
    expect(opened.form?.title).toBe('Confirm #1: cedar-ridge-hydro');
    const field = JSON.stringify(opened.form);
    expect(field).toContain('bc1q ar0s rrr7 xfkv…: last six characters');
    expect(field).toContain('Compare the whole address with your own records first.');
    for (const typed of ['wd5mdq', 'wf5mdg', COLD.slice(0, 6), COLD.slice(-5)]) {
      const wrong = await approver.submit(opened, { address1: typed });
      expect(shown(server, wrong.message)).toBe(
        '▌amber Not the last six characters\nNothing was sent. Compare the whole address with your own records, then confirm again.',
      );
      expect(wrong.message?.privateTo).toBe(approver.id);
    }
    expect(now(server, card)).toContain('⏳ **Waiting**');

    // Two forms were open; the first one that is right sends.
    const other = await admin.click(card, 'Confirm…');
    // As the card groups it, typed on a phone.
    const grouped = ` ${LAST_SIX.slice(0, 4)} ${LAST_SIX.slice(4)} `.toUpperCase();
    await approver.submit(opened, { address1: grouped });
    const late = await admin.submit(other, { address1: LAST_SIX });
    expect(shown(server, late.message)).toBe(
      '▌amber Too late\n@Sofia confirmed #1 already; your click sent nothing.',
    );
    expectSent(server, request);
  });

  test('is pinged by role once, and reminded once', async () => {
    const { admin, guild, clock } = server;
    const role = guild.roles.find(({ name }) => name === 'Approvers')?.id ?? '';
    await admin.run('setup roles', { ping: role });
    const card = await ask(server, 'payments');
    const asked =
      '@Approvers **#1 needs a second person:** BTC payouts of cedar-ridge-hydro, requested by @Marek. Expires <t:…:R>.';
    const soon = '@Approvers ⏳ **#1 expires <t:…:R>** and still needs a second person.';
    await eventually(server, () => expect(replies(server, card)).toEqual([asked]));
    await clock.jump(22 * HOUR);
    await eventually(server, () => expect(replies(server, card)).toEqual([asked, soon]));
    await clock.advance(60_000);
    await clock.jump(HOUR);
    await clock.advance(60_000);
    expect(replies(server, card)).toEqual([asked, soon]);
    const pings = guild.general.messages().map(({ mention_roles }) => mention_roles);
    expect(pings.filter((roles) => roles.length > 0)).toEqual([[role], [role]]);
    expectSent(server);
  });

  test('sees no ping for a move, which one person may confirm', async () => {
    const role = server.guild.roles.find(({ name }) => name === 'Approvers')?.id ?? '';
    await server.admin.run('setup roles', { ping: role });
    const card = await ask(server, 'move');
    await server.clock.advance(3_000);
    expect(replies(server, card)).toEqual([]);
    expectSent(server);
  });
});

describe('approval at the pool', () => {
  test('is waited for, and done is said once the new values are in force', async () => {
    const { workspace } = server;
    const request = requestOf(server, 'payments');
    workspace.requiresApproval = true;
    const card = await ask(server, 'payments');
    await confirm(card, server.approver);
    await expectCard(server, card, 'payments-answered-pending');
    await eventually(server, () => expect(now(server, card)).toContain('as **PENDING'));
    await expectCard(server, card, 'payments-pending-approval');
    await server.clock.advance(60_000);
    await eventually(server, () =>
      expect(replies(server, card)).toEqual([
        '@Marek 📨 **#1 was sent.** @Sofia confirmed it; the pool answered PENDING.',
      ]),
    );
    workspace.approve(HYDRO, 'BTC');
    await server.clock.jump(HOUR);
    await eventually(server, () => expect(now(server, card)).toContain('✅ **Done**'));
    await eventually(server, () =>
      expect(replies(server, card).at(-1)).toBe(
        '@Marek ✅ **#1 is done:** the pool lists it. @Sofia confirmed it.',
      ),
    );
    expectSent(server, request);
  });

  test('that is refused there is never called done', async () => {
    const request = requestOf(server, 'payments');
    server.workspace.requiresApproval = true;
    const card = await ask(server, 'payments');
    await confirm(card, server.approver);
    await eventually(server, () => expect(now(server, card)).toContain('as **PENDING'));
    for (const record of server.workspace.paymentSettings) record['status'] = 'ACTIVE';
    await server.clock.jump(2 * HOUR);
    await server.clock.advance(5_000);
    expect(now(server, card)).toContain('📨 **Sent**');
    await server.clock.jump(31 * 24 * HOUR);
    await eventually(server, () => expect(now(server, card)).toContain('not seen at the pool by'));
    await expectCard(server, card, 'payments-not-seen');
    expectSent(server, request);
  });

  test('that may be under way already is warned of', async () => {
    server.workspace.requiresApproval = true;
    const request = requestOf(server, 'payments');
    await confirm(await ask(server, 'payments'), server.approver);
    const { message } = await server.manager.run('payment-settings change', { subaccount: HYDRO });
    expect(shown(server, message)).toMatch(
      /^▌amber [^\n]*\n⚠️ The pool says PENDING\\_APPROVAL: another change may be waiting there\n/,
    );
    expectSent(server, request);
  });
});

describe('a pool whose values changed after the preview', () => {
  test('of payouts is shown before anything is sent, and asked anew', async () => {
    const { approver, workspace } = server;
    const card = await ask(server, 'payments');
    const { address } = treasury(server);
    const elsewhere = changeAddressElsewhere(workspace, HYDRO, 'BTC');
    await confirm(card, approver);
    await eventually(server, () => expect(now(server, card)).toMatch(/Now \[?#2/));
    expect(now(server, card)).toMatch(/^▌grey #1 .*\n🔁 \*\*Out of date\*\* · nothing was sent\n/);
    expect(addressesIn(now(server, card))).toEqual([elsewhere, address]);
    const next = await eventually(server, () => cardOf(server, 2));
    await eventually(server, () => expect(now(server, card)).toContain(`${next.id})`));
    await expectCard(server, next, 'payments-renewed');
    const renewed = now(server, next);
    const [, changes = ''] = renewed.split('⚠️ Payouts frozen until ');
    expect(changes.match(/(NEW|REMOVED)\*\* · [\w ]+/g)).toEqual([
      'NEW** · cold ',
      'NEW** · BTC treasury ',
      'REMOVED** · BTC treasury ',
    ]);
    expect(addressesIn(changes)).toEqual([COLD, address, elsewhere]);
    await eventually(server, () =>
      expect(replies(server, card)).toEqual([
        '@Marek 🔁 **#1 is out of date**, #2 has the current values. Nothing was sent.',
      ]),
    );
    const own = await server.manager.click(current(server, next.id), 'Confirm…');
    expect(shown(server, own.message)).toMatch(/^▌amber Second person needed\n/);
    expectSent(server);
  });

  test('of a move is shown with what confirming would undo', async () => {
    const request = requestOf(server, 'move');
    const { approver, workspace } = server;
    const card = await ask(server, 'move');
    const pecos = { id: crypto.randomUUID(), name: 'Pecos Flats' };
    workspace.sites.push(pecos);
    const hydro = workspace.subaccounts.find(({ name }) => name === HYDRO);
    Object.assign(hydro ?? {}, { site: pecos });
    await confirm(card, approver);
    await eventually(server, () => expect(now(server, card)).toMatch(/Now \[?#2/));
    expect(now(server, card)).toMatch(/^▌grey #1 .*\n🔁 \*\*Out of date\*\* · nothing was sent\n/);
    const next = await eventually(server, () => cardOf(server, 2));
    const renewed = now(server, next);
    expect(renewed).toContain('⚠️ **The pool changed meanwhile:**');
    expect(renewed).toContain('Site: Pecos Flats → **Lone Mesa**\n@Marek requested, as #1');
    await confirm(next, approver);
    expectSent(server, request);
  });

  test('to what was asked for is said, and nothing is asked anew', async () => {
    const card = await ask(server, 'move');
    const hydro = server.workspace.subaccounts.find(({ name }) => name === HYDRO);
    const mesa = server.workspace.sites.find(({ name }) => name === 'Lone Mesa');
    Object.assign(hydro ?? {}, { site: mesa });
    await confirm(card, server.approver);
    await eventually(server, () => expect(now(server, card)).toContain('Ask again'));
    await expectCard(server, card, 'move-out-of-date-done');
    expectSent(server);
  });

  test('only in what people did not set sends what was shown', async () => {
    const request = requestOf(server, 'payments');
    const card = await ask(server, 'payments');
    for (const record of server.workspace.paymentSettings)
      Object.assign(record, { balance: 0.5, frozen_until: '2027-01-01T00:00:00Z' });
    await confirm(card, server.approver);
    expect(now(server, card)).toContain('📨 **Sent**');
    expectSent(server, request);
  });
});

/** Those in code blocks. */
function addressesIn(text: string): string[] {
  return [...text.matchAll(/```([^`]*)```/g)].map(([, block = '']) => block.replaceAll(/\s/g, ''));
}

/** Orchard, Sapling and transparent, 213 characters; made up, with a right checksum. */
const UNIFIED =
  'u1qd0tj9r0egjcpkekj8ky0ghatzesu6wyraad2vytueqeea6j45yx80sewn8j4p0q8wt0zn98qfwmsymweyj8lk34jr45dg0u27eq66xrreuagtu2u4qfhaj34srk90gcw08znpxl822lqjaxq9wtwyndeq3hakf53l4ytg8m26csce7zr4udxt5fusle4a2s4vrxr0qhwtxjsvyt0jn';
