import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { listen } from '../listen.js';
import { complete, perform } from './acts.js';
import { setPoolMode } from './controls.js';
import type { ControlRequest } from './protocol.js';
import { startStage } from './stage.js';
import { fileOf, stateOf } from './state.js';
import { makeHappen } from './stories/story.js';
import { play } from './stories/stories.js';

export type Page = Awaited<ReturnType<typeof startPage>>;

interface PageOptions {
  /** On 127.0.0.1; any if 0. */
  readonly port: number;
  /** The bot's; default: silent. */
  readonly logLevel?: string | undefined;
}

/** Starts the bot between its loopbacks, and the page in front of it; in the project's folder. */
export async function startPage({ port, logLevel = 'silent' }: PageOptions) {
  let stage = await startStage(logLevel);

  const app = new Hono();
  app.onError((error, context) => context.json({ error: error.message }, 400));

  app.get('/state', ({ req, json }) => json(stateOf(stage, req.query('as') ?? '')));
  app.get('/file/:message/:name', (context) => {
    const { message, name } = context.req.param();
    const data = fileOf(stage, message, name);
    if (!data) return context.notFound();
    return context.body(new Uint8Array(data), 200, { 'content-type': getMimeType(name) ?? '' });
  });

  // Both ends are compiled from the same protocol.
  app.post('/complete', async ({ req, json }) => json(await complete(stage, await req.json())));
  app.post('/act', async ({ req, json }) => json(await perform(stage, await req.json())));
  app.post('/control', async ({ req, json }) => {
    const { what, name } = await req.json<ControlRequest>();
    if (what === 'pool') setPoolMode(stage, name);
    else if (what === 'end') stage.story = null;
    else if (what === 'event') await makeHappen(stage, name);
    else {
      const before = stage;
      stage = await startStage(logLevel);
      play(stage, name);
      await before.stop();
    }
    return json({});
  });

  const source = serveStatic({ root: 'sandbox/page/client' });
  for (const path of ['/', '/style.css', '/pitboss.svg']) app.get(path, source);
  app.get('/client/*', serveStatic({ root: 'dist/sandbox/page' }));
  app.get('/lit-html/*', serveStatic({ root: 'node_modules' }));

  const { origin, stop } = await listen(app.fetch, port);
  return {
    url: origin,
    async stop(): Promise<void> {
      await stop();
      await stage.stop();
    },
  };
}
