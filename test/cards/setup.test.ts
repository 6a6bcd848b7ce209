import { afterAll, beforeEach, expect, test } from 'vitest';
import { setup } from '../../commands/setup.js';
import { welcomeReply } from '../../src/cards/setup.js';
import { ChannelError } from '../../src/discord/channels.js';
import { NOW, SOFIA } from '../guilds/support.js';
import { replyText } from '../support/reply-text.js';
import { KEY, openSetup } from './support/setup.js';

const { house, scene, fresh, connect, run, act } = await openSetup();
beforeEach(fresh);
afterAll(() => house.store.close());

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
    '[Suggested alerts]',
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
    '**Alerts:** 0 rules · default none',
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
    '**Alerts:** 0 rules · default none',
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
    `<@201> asked. It takes effect when another admin confirms it, or ${IN_A_DAY}.`,
    '[Withdraw]',
  ]);
  const waiting = `🔓 Payment changes: two people → **one person**, ${IN_A_DAY}`;
  expect((await run('show')).slice(-2)).toEqual([waiting, '[Withdraw]']);
  expect(await run('defaults', { clear: 'audit' })).toEqual([
    'refused | A weaker rule is already waiting',
    'Confirm or withdraw it: `/setup show`.',
  ]);
  scene.member = SOFIA;
  expect((await run('show')).slice(-2)).toEqual([waiting, '[+Confirm] [Withdraw]']);
});

test('an audit channel that is cleared waits, and another admin confirms it', async () => {
  await run('defaults', { audit: '301' });
  expect(await run('defaults', { clear: 'audit' })).toEqual([
    'warning | Waiting for a second admin',
    'Audit channel: <#301> → **none**',
    `<@201> asked. It takes effect when another admin confirms it, or ${IN_A_DAY}.`,
    '[Withdraw]',
  ]);
  expect(await act(`loosening:confirm:${NOW}`)).toEqual([
    'refused | Second person needed',
    'Another admin has to confirm this.',
  ]);
  scene.member = SOFIA;
  expect(await act(`loosening:confirm:${NOW}`)).toEqual([
    'good | In force',
    '`/setup show` has the rules.',
  ]);
  expect(await run('show')).toContain('**Audit channel:** none');
});

test('a weaker rule that is undone while it waits is said to be withdrawn', async () => {
  await run('roles', { payments: 'self' });
  scene.member = SOFIA;
  expect(await run('roles', { payments: 'second' })).toEqual([
    'over | Withdrawn',
    '<@201>’s weaker rule no longer waits.',
  ]);
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
      'That role can’t be mentioned',
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
  scene.silentRoles = ['9'];
  scene.missing = {
    '302': ['Embed Links'],
    '303': new ChannelError('gone', 'The channel is gone'),
  };
  const [title, ...sentence] = said;
  expect(await run(command, { ...options })).toEqual([`refused | ${title}`, ...sentence]);
  expect(await house.guilds.verifyTrail(scene.guildId)).toEqual({ entries: 0, brokenAt: null });
});

test('everyone is no role to choose', async () => {
  expect(await run('roles', { viewer: scene.guildId })).toEqual([
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
    'Deletes the key …3ebd, the settings, alerts, and daily posts with their figures. Save those first: `/daily export`',
    'The two-person rule and the audit channel stay.',
    '-# At the pool the key stays valid until you revoke it.',
    '[!Delete] [Keep]',
  ]);
  expect(await act('setup-disconnect:keep')).toEqual(['over | Kept', 'Nothing was deleted.']);
  expect((await house.guilds.find(scene.guildId)).key).not.toBeNull();
  expect(await act('setup-disconnect:delete')).toEqual([
    'over | Disconnected',
    'The key and the settings are deleted. `/setup key` connects a workspace again.',
  ]);
  expect((await house.guilds.find(scene.guildId)).key).toBeNull();
});

test('where one person may change all, the question before disconnecting says nothing of a rule', async () => {
  await run('roles', { payments: 'self' });
  scene.member = SOFIA;
  await act(`loosening:confirm:${NOW}`);
  expect(await run('disconnect')).toEqual([
    'bad | Disconnect this server?',
    'Deletes the settings, alerts, and daily posts with their figures. Save those first: `/daily export`',
    '[!Delete] [Keep]',
  ]);
});
