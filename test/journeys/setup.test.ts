import { beforeEach, describe, expect, test } from 'vitest';
import { setup } from '../../commands/setup.js';
import type { Person } from '../../sandbox/discord/types.js';
import { answering, forbids, onlyFor } from '../../sandbox/pool/faults.js';
import { conversation } from '../support/conversation.js';
import { newServer, shown, type Server, type ServerOptions } from '../support/world.js';

let server: Server;
let ines: Person;
let talk: ReturnType<typeof conversation>;

async function meet(options: ServerOptions = {}): Promise<void> {
  server = await newServer({ ...options, ownWorld: true });
  ines = server.guild.addPerson('Ines', { admin: true });
  talk = conversation(server);
}

test('every command and button of setup is for admins, and private', () => {
  expect(setup.commands.map(({ access }) => access)).toEqual(Array(6).fill('admin'));
  const audiences = setup.commands.map(({ audience }) => audience);
  expect(audiences).toEqual(['form', ...Array(5).fill('private')]);
  expect(setup.actions.map(({ access }) => access)).toEqual(Array(4).fill('admin'));
});

test('a key is told with what it opens, the same one once, and a wrong one is refused', async () => {
  await meet({ connected: false });
  const { admin, viewer, workspace } = server;
  for (const person of [viewer, admin]) await talk.run(person, 'help');
  await talk.run(admin, 'setup show');
  await talk.run(admin, 'setup check');
  for (const key of [workspace.key, workspace.key, 'lpk_wrong_9999']) {
    await talk.run(admin, 'setup key');
    await talk.submit(admin, { key });
  }
  await talk.matches('setup-key');
});

describe('a connected server', () => {
  beforeEach(() => meet());

  test('is told what settings change, and nothing else', async () => {
    const { admin, guild } = server;
    for (const name of ['Readers', 'On call']) guild.addRole(name, { mentionable: true });
    guild.addChannel('audit');
    await talk.run(admin, 'setup roles', {
      viewer: 'Readers',
      approver: 'On call',
      ping: 'On call',
    });
    const rules = { others: 'second', expiry: '2h', 'payments-expiry': '2d' };
    await talk.run(admin, 'setup roles', rules);
    await talk.run(admin, 'setup roles', { remove: 'On call', expiry: '15m' });
    const own = { currency: 'ZEC', site: 'Lone Mesa', timezone: ' america/chicago' };
    await talk.run(admin, 'setup defaults', own);
    const subaccounts = 'cedar-ridge-air, lone-mesa-air';
    await talk.run(admin, 'setup defaults', { subaccounts });
    await talk.run(admin, 'setup defaults', { clear: 'subaccounts', audit: 'audit' });
    await talk.run(admin, 'setup show');
    await talk.matches('setup-saved');
  });

  test('is told what settings cannot be, and keeps those it has', async () => {
    const { admin, guild } = server;
    guild.addRole('Silent');
    guild.addChannel('plain', { deny: ['EmbedLinks'] });
    const gone = guild.addChannel('gone');
    guild.fault = ({ path }) => (path.includes(gone.id) ? 404 : undefined);
    for (const [command, given] of [
      ['roles', {}],
      ['roles', { ping: 'Silent' }],
      ['roles', { viewer: '@everyone' }],
      ['roles', { expiry: '7d' }],
      ['defaults', { audit: 'plain' }],
      ['defaults', { audit: 'gone' }],
      ['defaults', { site: 'Lone Mesa', subaccounts: 'lone-mesa-air' }],
      ['defaults', { timezone: 'CST' }],
      ['show', {}],
    ] as const)
      await talk.run(admin, `setup ${command}`, given);
    await talk.matches('setup-refused');
  });

  test('has a weaker rule once another admin confirms it', async () => {
    const { admin, guild } = server;
    guild.addChannel('audit');
    await admin.run('setup defaults', { audit: 'audit' });
    await admin.run('setup roles', { others: 'second' });
    await talk.run(admin, 'setup roles', { payments: 'self', expiry: '2h' });
    await talk.run(admin, 'setup show');
    await talk.run(admin, 'setup defaults', { clear: 'audit' });
    await talk.run(ines, 'setup show');
    await talk.click(ines, 'Confirm');
    for (const [command, weaker] of [
      ['defaults', { clear: 'audit' }],
      ['roles', { others: 'self' }],
    ] as const) {
      await talk.run(admin, `setup ${command}`, weaker);
      await talk.run(ines, 'setup show');
      await talk.click(ines, 'Confirm');
    }
    await talk.run(admin, 'setup disconnect');
    await talk.matches('setup-weaker-rule');
  });

  test('has no weaker rule that somebody undid or withdrew', async () => {
    const { admin } = server;
    await admin.run('setup roles', { payments: 'self' });
    await talk.run(ines, 'setup roles', { payments: 'second' });
    await admin.run('setup roles', { payments: 'self' });
    const first = await ines.run('setup show');
    await talk.run(admin, 'setup show');
    await talk.click(admin, 'Withdraw');
    if (first.message === null) throw new Error('No settings');
    const late = await ines.click(first.message, 'Confirm');
    expect(shown(server, late.message)).toMatch(
      /^▌amber Too late\nThis weaker rule no longer waits/,
    );
    await talk.matches('setup-withdrawn');
  });

  test('is asked before it is disconnected', async () => {
    const { admin, viewer } = server;
    await talk.run(admin, 'setup disconnect');
    await talk.click(admin, 'Keep');
    await talk.run(viewer, 'subaccount list', { private: true });
    await talk.run(admin, 'setup disconnect');
    await talk.click(admin, 'Delete');
    await talk.run(viewer, 'subaccount list');
    await talk.matches('setup-disconnect');
  });

  test('is checked, problems first, each with its remedy, and equal ones once', async () => {
    const { admin, channel, guild, workspace } = server;
    const role = guild.addRole('On call', { mentionable: true });
    const audit = guild.addChannel('audit');
    const subaccounts = 'cedar-ridge-air, lone-mesa-air';
    await admin.run('setup defaults', { audit: 'audit', subaccounts });
    await admin.run('daily set', { channel: channel.id, time: '8' });
    await admin.run('alerts add', { condition: 'hashrate', threshold: '80%' });
    await talk.run(admin, 'setup check');
    await admin.run('alerts channel');
    await admin.run('setup roles', { ping: 'On call' });
    await talk.run(admin, 'setup check');
    Object.assign(role, { mentionable: false });
    audit.setPermissions({ deny: ['EmbedLinks'] });
    const forbidden = answering(403, { error: { message: 'no access' } });
    workspace.fault = (request) =>
      forbids('lone-mesa-air')(request) ??
      onlyFor('/revenue/', forbidden)(request) ??
      onlyFor('/dev-fee', forbidden)(request) ??
      onlyFor('/miners', answering(404, {}))(request);
    await talk.run(admin, 'setup check');
    guild.fault = ({ path }) => (path.includes(audit.id) ? 404 : undefined);
    workspace.fault = answering(401, { error: { code: 'UNAUTHORIZED' } });
    await talk.run(admin, 'setup check');
    await talk.matches('setup-check');
  });
});
