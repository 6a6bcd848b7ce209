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

  test('a server that removed the bot is not watched any more', async () => {
    const server = await newServer();
    const { discord, guild, workspace, clock } = server;
    discord.removeBot(guild.id);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = workspace.requests.length;
    await clock.advance(2 * 60_000);
    expect(workspace.requests).toHaveLength(before);
  });

  test('what comes while the gateway connection is broken is answered', async () => {
    const server = await newServer();
    server.discord.closeGateway();
    const { message } = await server.viewer.run('subaccount list');
    expect(shown(server, message)).toContain('Subaccounts');
  });
});
