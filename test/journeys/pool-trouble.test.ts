import { beforeAll, describe, expect, test } from 'vitest';
import { answering, challengePage, needsFilter } from '../../sandbox/pool/faults.js';
import { deviations } from '../../sandbox/pool/deviations.js';
import { moreDeviations } from '../support/deviations.js';
import type { Workspace } from '../../sandbox/pool/types.js';
import { connect, newServer, pastCache, shown, type Server } from '../support/world.js';

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

  test.each([challengePage(), answering(200, { success: false, error: 'Invalid API key' })])(
    'a key that cannot be checked is neither called wrong nor kept (case %#)',
    async (fault) => {
      const server = await newServer({ connected: false });
      server.workspace.fault = fault;
      const text = shown(server, (await connect(server)).message);
      expect(text).toContain('couldn’t be checked');
      expect(text).not.toMatch(/refused|no longer|Connected/);
    },
  );
});

describe('several hundred subaccounts', () => {
  let server: Server;
  beforeAll(async () => {
    server = await newServer();
    const { workspace } = server;
    const [pattern] = workspace.subaccounts;
    for (let index = 0; index < 400; index++) {
      const name = `subaccount-with-a-name-${index}`;
      workspace.subaccounts.push({ ...pattern, id: 90_000 + index, name });
    }
    workspace.fault = needsFilter();
    await pastCache(server);
  });

  test.each(['revenue', 'payment-settings list'])(
    'are asked in parts where the pool wants a filter: /%s',
    async (command) => {
      const { message } = await server.viewer.run(command);
      expect(shown(server, message)).toMatch(/^▌blue /);
      const longest = Math.max(...server.workspace.requests.map(({ path }) => path.length));
      expect(longest).toBeGreaterThan(3_000);
      expect(longest).toBeLessThan(4_100);
    },
  );

  test('are too many for one summary, which says what helps', async () => {
    const { message } = await server.viewer.run('summary');
    expect(shown(server, message)).toContain('Too many subaccounts at once: choose a site.');
  });
});

/** Rows without a single field. */
const bare = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (_, value: unknown) =>
    typeof value === 'object' ? value : undefined,
  );

/** What every reading command shows while the pool answers so, always of the same moment. */
async function readAll(rewrite: Workspace['rewrite']): Promise<string[]> {
  const server = await newServer({ ownWorld: true });
  const { viewer, workspace, discord } = server;
  const [contract] = await viewer.complete('derivatives contract', 'id', '');
  workspace.rewrite = rewrite;
  await pastCache(server);
  const shownBy = async (command: string, id?: string) =>
    shown(server, (await viewer.run(command, id ? { id } : {})).message, { hideTimes: true });
  const cards: string[] = [];
  for (const command of READING) cards.push(await shownBy(command));
  cards.push(await shownBy('derivatives contract', contract?.value));
  cards.push(await shownBy('action status', String(workspace.actions[0]?.['id'])));
  for (const card of cards) expect(card).toMatch(/^▌(blue|green|amber) /);
  expect(discord.refusals).toEqual([]);
  return cards;
}

describe('answers that differ from the description', () => {
  let usual: string[];
  beforeAll(async () => {
    usual = await readAll(null);
  });

  test.each(Object.entries({ ...deviations, ...moreDeviations, bare }))(
    '%s: every reading command shows its rows, and nothing that was not given',
    async (name, rewrite) => {
      const others = (await readAll(rewrite)).filter((card) => !usual.includes(card));
      await expect(others.join('\n\n')).toMatchFileSnapshot(`goldens/answers-${name}.txt`);
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
