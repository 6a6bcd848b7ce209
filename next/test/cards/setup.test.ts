import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Context } from '../../commands/context.js';
import { setup } from '../../commands/setup.js';
import { welcomeReply } from '../../src/cards/welcome.js';
import { ChannelError } from '../../src/discord/channels.js';
import { parseCustomId } from '../../src/discord/custom-id.js';
import { UserError } from '../../src/errors.js';
import { PoolError } from '../../src/pool/pool-error.js';
import type { Pool } from '../../src/pool/pool.js';
import { ADAM, NOW, openGuilds, SOFIA } from '../guilds/support.js';
import { replyText } from '../support/reply-text.js';

const HERE = '300';
const KEY = 'lpk_good_3ebd';

let house: Awaited<ReturnType<typeof openGuilds>>;
beforeAll(async () => {
  house = await openGuilds();
});
afterAll(() => house.store.close());

/** What Discord and the pool refuse in a test. */
let missing: Record<string, readonly string[] | ChannelError>;
let silentRoles: string[];
let failures: Record<string, PoolError>;
let refused: string[];
let member = ADAM;
let guildId = '1000';
beforeEach(() => {
  missing = {};
  silentRoles = [];
  failures = {};
  refused = [];
  member = ADAM;
  house.time.now = NOW;
  guildId = String(Number(guildId) + 1);
});

const channels = {
  async missingPermissions(id: string) {
    const found = missing[id] ?? [];
    if (found instanceof ChannelError) throw found;
    return found;
  },
  canPing: async (_: string, role: string) => !silentRoles.includes(role),
};

const pool = new Proxy(
  {},
  {
    get: (_, name: string) => {
      if (name === 'fresh') return () => pool;
      if (name === 'siteNamed') return async (typed: string) => ({ id: 'a', name: typed });
      if (name === 'subaccountNamed') return async (typed: string) => ({ name: typed });
      return async () => {
        if (failures[name]) throw failures[name];
        return { rows: [], readAt: NOW, refused: name === 'devFee' ? refused : [] };
      };
    },
  },
);

