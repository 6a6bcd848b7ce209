import { beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../sandbox/discord/types.js';
import { answering, silentOnWrites } from '../../sandbox/pool/faults.js';
import type { Fault, Workspace } from '../../sandbox/pool/types.js';
import {
  answer,
  ask,
  confirm,
  current,
  expectCard,
  expectSent,
  HYDRO,
  now,
  replies,
  requestOf,
  type AskedKind,
} from '../support/changes.js';
import { eventually, newServer, shown, type Server } from '../support/world.js';

let server: Server;

beforeEach(async () => {
  server = await newServer();
});

const KINDS: readonly AskedKind[] = ['move', 'payments'];
const NO_ACCESS = { error: { message: 'User does not have access to this resource' } };

function onWrites(fault: Fault): Workspace['fault'] {
  return ({ method }) => (method === 'GET' ? undefined : fault);
}

/** A change that was confirmed while the pool answered so. */
async function sent(kind: AskedKind, fault: Fault) {
  const request = requestOf(server, kind);
  const card = await ask(server, kind);
  server.workspace.fault = onWrites(fault);
  await confirm(card, server.approver);
  server.workspace.fault = null;
  return { card, request };
}

async function checkedBy(by: Server['manager'], opened: Outcome): Promise<Outcome> {
  return by.submit(opened, { note: 'Not done, the console shows no action.' });
}

describe('the pool says no', () => {
  test.each(KINDS)('and its words stand on the card: %s', async (kind) => {
    const fault = { kind: 'answer', status: 403, body: NO_ACCESS } as const;
    const { card, request } = await sent(kind, fault);
    await expectCard(server, card, `${kind}-declined`);
    await eventually(server, () =>
      expect(replies(server, card)).toEqual(['@Marek ❌ **#1 was declined by the pool** (403).']),
    );
    // The thing is free again.
    const again = answer(await server.manager.click(current(server, card.id), 'Ask again'));
    await confirm(again, server.approver);
    expect(now(server, again)).toContain('📨 **Sent**');
    expectSent(server, request, request);
  });

  test('with 400, and what it changed all the same is seen', async () => {
    const fault = {
      kind: 'answer',
      status: 400,
      body: { error: { message: 'site_id is *wrong* @everyone' } },
      carriedOut: true,
    } as const;
    const { card, request } = await sent('move', fault);
    expect(now(server, card)).toContain(
      '❌ **Declined by the pool** (400)\n> site\\_id is \\*wrong\\* \\@everyone\n',
    );
    await eventually(server, () =>
      expect(now(server, card)).toContain(
        '❌ **Declined by the pool** (400), but the pool lists it',
      ),
    );
    expectSent(server, request);
  });
});

describe('an outcome that nobody knows', () => {
  test.each(KINDS)('closes its thing until a second person has looked: %s', async (kind) => {
    const { manager, approver, workspace } = server;
    const request = requestOf(server, kind);
    const card = await ask(server, kind);
    workspace.fault = silentOnWrites();
    const seen: string[] = [];
    const stop = server.discord.onChange(() => seen.push(now(server, card)));
    const confirming = confirm(card, approver);
    await arrived(workspace);
    await eventually(server, () =>
      expect(seen.join('\n')).toContain('📤 **Sending** · no answer from the pool yet'),
    );
    stop();
    await confirming;
    workspace.fault = null;
    await expectCard(server, card, `${kind}-unknown`);
    await eventually(server, () =>
      expect(replies(server, card)).toEqual([
        '@Marek @Sofia ❓ **#1: outcome unknown.** Look at the pool, then mark it as checked.',
      ]),
    );

    const other = await manager.run('subaccount move', { subaccount: HYDRO, site: 'Lone Mesa' });
    if (kind === 'move')
      expect(shown(server, other.message)).toBe(
        '▌amber #1 needs a check first\nLook at the pool, then mark #1 as checked: its outcome is unknown.',
      );
    const check = () => current(server, card.id);
    const own = await checkedBy(manager, await manager.click(check(), 'Mark as checked…'));
    if (kind === 'payments')
      expect(shown(server, own.message)).toBe(
        '▌amber Second person needed\nYou requested #1. Ask @Approvers @Pool manager to check it.',
      );
    if (kind === 'payments')
      await checkedBy(approver, await approver.click(check(), 'Mark as checked…'));
    await expectCard(server, card, `${kind}-checked`);
    const again = answer(await manager.click(check(), 'Ask again'));
    await confirm(again, approver);
    expectSent(server, request, request);
  });

  test.each<[string, Fault, string]>([
    ['the connection breaks', { kind: 'reset' }, 'the connection broke'],
    ['the pool fails', { kind: 'answer', status: 500, body: {} }, 'the pool failed (500)'],
    [
      'too many requests',
      { kind: 'answer', status: 429, body: {}, headers: { 'retry-after': '1' } },
      'the pool answered 429',
    ],
    [
      'a success that says no',
      { kind: 'answer', status: 200, body: { success: false, message: 'no' } },
      'the pool answered that it failed',
    ],
    [
      'a web page',
      { kind: 'answer', status: 403, body: '<html>Just a moment</html>' },
      'the answer can’t be read',
    ],
    ['a redirect', { kind: 'answer', status: 302, headers: { location: '/' } }, 'can’t be read'],
  ])('is said, and nothing is sent again: %s', async (_, fault, reason) => {
    const { card, request } = await sent('move', fault);
    expect(now(server, card).replaceAll("'", '’')).toMatch(
      new RegExp(`❓ \\*\\*Outcome unknown\\*\\* · .*${reason.replace(/[()]/g, '\\$&')}`),
    );
    await server.clock.advance(60_000);
    expect(now(server, card)).toContain('❓ **Outcome unknown**');
    expectSent(server, request);
  });

  test.each(KINDS)('stays unknown though the pool lists it later: %s', async (kind) => {
    const { card, request } = await sent(kind, { kind: 'reset-after' });
    expect(now(server, card)).toMatch(/❓ \*\*Outcome unknown\*\* · the connection broke/);
    await eventually(server, () => expect(now(server, card)).toContain('but the pool lists it'));
    await expectCard(server, card, `${kind}-unknown-listed`);
    await eventually(server, () =>
      expect(replies(server, card).at(-1)).toBe(
        '@Marek @Sofia ❓ **#1: outcome unknown**, but the pool lists it.',
      ),
    );
    expectSent(server, request);
  });

  test('is checked by approvers, not by viewers', async () => {
    const { card, request } = await sent('move', { kind: 'reset' });
    const opened = await server.viewer.click(card, 'Mark as checked…');
    const { message } = await checkedBy(server.viewer, opened);
    expect(shown(server, message)).toMatch(/^▌amber Managers and approvers only\n/);
    expect(now(server, card)).not.toContain('checked:');
    expectSent(server, request);
  });
});

describe('a request that never left', () => {
  test('is said where the present values cannot be read: it can be confirmed again', async () => {
    const request = requestOf(server, 'move');
    const card = await ask(server, 'move');
    server.workspace.fault = answering(503, { error: { message: 'maintenance' } });
    const confirming = confirm(card, server.approver);
    for (let pause = 0; pause < 4; pause++) await server.clock.advance(1_000);
    expect(shown(server, (await confirming).message)).toMatch(/Nothing was sent/);
    expect(now(server, card)).toContain('⏳ **Waiting**');
    server.workspace.fault = null;
    await confirm(card, server.approver);
    expectSent(server, request);
  });

  test('is said, and its change can be asked again', async () => {
    const { pool, workspace } = server;
    const request = requestOf(server, 'move');
    const card = await ask(server, 'move');
    // After the one read before sending.
    workspace.fault = () => {
      pool.stopListening();
      return undefined;
    };
    await confirm(card, server.approver);
    workspace.fault = null;
    await pool.listenAgain();
    await expectCard(server, card, 'move-not-sent');
    await eventually(server, () =>
      expect(replies(server, card)).toEqual([
        expect.stringMatching(/^@Marek 🚫 \*\*#1 wasn’t sent:\*\* /),
      ]),
    );
    const again = answer(await server.manager.click(current(server, card.id), 'Ask again'));
    await confirm(again, server.approver);
    expectSent(server, request);
  });
});

/** Resolves once the pool has got a write. */
async function arrived(workspace: Workspace): Promise<void> {
  while (workspace.writes.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
}
