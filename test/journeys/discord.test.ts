import { describe, expect, test } from 'vitest';
import { connect, newServer, pastCache, shown } from '../support/world.js';

describe('answers', () => {
  test('an answer that takes long is deferred and then edited', async () => {
    const server = await newServer();
    await pastCache(server);
    server.workspace.fault = () => ({ kind: 'delay', ms: 150 });
    const pending = server.viewer.run('subaccount list');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await server.clock.advance(300);
    const outcome = await pending;
    expect(outcome.first).toBe('defer');
    expect(shown(server, outcome.message)).toContain('▌blue Subaccounts');
  });

  test('a private answer is seen by who asked alone', async () => {
    const server = await newServer();
    const { message } = await server.viewer.run('subaccount list', { private: true });
    expect(message?.privateTo).toBe(server.viewer.id);
    expect(server.guild.general.messages(server.admin)).not.toContainEqual(
      expect.objectContaining({ id: message?.id }),
    );
  });

  test('pages turn in the same message, and the file has every row', async () => {
    const server = await newServer({ size: 'standard' });
    const { message } = await server.viewer.run('subaccount list');
    if (message === null) throw new Error('no message');
    const turned = await server.manager.click(message, 'Next');
    expect(turned.message?.id).toBe(message.id);
    expect(shown(server, turned.message)).toContain('Page 2 of 2');
    const { message: file } = await server.viewer.click(message, 'CSV');
    expect(file?.privateTo).toBe(server.viewer.id);
    const [csv] = Object.values(file?.contents ?? {});
    expect(csv?.toString().trim().split('\r\n')).toHaveLength(13);
  });

  test('a wrong option is refused with what is accepted', async () => {
    const server = await newServer();
    const { message } = await server.viewer.run('revenue', { from: '2026-13-45' });
    expect(message?.privateTo).toBe(server.viewer.id);
    expect(shown(server, message)).toMatch(/▌amber Check the date\n.*2026-13-45.*isn’t a date/);
  });

  test('sites and subaccounts are suggested while people type', async () => {
    const server = await newServer({ size: 'standard' });
    const sites = await server.viewer.complete('summary', 'site', 'ced');
    expect(sites.map(({ value }) => value)).toEqual(['Cedar Ridge']);
    const names = await server.viewer.complete('summary', 'subaccounts', 'lone');
    expect(names).toHaveLength(3);
  });
});

describe('setting a server up', () => {
  test('an admin connects a key that nobody sees again', async () => {
    const server = await newServer({ connected: false });
    const before = await server.viewer.run('summary');
    expect(shown(server, before.message)).toContain('No pool workspace connected');
    const { message } = await connect(server);
    expect(shown(server, message)).toContain(
      `Key …${server.workspace.key.slice(-4)}: **3 subaccounts** at **2 sites**`,
    );
    expect(message?.privateTo).toBe(server.admin.id);
    const settings = await server.admin.run('setup show');
    expect(JSON.stringify(settings.message)).not.toContain(server.workspace.key);
    const after = await server.viewer.run('summary');
    expect(shown(server, after.message)).toContain('Pool summary · BTC');
  });

  test.each(['setup key', 'setup roles', 'setup show', 'setup check', 'setup disconnect'])(
    'a manager is refused /%s',
    async (command) => {
      const server = await newServer();
      const { message } = await server.manager.run(command);
      expect(shown(server, message)).toContain('▌amber Admins only');
      expect(message?.privateTo).toBe(server.manager.id);
    },
  );

  test('who has none of the viewer roles may not read', async () => {
    const server = await newServer();
    const role = server.guild.addRole('Treasury');
    await server.admin.run('setup roles', { viewer: role.id });
    const { message } = await server.viewer.run('summary');
    expect(shown(server, message)).toContain('▌amber Viewers only');
    server.viewer.roles.push(role.id);
    const again = await server.viewer.run('summary');
    expect(shown(server, again.message)).toContain('Pool summary');
  });

  test('steps of setup are told in the audit channel', async () => {
    const server = await newServer();
    const audit = server.guild.addChannel('audit');
    await server.admin.run('setup defaults', { audit: audit.id, currency: 'SC' });
    await server.clock.advance(5_000);
    const lines = audit.messages().map((message) => shown(server, message));
    expect(lines.join('\n')).toContain('⚙️ @Adam set the audit channel: none → #audit');
  });

  test('a channel where the bot may not post is refused by what it lacks', async () => {
    const server = await newServer();
    const audit = server.guild.addChannel('audit', { deny: ['EmbedLinks'] });
    const { message } = await server.admin.run('setup defaults', { audit: audit.id });
    expect(shown(server, message)).toContain('Embed Links');
  });

  test('in a thread Send Messages in Threads counts, and Send Messages does not', async () => {
    const server = await newServer();
    const readOnly = server.guild.addChannel('news', { deny: ['SendMessages'] });
    const open = server.guild.addThread('talk', readOnly);
    const accepted = await server.admin.run('setup defaults', { audit: open.id });
    expect(shown(server, accepted.message)).toContain('Settings saved');

    const parent = server.guild.addChannel('ops', { deny: ['SendMessagesInThreads'] });
    const closed = server.guild.addThread('closed', parent);
    const refused = await server.admin.run('setup defaults', { audit: closed.id });
    expect(shown(server, refused.message)).toContain('Send Messages in Threads');
  });

  test('disconnecting asks first, and deletes the key', async () => {
    const server = await newServer();
    const asked = await server.admin.run('setup disconnect');
    if (asked.message === null) throw new Error('no message');
    const kept = await server.admin.click(asked.message, 'Keep');
    expect(shown(server, kept.message)).toContain('Kept');
    const again = await server.admin.run('setup disconnect');
    if (again.message === null) throw new Error('no message');
    await server.admin.click(again.message, 'Delete');
    const { message } = await server.viewer.run('summary');
    expect(shown(server, message)).toContain('No pool workspace connected');
  });

  test('a short time zone name is refused with what is meant, and saves nothing', async () => {
    const server = await newServer();
    const { message } = await server.admin.run('setup defaults', { timezone: 'CST' });
    expect(shown(server, message)).toContain('America/Chicago');
    const { message: settings } = await server.admin.run('setup show');
    expect(shown(server, settings)).toContain('BTC · UTC');
  });

  test('commands without the bot in the server say so, with the way out', async () => {
    const { discord } = await newServer();
    const guild = discord.addGuild({ name: 'Elsewhere', withoutBot: true });
    const person = guild.addPerson('Olga', { admin: true });
    const { message } = await person.run('setup show');
    expect(JSON.stringify(message)).toContain('Pitboss isn’t in this server');
  });

  test('a server that the bot joins later is welcomed once', async () => {
    const { discord, clock } = await newServer();
    const guild = discord.addGuild({ name: 'Newcomers' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await clock.advance(3_000);
    const posts = guild.general.messages();
    expect(posts.map(({ embeds }) => embeds[0]?.title)).toEqual(['Pitboss is here']);
  });

  test('a server that removes the bot leaves nothing behind', async () => {
    const server = await newServer();
    server.discord.removeBot(server.guild.id);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect(server.viewer.run('summary')).rejects.toThrow();
  });

  test('a gateway connection that breaks is resumed', async () => {
    const server = await newServer();
    server.discord.closeGateway();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { message } = await server.viewer.run('subaccount list');
    expect(shown(server, message)).toContain('Subaccounts');
  });
});
