import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ask, confirm, current, expectSent, now, requestOf } from '../support/changes.js';
import { hasPostgres, startPostgres, type PostgresServer } from '../support/postgres.js';
import { startHouse, type BotProcess, type House } from '../support/process.js';
import { shown } from '../support/world.js';

const MINUTE = 60_000;

describe('on SQLite', () => {
  killedWhileItSends(() => ({}));
});

describe.skipIf(!hasPostgres)('on Postgres, where initdb is installed', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());
  killedWhileItSends(() => ({ url: postgres.newDatabase() }));
});

function killedWhileItSends(newStore: () => { url?: string }): void {
  let house: House;
  let bot: BotProcess;
  beforeEach(async () => {
    house = await startHouse(newStore());
    bot = await house.start();
  });
  afterEach(() => house.close());

  /** Background work has seen that the time is another one. */
  async function pass(minutes: number): Promise<void> {
    await house.clock.jump(minutes * MINUTE);
    await house.clock.advance(10_000);
  }

  test('a change that was read again and not sent still waits', async () => {
    const server = await house.newServer();
    const { workspace, approver } = server;
    const request = requestOf(server, 'move');
    const card = await ask(server, 'move');
    workspace.fault = () => {
      bot.signal('SIGKILL');
      return { kind: 'hang' };
    };
    abandon(confirm(card, approver));
    expect(await bot.ended).toBe('SIGKILL');
    workspace.fault = null;

    await house.startHere();
    await pass(6);
    expect(now(server, card)).toContain('⏳ **Waiting**');
    expectSent(server);
    await confirm(current(server, card.id), approver);
    expectSent(server, request);
  });

  test.each([
    ['the pool never got', { kind: 'reset' }, ' · Pitboss was stopped while it was being sent'],
    ['the pool carried out', undefined, ', but the pool lists it'],
  ] as const)('a request that %s ends as unknown, and is not sent again', async (...moment) => {
    const [, fault, known] = moment;
    const server = await house.newServer();
    const { workspace, approver, admin } = server;
    const request = requestOf(server, 'move');
    const card = await ask(server, 'move');
    const { components } = current(server, card.id);
    workspace.fault = ({ method }) => {
      if (method === 'GET') return undefined;
      bot.signal('SIGKILL');
      return fault;
    };
    abandon(confirm(card, approver));
    expect(await bot.ended).toBe('SIGKILL');
    workspace.fault = null;

    await house.startHere();
    const late = await admin.click({ ...card, components }, 'Confirm');
    expect(shown(server, late.message)).toContain('@Sofia confirmed #1 already');
    await pass(4);
    expect(now(server, card)).toContain('📤 **Sending** · no answer from the pool yet');
    await pass(1);
    expect(now(server, card)).toContain(`❓ **Outcome unknown**${known}`);
    expectSent(server, request);
  });

  test('of many requests under way each is sent once, and its card tells the truth', async () => {
    const servers = await Promise.all(Array.from({ length: 6 }, () => house.newServer()));
    const cards = await Promise.all(servers.map((server) => ask(server, 'move')));
    const requests = servers.map((server) => requestOf(server, 'move'));
    let writes = 0;
    for (const { workspace } of servers)
      workspace.fault = ({ method }) => {
        if (method === 'GET') return undefined;
        writes += 1;
        if (writes === 4) bot.signal('SIGKILL');
        return { kind: 'delay', ms: 10 * writes };
      };
    for (const [index, server] of servers.entries())
      abandon(confirm(cards[index] ?? missing(), server.approver));
    expect(await bot.ended).toBe('SIGKILL');

    for (const { workspace } of servers) workspace.fault = null;
    await house.startHere();
    await pass(6);
    for (const [index, server] of servers.entries()) {
      const card = now(server, cards[index] ?? missing());
      const isSent = server.workspace.writes.length > 0;
      expect(card).toMatch(isSent ? /\*\*Done\*\*|\*\*Outcome unknown\*\*/ : /Waiting|unknown/);
      expectSent(server, ...(isSent ? [requests[index] ?? missing()] : []));
    }
  });
}

/** Of an interaction whose bot dies. */
function abandon(outcome: Promise<unknown>): void {
  outcome.catch(() => {});
}

function missing(): never {
  throw new Error('missing');
}
