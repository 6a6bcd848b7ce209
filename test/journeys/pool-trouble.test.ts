import { describe, expect, test } from 'vitest';
import {
  answering,
  challengePage,
  down,
  forbids,
  needsFilter,
  onlyFor,
  rateLimited,
} from '../../sandbox/pool/faults.js';
import { deviations } from '../../sandbox/pool/deviations.js';
import { connect, newServer, pastCache, shown } from '../support/world.js';

/** Every reading command that takes no id. */
const READING = [
  'summary',
  'revenue',
  'dev-fee',
  'balances',
  'derivatives contracts',
  'derivatives payments',
  'derivatives positions',
  'miners list',
  'subaccount list',
  'payment-settings list',
];

describe('a pool in trouble', () => {
  test('a read that failed can be tried again once the pool is back', async () => {
    const server = await newServer();
    await pastCache(server);
    server.workspace.fault = answering(503, { error: { message: 'maintenance' } });
    const pending = server.viewer.run('subaccount list');
    // Two retries, with pauses in between.
    for (let pause = 0; pause < 4; pause++) await server.clock.advance(1_000);
    const failed = await pending;
    expect(shown(server, failed.message)).toBe(
      '▌red The pool refused this\n(503) It failed; try again in a minute.\n> maintenance\n[*Try again]',
    );
    server.workspace.fault = null;
    if (failed.message === null) throw new Error('no message');
    const { message } = await server.viewer.click(failed.message, 'Try again');
    expect(shown(server, message)).toContain('▌blue Subaccounts');
  });

  test('a pool that cannot be reached is said so', async () => {
    const server = await newServer();
    server.workspace.fault = down();
    const pending = server.viewer.run('balances');
    for (let pause = 0; pause < 4; pause++) await server.clock.advance(1_000);
    expect(shown(server, (await pending).message)).toContain('No answer from the pool');
  });

  test('a part that failed is a line, and the rest stands', async () => {
    const server = await newServer();
    server.workspace.fault = onlyFor(
      '/commander/miners',
      answering(403, { error: { message: 'no' } }),
    );
    const { message } = await server.viewer.run('summary');
    const text = shown(server, message);
    expect(text).toContain('▌blue Pool summary · BTC');
    expect(text).toMatch(/⚠️ .*[Mm]iners: no access \(403\)/);
  });

  test.each(['summary', 'miners list'])(
    'a challenge page is not taken for the pool’s judgement of the key: /%s',
    async (command) => {
      const server = await newServer();
      server.workspace.fault = challengePage();
      const { message } = await server.viewer.run(command);
      const text = shown(server, message);
      expect(text).toContain(
        '(403) A proxy answered instead of the pool: tell the bot’s operator.',
      );
      expect(text).not.toMatch(/key|name|Just a moment/i);
    },
  );

  test('a key that cannot be checked behind a challenge page is not called wrong', async () => {
    const server = await newServer({ connected: false });
    server.workspace.fault = challengePage();
    const { message } = await connect(server);
    expect(shown(server, message)).toContain('couldn’t be checked');
    expect(shown(server, message)).not.toMatch(/refused|no longer/);
  });

  test('a wait that the pool asks for is told', async () => {
    const server = await newServer();
    server.workspace.fault = rateLimited(30);
    const { message } = await server.viewer.run('balances');
    expect(shown(server, message)).toContain('(429) Try again in 30 s.');
  });

  test('subaccounts without access are named, and the others counted', async () => {
    const server = await newServer();
    const [first, second] = server.workspace.subaccounts.map(({ name }) => String(name));
    server.workspace.fault = forbids(String(first));
    const { message } = await server.viewer.run('revenue', { subaccounts: `${first}, ${second}` });
    expect(shown(server, message)).toContain(`no access to ${first}`);
  });
});

describe('several hundred subaccounts', () => {
  test.each(['revenue', 'payment-settings list'])(
    'are asked in parts where the pool wants a filter: /%s',
    async (command) => {
      const server = await newServer();
      const { subaccounts, paymentSettings } = server.workspace;
      const [pattern] = subaccounts;
      for (let index = 0; index < 400; index++)
        subaccounts.push({
          ...pattern,
          id: 90_000 + index,
          name: `subaccount-with-a-name-${index}`,
        });
      expect(paymentSettings.length).toBeGreaterThan(0);
      server.workspace.fault = needsFilter();
      await pastCache(server);
      const { message } = await server.viewer.run(command);
      expect(shown(server, message)).toMatch(/^▌blue /);
      const longest = Math.max(...server.workspace.requests.map(({ path }) => path.length));
      expect(longest).toBeLessThan(4_100);
    },
  );

  test('are too many for one summary, which says what helps', async () => {
    const server = await newServer();
    const [pattern] = server.workspace.subaccounts;
    for (let index = 0; index < 400; index++)
      server.workspace.subaccounts.push({ ...pattern, name: `subaccount-with-a-name-${index}` });
    server.workspace.fault = needsFilter();
    await pastCache(server);
    const { message } = await server.viewer.run('summary');
    expect(shown(server, message)).toContain('Too many subaccounts at once: choose a site.');
  });
});

describe('answers that differ from the description', () => {
  test.each(Object.entries(deviations))(
    '%s: every reading command shows its rows',
    async (_, rewrite) => {
      const server = await newServer();
      server.workspace.rewrite = rewrite;
      await pastCache(server);
      for (const command of READING) {
        const { message } = await server.viewer.run(command);
        expect(shown(server, message), command).toMatch(/^▌(blue|green|amber) /);
      }
      expect(server.discord.refusals).toEqual([]);
    },
  );

  test('one odd miner hides neither itself nor the others', async () => {
    const server = await newServer();
    server.workspace.rewrite = deviations.oddFields;
    await pastCache(server);
    const { message } = await server.viewer.run('miners list');
    expect(shown(server, message)).toContain('10.');
    if (message === null) throw new Error('no message');
    const { message: file } = await server.viewer.click(message, 'CSV');
    const [csv] = Object.values(file?.contents ?? {});
    expect(csv?.toString()).toContain('stock');
    expect(csv?.toString().trim().split('\r\n')).toHaveLength(server.workspace.miners.length + 1);
  });
});
