import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Server } from 'node:http';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { startScene, type Scene } from './scene.js';
import type { StageOptions } from './stage.js';

export interface Page {
  readonly url: string;
  stop(): Promise<void>;
}

export interface PageOptions extends StageOptions {
  /** On 127.0.0.1; another one if it is taken, any if 0. */
  readonly port: number;
}

/** Starts the bot between its loopbacks, and the page in front of it. */
export async function startPage({ port, ...options }: PageOptions): Promise<Page> {
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  let scene = await startScene(options, changed);
  const app = createApp({
    scene: () => scene,
    listeners,
    async startOver() {
      const before = scene;
      scene = await startScene(options, changed);
      await before.stop();
    },
  });
  const server = createAdaptorServer({ fetch: app.fetch });
  if (!(server instanceof Server)) throw new Error('The adaptor made no HTTP/1 server');
  await listen(server, port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await scene.stop();
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (port === 0) throw error;
    await listen(server, 0);
  }
}

interface Parts {
  readonly scene: () => Scene;
  readonly listeners: Set<() => void>;
  readonly startOver: () => Promise<void>;
}

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

function createApp({ scene, listeners, startOver }: Parts): Hono {
  const app = new Hono();
  app.onError((error, context) => context.json({ error: error.message }, 400));
  // A website whose name leads to this address could read the page otherwise.
  app.use(async (context, next) => {
    if (LOOPBACK_HOST.test(context.req.header('host') ?? '')) return next();
    return context.text('Open it as http://127.0.0.1', 403);
  });

  app.get('/state', (context) => context.json(scene().state(context.req.query('as') ?? '')));
  app.get('/events', (context) =>
    streamSSE(context, async (stream) => {
      const tell = () => void stream.writeSSE({ data: 'changed' });
      listeners.add(tell);
      tell();
      await new Promise<void>((resolve) => stream.onAbort(resolve));
      listeners.delete(tell);
    }),
  );
  app.get('/file/:message/:name', (context) => {
    const { message: messageId, name } = context.req.param();
    const data = scene().file({ personId: context.req.query('as') ?? '', messageId, name });
    if (!data) return context.notFound();
    const type = FILE_TYPES[extname(name)] ?? 'application/octet-stream';
    return context.body(new Uint8Array(data), 200, { 'content-type': type });
  });

  const acts = ['run', 'click', 'choose', 'submit', 'complete'] as const;
  for (const act of acts) {
    // Both ends are compiled from the same protocol.
    app.post(`/${act}`, async ({ req, json }) => json(await scene().acts[act](await req.json())));
  }
  app.post('/control/:what', async ({ req, json }) => {
    const { name, isOn = false } = await req.json<{ name: string; isOn?: boolean }>();
    const what = req.param('what');
    if (what === 'pool') scene().controls.setPoolMode(name);
    else if (what === 'deviation') scene().controls.setDeviation(name, isOn);
    else if (what === 'event') await scene().controls.happen(name);
    else if (what === 'make-happen') await scene().stories.makeHappen();
    else if (what === 'end') scene().stories.end();
    else await startOver();
    if (what === 'story') scene().stories.play(name);
    for (const listener of listeners) listener();
    return json({});
  });

  const root = projectFolder();
  const source = serveStatic({ root: join(root, 'sandbox/page/client') });
  for (const path of ['/', '/style.css', '/pitboss.svg']) app.get(path, source);
  app.get('/client/*', serveStatic({ root: join(root, 'dist/sandbox/page') }));
  app.get('/lit-html/*', serveStatic({ root: join(root, 'node_modules') }));
  return app;
}

const FILE_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json',
};

/** The same whether this runs from source or built. */
function projectFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}
