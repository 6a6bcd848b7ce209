import { beforeEach, describe, expect, test } from 'vitest';
import {
  answer,
  ask,
  confirm,
  current,
  expectCard,
  expectSent,
  forge,
  HYDRO,
  now,
  replies,
  requestOf,
  siteId,
  type AskedKind,
} from '../support/changes.js';
import { eventually, newServer, shown, type Server } from '../support/world.js';

let server: Server;

beforeEach(async () => {
  server = await newServer();
});

const KINDS: readonly AskedKind[] = ['move', 'payments'];
const MINUTE = 60_000;
/** How long a change waits to be confirmed. */
const WAITS = { move: 15 * MINUTE, payments: 24 * 60 * MINUTE };

describe('a change that somebody confirms', () => {
  test.each(KINDS)('is sent once and done when the pool lists it: %s', async (kind) => {
    const { clock, workspace } = server;
    const request = requestOf(server, kind);
    const card = await ask(server, kind);
    await expectCard(server, card, `${kind}-waiting`);
    expect(workspace.writes).toEqual([]);

    await confirm(card, server.approver);
    await expectCard(server, card, `${kind}-answered`);
    const sentAt = clock.now();
    await eventually(server, () => expect(now(server, card)).toContain('✅ **Done**'));
    await expectCard(server, card, `${kind}-done`);
    // Alerts read the pool too, at moments of their own.
    const looks = workspace.requests.map(({ at }) => at - sentAt);
    expect(looks.some((after) => after >= 5_000 && after <= 10_000)).toBe(true);
    await eventually(server, () =>
      expect(replies(server, card)).toEqual([
        '@Marek ✅ **#1 is done:** the pool lists it. @Sofia confirmed it.',
      ]),
    );
    expectSent(server, request);
  });

  test('creates a subaccount', async () => {
    const { manager, approver } = server;
    const options = { name: 'hall-7', site: 'Cedar Ridge' };
    const card = answer(await manager.run('subaccount create', options));
    await expectCard(server, card, 'create-waiting');
    await confirm(card, approver);
    await eventually(server, () => expect(now(server, card)).toContain('✅ **Done**'));
    await expectCard(server, card, 'create-done');
    const again = await manager.run('subaccount create', options);
    expect(shown(server, again.message)).toBe(
      '▌amber This name can’t be used\nhall-7 exists already.',
    );
    expectSent(server, {
      method: 'POST',
      path: '/api/v2/pool/subaccounts',
      body: { name: 'hall-7', site_id: siteId(server, 'Cedar Ridge') },
    });
  });

  test('may be confirmed by its requester where one person is enough', async () => {
    const request = requestOf(server, 'move');
    const card = await ask(server, 'move');
    await confirm(card, server.manager);
    expect(now(server, card)).toContain('@Marek requested and confirmed');
    await eventually(server, () => expect(now(server, card)).toContain('✅ **Done**'));
    await server.clock.advance(2_000);
    expect(replies(server, card)).toEqual([]);
    expectSent(server, request);
  });

  test('is sent once however many people click at the same moment', async () => {
    const request = requestOf(server, 'move');
    const card = await ask(server, 'move');
    const people = [server.approver, server.admin, server.manager];
    const answers = await Promise.all(people.map((person) => confirm(card, person)));
    const late = answers.filter(({ message }) => message?.id !== card.id);
    expect(late).toHaveLength(2);
    for (const { message } of late)
      expect(shown(server, message)).toMatch(
        /^▌amber Too late\n@\w+ confirmed #1 already; your click sent nothing\.$/,
      );
    expectSent(server, request);
  });

  test('is sent once though Discord delivers each click twice', async () => {
    server.guild.deliversTwice = true;
    const requests = KINDS.map((kind) => requestOf(server, kind));
    for (const kind of KINDS) {
      const card = await ask(server, kind);
      await confirm(card, server.approver);
      expect(now(server, card)).toContain('📨 **Sent**');
    }
    const list = answer(await server.viewer.run('changes list'));
    expect(shown(server, list).match(/\[#\d+\]/g)).toEqual(['[#2]', '[#1]']);
    expectSent(server, ...requests);
  });
});

describe('people who may not', () => {
  test('a viewer can neither request nor confirm nor cancel', async () => {
    const { viewer } = server;
    const asked = await viewer.run('subaccount move', { subaccount: HYDRO, site: 'Lone Mesa' });
    expect(shown(server, asked.message)).toMatch(/^▌amber Managers only\n/);
    const card = await ask(server, 'move');
    const confirmed = await confirm(card, viewer);
    expect(shown(server, confirmed.message)).toBe(
      '▌amber Managers and approvers only\nAsk an admin; roles are set with /setup roles.',
    );
    expect(confirmed.message?.privateTo).toBe(viewer.id);
    const cancelled = await viewer.click(card, 'Cancel');
    expect(shown(server, cancelled.message)).toBe(
      '▌amber Not yours\nOnly @Marek or a manager can cancel this.',
    );
    expect(now(server, card)).toContain('⏳ **Waiting**');
    expectSent(server);
  });

  test('an approver confirms, and cannot request', async () => {
    const asked = await server.approver.run('subaccount create', {
      name: 'hall-7',
      site: 'Cedar Ridge',
    });
    expect(shown(server, asked.message)).toMatch(/^▌amber Managers only\n/);
    expectSent(server);
  });

  test('who lost the role meanwhile cannot confirm', async () => {
    const card = await ask(server, 'move');
    server.approver.roles = [];
    const { message } = await confirm(card, server.approver);
    expect(shown(server, message)).toMatch(/^▌amber Managers and approvers only\n/);
    expectSent(server);
  });
});

describe('a change that nobody sends', () => {
  test.each(KINDS)('is cancelled by its requester: %s', async (kind) => {
    const card = await ask(server, kind);
    await server.manager.click(card, 'Cancel');
    await expectCard(server, card, `${kind}-cancelled`);
    await server.clock.advance(3_000);
    expect(replies(server, card)).toEqual([]);
    expectSent(server);
  });

  test('is cancelled by another manager, which its requester is told', async () => {
    const nora = server.guild.addPerson('Nora', { roles: server.manager.roles });
    const card = await ask(server, 'move');
    await nora.click(card, 'Cancel');
    await eventually(server, () =>
      expect(replies(server, card)).toEqual([
        '@Marek 🚫 **#1 was cancelled** by @Nora. Nothing was sent.',
      ]),
    );
    expectSent(server);
  });

  test.each(KINDS)('expires at its minute: %s', async (kind) => {
    const card = await ask(server, kind);
    await server.clock.jump(WAITS[kind] - 1_000);
    const early = await server.viewer.run('changes show', { id: '1' });
    expect(shown(server, early.message)).toContain('⏳ **Waiting**');
    await server.clock.jump(1_000);
    await eventually(server, () => expect(now(server, card)).toContain('⌛ **Expired**'));
    await expectCard(server, card, `${kind}-expired`);
    forge(current(server, card.id), 'Details', 'change-confirm:1:AT');
    const late = await server.approver.click(card, 'Details');
    expect(shown(server, late.message, { hideTimes: true })).toBe(
      '▌amber Too late\nIt expired <t:…:R>.',
    );
    await eventually(server, () =>
      expect(replies(server, card).at(-1)).toBe('@Marek ⌛ **#1 expired.** Nothing was sent.'),
    );
    expectSent(server);
  });

  test('cannot be confirmed after its end, also before Pitboss has noted that', async () => {
    const card = await ask(server, 'move');
    await server.clock.jump(WAITS.move);
    forge(current(server, card.id), 'Details', 'change-confirm:1:AT');
    const { message } = await server.approver.click(card, 'Details');
    expect(shown(server, message)).toMatch(/^▌amber Too late\nIt expired /);
    expectSent(server);
  });

  test('is asked again by a button, as a new change', async () => {
    const request = requestOf(server, 'move');
    const card = await ask(server, 'move');
    await server.manager.click(card, 'Cancel');
    const nora = server.guild.addPerson('Nora', { roles: server.manager.roles });
    const next = answer(await nora.click(current(server, card.id), 'Ask again'));
    expect(shown(server, next)).toContain('▌blue #2 Move cedar-ridge-hydro');
    expect(shown(server, next)).toContain('@Nora requested, as #1: North hall is rewired');
    await eventually(server, () => expect(now(server, card)).not.toContain('Ask again'));
    await confirm(next, server.approver);
    expectSent(server, request);
  });

  test('keeps its thing for itself', async () => {
    await ask(server, 'move');
    const { message } = await server.admin.run('subaccount move', {
      subaccount: HYDRO,
      site: 'Lone Mesa',
    });
    expect(shown(server, message)).toMatch(
      /^▌amber #1 is still open\nConfirm or cancel #1 first: it changes the same subaccount\.$/,
    );
    // Another thing of the same subaccount.
    await ask(server, 'payments');
    expectSent(server);
  });

  test('is not even made where nothing would change or names are unknown', async () => {
    const move = (subaccount: string, site: string) =>
      server.manager.run('subaccount move', { subaccount, site });
    const same = await move(HYDRO, 'Cedar Ridge');
    expect(shown(server, same.message)).toBe(
      '▌amber Nothing to change\ncedar-ridge-hydro is already at Cedar Ridge.',
    );
    const nowhere = await move(HYDRO, 'Atlantis');
    expect(shown(server, nowhere.message)).toBe(
      '▌amber No such site\nSites: Cedar Ridge, Lone Mesa.',
    );
    const nobody = await move('cedar-ridge-hydra', 'Lone Mesa');
    expect(shown(server, nobody.message)).toContain('▌amber No such subaccount');
    expectSent(server);
  });
});
