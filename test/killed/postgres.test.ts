import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, ask, confirm, expectSent, now, requestOf } from '../support/changes.js';
import { hasPostgres, startPostgres, type PostgresServer } from '../support/postgres.js';
import { startHouse, type BotProcess, type House } from '../support/process.js';
import { shown } from '../support/world.js';

describe.skipIf(!hasPostgres)('bots on one Postgres (if initdb is installed)', () => {
  let postgres: PostgresServer;
  let house: House;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());
  beforeEach(async () => {
    house = await startHouse({ url: postgres.newDatabase() });
  });
  afterEach(() => house.close());

  // What a process knows of a server may be five seconds old: the second one starts after the setup.

  test('send once what one click tells two of them', async () => {
    await house.start();
    const servers = await Promise.all(Array.from({ length: 4 }, () => house.newServer()));
    await house.start();
    const requests = servers.map((server) => requestOf(server, 'payments'));
    await Promise.all(
      servers.map(async (server) => {
        const card = await ask(server, 'payments');
        await confirm(card, server.approver);
        expect(now(server, card)).toContain('📨 **Sent**');
        const list = answer(await server.viewer.run('changes list'));
        expect(shown(server, list).match(/\[#\d+\]/g)).toEqual(['[#1]']);
      }),
    );
    for (const [index, server] of servers.entries()) {
      const request = requests[index];
      expectSent(server, ...(request ? [request] : []));
    }
  });

  test('send once what two people confirm by two of them', async () => {
    const one = await house.start();
    const server = await house.newServer();
    const other = await house.start();
    const { workspace, approver, admin } = server;
    const request = requestOf(server, 'move');
    const card = await ask(server, 'move');
    /** Stops the process that serves the click once its read of the pool is under way. */
    const clickServedBy = async (by: typeof admin, serving: BotProcess) => {
      const reads = workspace.requests.length;
      const clicked = by.click(card, 'Confirm');
      await vi.waitFor(() => expect(workspace.requests.length).toBeGreaterThan(reads), 10_000);
      serving.signal('SIGSTOP');
      return { clicked };
    };
    // The answer comes only once the process that asked stands still.
    workspace.fault = ({ method }) => (method === 'GET' ? { kind: 'delay', ms: 300 } : undefined);
    other.signal('SIGSTOP');
    const first = await clickServedBy(approver, one);
    other.signal('SIGCONT');
    const second = await clickServedBy(admin, other);
    one.signal('SIGCONT');
    other.signal('SIGCONT');

    const outcomes = await Promise.all([first.clicked, second.clicked]);
    const late = outcomes.filter(({ message }) => message?.id !== card.id);
    expect(late.map(({ message }) => shown(server, message))).toEqual([
      expect.stringMatching(/^▌amber Too late\n@(Sofia|Adam) confirmed #1 already/),
    ]);
    await vi.waitFor(() => expect(now(server, card)).toContain('📨 **Sent**'), 10_000);
    expectSent(server, request);
  });

  test('save an outcome once Postgres is back, and meanwhile say what is wrong', async () => {
    const bot = await house.start();
    const server = await house.newServer();
    const { workspace, approver, viewer } = server;
    const request = requestOf(server, 'move');
    const card = await ask(server, 'move');
    const sent = new Promise<void>((resolve) => {
      workspace.fault = ({ method }) => {
        if (method === 'GET') return undefined;
        bot.signal('SIGSTOP');
        resolve();
        return undefined;
      };
    });
    const confirmed = confirm(card, approver);
    await sent;
    await postgres.kill();
    bot.signal('SIGCONT');

    const hasFailed = () => bot.stdout().includes('an outcome was not saved');
    await vi.waitFor(() => expect(hasFailed()).toBe(true), 10_000);
    const meanwhile = await viewer.run('changes list');
    expect(shown(server, meanwhile.message)).toContain('▌amber The database does not answer');
    await postgres.startAgain();
    await confirmed;
    expect(now(server, card)).toMatch(/📨 \*\*Sent\*\*|✅ \*\*Done\*\*/);
    expectSent(server, request);
  });
});
