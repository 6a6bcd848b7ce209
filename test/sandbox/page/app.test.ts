import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLoopbackDiscord } from '../../../sandbox/discord/server.js';
import { createHub, type Hub } from '../../../sandbox/page/hub.js';
import { startPageServer, type PageServer } from '../../../sandbox/page/server.js';
import { createStories } from '../../../sandbox/page/stories/story-player.js';
import { createPlaygroundWorld } from '../../../sandbox/page/world.js';
import type { LoopbackDiscord } from '../../../sandbox/discord/loopback-discord.js';
import { createPoolConsole } from '../../../sandbox/pool/pool-operator.js';
import type { LoopbackPool } from '../../../sandbox/pool/loopback-pool.js';
import { startPool } from '../../../sandbox/pool/server.js';

describe('the page\u2019s server', () => {
  let discord: LoopbackDiscord;
  let pool: LoopbackPool;
  let hub: Hub;
  let page: PageServer;
  let personId: string;
  let channelId: string;

  beforeAll(async () => {
    [discord, pool] = await Promise.all([startLoopbackDiscord(), startPool()]);
    const world = createPlaygroundWorld(discord);
    const { guild, admin } = world.connected;
    personId = admin.id;
    channelId = [...guild.channels.keys()][0] ?? '';
    hub = createHub({
      discord,
      pool,
      console: createPoolConsole(pool.addWorkspace().workspace),
      world,
      clock: { now: Date.now, turn: { aheadMs: 0 } },
      controls: [],
      stories: () => createStories([]),
      logLines: () => [],
    });
    page = await startPageServer({ hub, discord, world }, 0);
  });

  afterAll(async () => {
    hub.close();
    await Promise.all([page.close(), discord.close(), pool.close()]);
  });

  const post = (path: string, body: unknown) =>
    fetch(`${page.url}${path}`, { method: 'POST', body: JSON.stringify(body) });

  function statusWith(headers: Record<string, string>): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const asked = request(page.url, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on('error', reject).end();
    });
  }

  test('answers this machine, and no page elsewhere that borrows its browser', async () => {
    expect(await statusWith({ host: 'localhost:8080' })).toBe(200);
    expect(await statusWith({ host: 'rebound.example' })).toBe(403);
    expect(await statusWith({ origin: 'http://elsewhere.example' })).toBe(403);
    expect(await statusWith({ origin: 'https://127.0.0.1.elsewhere.example' })).toBe(403);
  });

  test('lets the page load nothing but its own files', async () => {
    const { headers } = await fetch(page.url);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/);
  });

  test('serves no file outside the client', async () => {
    for (const path of [
      '/../app.ts',
      '/..%2f..%2f..%2fpackage.json',
      '/main.ts',
      '/tsconfig.json',
    ]) {
      expect((await fetch(`${page.url}${path}`)).status).toBe(404);
    }
  });

  test('takes the next free port', async () => {
    const port = Number(new URL(page.url).port);
    const second = await startPageServer(
      { hub, discord, world: createPlaygroundWorld(discord) },
      port,
    );
    expect(Number(new URL(second.url).port)).toBeGreaterThan(port);
    await second.close();
  });

  test('says what is wrong with a request, and does nothing', async () => {
    expect((await post('/api/say', { personId: 'nobody', channelId, content: 'a' })).status).toBe(
      404,
    );
    expect((await post('/api/say', { personId, channelId })).status).toBe(400);
    expect((await post('/api/control', { id: 'unknown', value: true })).status).toBe(404);
    expect(
      (await post('/api/click', { personId, channelId, messageId: '1', customId: 'a' })).status,
    ).toBe(404);
    expect(discord.messages(channelId)).toEqual([]);
  });

  test('a file that is gone is not found', async () => {
    const response = await fetch(`${page.url}/files/1/1/page.html`);
    expect(response.status).toBe(404);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('what a person says reaches every open page', async () => {
    const heard: string[] = [];
    const stop = hub.subscribe((event) => {
      if (event.kind === 'message') heard.push(event.message.content);
    });
    expect((await post('/api/say', { personId, channelId, content: 'good morning' })).status).toBe(
      200,
    );
    stop();
    expect(heard).toEqual(['good morning']);
    expect(hub.snapshot().messages.map(({ content }) => content)).toContain('good morning');
  });
});