async function context(): Promise<Context> {
  const { settings } = await house.guilds.find(guildId);
  const parts = {
    guildId,
    channelId: HERE,
    member,
    settings,
    guilds: house.guilds,
    channels,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what no setup command uses is left out
  return { ...parts, pool: pool as Pool, clock: { now: () => NOW } } as unknown as Context;
}

async function run(name: string, options: Record<string, unknown> = {}): Promise<string[]> {
  const command = setup.commands.find((each) => each.name === `setup ${name}`);
  return text(async () => command?.run(options, await context()));
}

async function act(id: string, fields: Record<string, string> = {}): Promise<string[]> {
  const { kind, args } = parseCustomId(id);
  const action = setup.actions.find((each) => each.kind === kind);
  return text(async () => action?.run({ args, selected: [], fields }, await context()));
}

async function text(work: () => Promise<Parameters<typeof replyText>[0] | undefined>) {
  try {
    const answer = await work();
    return answer === undefined ? ['nothing answered'] : replyText(answer).split('\n');
  } catch (error) {
    if (error instanceof UserError) return [`refused | ${error.title}`, error.sentence];
    throw error;
  }
}

const connect = () => house.guilds.connect(guildId, ADAM, KEY);

test('every command and button of setup is for admins, and private', () => {
  expect(setup.commands.map(({ access }) => access)).toEqual(Array(6).fill('admin'));
  expect(setup.commands.map(({ audience }) => audience)).toEqual(Array(6).fill('private'));
  expect(setup.actions.map(({ access }) => access)).toEqual(Array(4).fill('admin'));
});

test('the welcome opens the form of the key, and so does the command', async () => {
  expect(replyText(welcomeReply()).split('\n')).toEqual([
    'open | Pitboss is here',
    'Your pool workspace in Discord: figures, alerts, and changes that people confirm.',
    'An admin connects it with an API key, typed into a private form.',
    '[*Connect…]',
  ]);
  const form = ['form Connect a pool workspace', '{API key: }'];
  expect(await run('key')).toEqual(form);
  expect(await act('setup-key')).toEqual(form);
});

test('a connected key is told with what it opens', async () => {
  expect(await act('setup-key-typed', { key: KEY })).toEqual([
    'good | Connected',
    'Key …3ebd: **4 subaccounts** at **2 sites**',
    'Next: `/setup roles`, then `/summary`',
    '-# Stored encrypted. The bot’s operator could read it, so give it only the rights it needs.',
  ]);
  expect(await act('setup-key-typed', { key: KEY })).toEqual([
    'good | Already connected',
    'Key …3ebd: **4 subaccounts** at **2 sites**',
  ]);
  expect(await act('setup-key-typed', { key: 'lpk_wrong_9999' })).toEqual([
    'refused | The pool refused this key',
    'It doesn’t accept it (401). Check the key in the pool’s console.',
  ]);
});

test('settings that nobody made yet are shown as they work', async () => {
  expect(await run('show')).toEqual([
    'open | Settings',
    'No pool workspace connected: `/setup key`',
    'BTC · UTC · all sites and subaccounts',
    '**Read:** everyone',
    '**Request and confirm:** admins',
    '**Payment changes:** two people · wait 1 day',
    '**Other changes:** one person · wait 15 min',
    '**Ping:** nobody',
    '**Audit channel:** none',
  ]);
});

test('roles and rules answer with the changed lines alone', async () => {
  await connect();
  const saved = await run('roles', { viewer: '1', manager: '2', approver: '3', ping: '3' });
  expect(saved).toEqual([
    'good | Settings saved',
    'Read: everyone → **<@&1>**',
    'Request and confirm: admins → **<@&2>, admins**',
    'Only confirm: nobody → **<@&3>**',
    'Ping: nobody → **<@&3>**',
  ]);
  expect(await run('roles', { others: 'second', expiry: '2h', 'payments-expiry': '2d' })).toEqual([
    'good | Settings saved',
    'Payment changes wait: 1 day → **2 days**',
    'Other changes: one person → **two people**',
    'Other changes wait: 15 min → **2 h**',
  ]);
  expect(await run('show')).toEqual([
    'open | Settings',
    'Key …3ebd, connected by <@201>',
    'BTC · UTC · all sites and subaccounts',
    '**Read:** <@&1>',
    '**Request and confirm:** <@&2>, admins',
    '**Only confirm:** <@&3>',
    '**Payment changes:** two people · wait 2 days',
    '**Other changes:** two people · wait 2 h',
    '**Ping:** <@&3>',
    '**Audit channel:** none',
  ]);
  expect(await run('roles', { remove: '3', expiry: 'default' })).toEqual([
    'good | Settings saved',
    'Only confirm: <@&3> → **nobody**',
    'Other changes wait: 2 h → **15 min**',
    'Ping: <@&3> → **nobody**',
  ]);
});

test('defaults take the pool’s names, and a site and subaccounts replace each other', async () => {
  expect(
    await run('defaults', { currency: 'ZEC', site: 'North Ridge', timezone: ' america/chicago' }),
  ).toEqual([
    'good | Settings saved',
    'Currency: BTC → **ZEC**',
    'Time zone: UTC → **America/Chicago**',
    'Scope: all sites and subaccounts → **North Ridge**',
  ]);
  expect(await run('defaults', { subaccounts: 'hall-1, hall-2' })).toEqual([
    'good | Settings saved',
    'Scope: North Ridge → **hall-1, hall-2**',
  ]);
  expect(await run('defaults', { audit: '301' })).toEqual([
    'good | Settings saved',
    'Audit channel: none → **<#301>**',
  ]);
  expect(await run('defaults', { clear: 'subaccounts' })).toEqual([
    'good | Settings saved',
    'Scope: hall-1, hall-2 → **all sites and subaccounts**',
  ]);
});

const IN_A_DAY = `<t:${NOW / 1000 + 86_400}:R>`;

test('a weaker rule waits, and who asked sees no Confirm', async () => {
  await run('defaults', { audit: '301' });
  expect(await run('roles', { payments: 'self', expiry: '2h' })).toEqual([
    'good | Settings saved',
    'Other changes wait: 15 min → **2 h**',
    'warning | Waiting for a second admin',
    'Payment changes: two people → **one person**',
    `<@201> asked. It takes effect when another admin confirms it, or ${IN_A_DAY}`,
    '[Withdraw]',
  ]);
  const waiting = `🔓 Payment changes: two people → **one person**, ${IN_A_DAY}`;
  expect((await run('show')).slice(-2)).toEqual([waiting, '[Withdraw]']);
  expect(await run('defaults', { clear: 'audit' })).toEqual([
    'refused | A weaker rule waits already',
    'Confirm or withdraw it: `/setup show`.',
  ]);
  member = SOFIA;
  expect((await run('show')).slice(-2)).toEqual([waiting, '[+Confirm] [Withdraw]']);
});

test('an audit channel that is cleared waits, and another admin confirms it', async () => {
  await run('defaults', { audit: '301' });
  expect(await run('defaults', { clear: 'audit' })).toEqual([
    'warning | Waiting for a second admin',
    'Audit channel: <#301> → **none**',
    `<@201> asked. It takes effect when another admin confirms it, or ${IN_A_DAY}`,
    '[Withdraw]',
  ]);
  expect(await act(`loosening:confirm:${NOW}`)).toEqual([
    'refused | Second person needed',
    'Another admin has to confirm this.',
  ]);
  member = SOFIA;
  expect(await act(`loosening:confirm:${NOW}`)).toEqual([
    'good | In force',
    '`/setup show` has the rules.',
  ]);
  expect((await run('show')).at(-1)).toBe('**Audit channel:** none');
});

test('a weaker rule is withdrawn once', async () => {
  await run('roles', { payments: 'self' });
  expect(await act(`loosening:withdraw:${NOW}`)).toEqual([
    'over | Withdrawn',
    'The rules stay as they were.',
  ]);
  expect(await act(`loosening:withdraw:${NOW}`)).toEqual([
    'refused | Too late',
    'This weaker rule no longer waits: see `/setup show`.',
  ]);
});

test.each<{ what: string; command: string; options: object; said: string[] }>([
  {
    what: 'no option',
    command: 'roles',
    options: {},
    said: ['Nothing to change', 'The settings are like that already.'],
  },
  {
    what: 'a role that a mention does not notify',
    command: 'roles',
    options: { ping: '9' },
    said: [
      'Pitboss can’t post there',
      'A mention of <@&9> would notify nobody: allow everyone to mention the role.',
    ],
  },
  {
    what: 'a wait of a week',
    command: 'roles',
    options: { expiry: '7d' },
    said: [
      'Check the expiry',
      '`expiry`: `7d` isn’t a time from 15 min to 3 days. Use 30m, 2h, 1d or default.',
    ],
  },
  {
    what: 'a channel where it may not post',
    command: 'defaults',
    options: { audit: '302' },
    said: ['Pitboss can’t post there', 'It lacks Embed Links in <#302>.'],
  },
  {
    what: 'a channel that is gone',
    command: 'defaults',
    options: { audit: '303' },
    said: ['Pitboss can’t post there', '<#303>: The channel is gone.'],
  },
  {
    what: 'a site and subaccounts at once',
    command: 'defaults',
    options: { site: 'North Ridge', subaccounts: 'hall-1' },
    said: ['Check the site', 'Use either `site` or `subaccounts`, not both.'],
  },
])('setup refuses $what and saves nothing', async ({ command, options, said }) => {
  silentRoles = ['9'];
  missing = { '302': ['Embed Links'], '303': new ChannelError('gone', 'The channel is gone') };
  const [title, ...sentence] = said;
  expect(await run(command, { ...options })).toEqual([`refused | ${title}`, ...sentence]);
  expect(await house.guilds.verifyTrail(guildId)).toEqual({ entries: 0, brokenAt: null });
});

test('everyone is no role to choose', async () => {
  expect(await run('roles', { viewer: guildId })).toEqual([
    'refused | Check the viewer',
    '`viewer`: choose a role other than everyone.',
  ]);
});

test('a short time zone name is refused with what is meant', async () => {
  const [title, sentence] = await run('defaults', { timezone: 'CST' });
  expect(title).toBe('refused | Check the time zone');
  expect(sentence).toContain('America/Chicago');
});

test('disconnecting asks first', async () => {
  await connect();
  expect(await run('disconnect')).toEqual([
    'bad | Disconnect this server?',
    'Deletes the key …3ebd and the settings.',
    'The two-person rule and the audit channel stay.',
    '-# At the pool the key stays valid until you revoke it.',
    '[!Delete] [Keep]',
  ]);
  expect(await act('setup-disconnect:keep')).toEqual(['over | Kept', 'Nothing was deleted.']);
  expect((await house.guilds.find(guildId)).key).not.toBeNull();
  expect(await act('setup-disconnect:delete')).toEqual([
    'over | Disconnected',
    'The key and the settings are deleted. `/setup key` connects a workspace again.',
  ]);
  expect((await house.guilds.find(guildId)).key).toBeNull();
});

test('a check of a server where all is well', async () => {
  await connect();
  await run('roles', { ping: '3' });
  await run('defaults', { audit: '301' });
  expect(await run('check')).toEqual([
    'good | All well · 14 checks',
    '✅ API key, 10 of 10 reads',
    '✅ Channels: this one, <#301>',
    '✅ Ping: <@&3>',
    '✅ Audit trail, 3 entries',
    '-# Not tried yet: contract, fleet action',
    '(Checked)',
  ]);
});

test('a check tells problems first, each with its remedy, and equal ones once', async () => {
  await connect();
  await run('defaults', { audit: '301' });
  missing = { '301': ['Embed Links'] };
  failures = {
    revenue: new PoolError('forbidden', { status: 403 }),
    devFee: new PoolError('forbidden', { status: 403 }),
    miners: new PoolError('unreachable'),
  };
  expect(await run('check')).toEqual([
    'warning | 3 problems, 1 warning',
    '❌ Revenue, developer fee: no access (403)',
    '❌ Miners: no answer from the pool',
    '❌ <#301>: Pitboss lacks Embed Links',
    '⚠️ Nobody is pinged for a second person: `/setup roles ping`',
    '✅ API key, 7 of 10 reads',
    '✅ Channels: this one',
    '✅ Audit trail, 2 entries',
    '-# Not tried yet: contract, fleet action',
    '(Checked)',
  ]);
});

test('a check of a key that the pool no longer accepts says so once', async () => {
  await connect();
  const reads =
    'summary revenue devFee subaccounts paymentSettings contracts payments positions balances miners';
  for (const name of reads.split(' ')) failures[name] = new PoolError('key', { status: 401 });
  const [title, first, second] = await run('check');
  expect(title).toBe('warning | 1 problem, 1 warning');
  expect(first).toBe('❌ All reads: key not accepted (401): `/setup key`');
  expect(second).toContain('⚠️');
});

test('where one person may change all, the question before disconnecting says nothing of a rule', async () => {
  await run('roles', { payments: 'self' });
  member = SOFIA;
  await act(`loosening:confirm:${NOW}`);
  expect(await run('disconnect')).toEqual([
    'bad | Disconnect this server?',
    'Deletes the settings.',
    '[!Delete] [Keep]',
  ]);
});

test('a check of a server without a key tries what it can', async () => {
  await run('roles', { ping: '3' });
  expect(await run('check')).toEqual([
    'warning | 1 problem',
    '❌ No pool workspace connected: `/setup key`',
    '✅ Channels: this one',
    '✅ Ping: <@&3>',
    '✅ Audit trail, 1 entry',
    '(Checked)',
  ]);
});

test('a check finds an altered trail, a silent role and names without access', async () => {
  await connect();
  await run('roles', { ping: '9' });
  silentRoles = ['9'];
  refused = ['lone-mesa-air'];
  await house.store.db
    .updateTable('audit')
    .set({ actor: '1' })
    .where('guild', '=', guildId)
    .where('seq', '=', 2)
    .execute();
  expect((await run('check')).slice(0, 4)).toEqual([
    'warning | 2 problems, 1 warning',
    '❌ <@&9>: a mention notifies nobody; allow everyone to mention the role',
    '❌ Audit trail: entry 2 was altered; tell the bot’s operator',
    '⚠️ No access to lone-mesa-air',
  ]);
});

test('a check tries the newest contract and action, unless the pool has them no more', async () => {
  await connect();
  await house.guilds.noteId(guildId, 'contract', 'c-1');
  await house.guilds.noteId(guildId, 'action', 'a-1');
  failures['action'] = new PoolError('missing', { status: 404 });
  const lines = await run('check');
  expect(lines).toContain('✅ API key, 11 of 11 reads');
  expect(lines).toContain('-# Not tried yet: fleet action');
});
