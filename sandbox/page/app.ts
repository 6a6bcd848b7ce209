import { Hono, type Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { z } from 'zod';
import type { LoopbackDiscord } from '../discord/loopback-discord.js';
import { readAsset } from './assets.js';
import type { Hub } from './hub.js';
import { UnknownTarget } from './interactions.js';
import {
  clickRequest,
  commandRequest,
  completeRequest,
  controlRequest,
  sayRequest,
  selectRequest,
  storyRequest,
  submitRequest,
} from './requests.js';
import type { PlaygroundWorld } from './world.js';

export interface AppParts {
  readonly hub: Hub;
  readonly discord: LoopbackDiscord;
  readonly world: PlaygroundWorld;
}

/** Only the page's own files and nothing inline, so that text from the bot can't become code. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const localHosts = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

export function createApp(parts: AppParts): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    if (!isLocal(context)) return context.text('This page answers only this machine.', 403);
    await next();
    context.header('content-security-policy', contentSecurityPolicy);
    context.header('x-content-type-options', 'nosniff');
    context.header('cache-control', 'no-store');
    return undefined;
  });
  app.onError((error, context) =>
    context.json({ error: error.message }, error instanceof UnknownTarget ? 404 : 400),
  );
  addActions(app, parts);
  addControls(app, parts);
  addStories(app, parts);
  addEvents(app, parts);
  addFiles(app, parts);
  return app;
}

/** Another page could make this browser send a request; its Host or Origin then names that page. */
function isLocal(context: Context): boolean {
  const host = context.req.header('host') ?? '';
  const origin = context.req.header('origin');
  return localHosts.test(host) && (origin === undefined || origin === `http://${host}`);
}

async function read<Schema extends z.ZodType>(context: Context, schema: Schema) {
  return schema.parse(await context.req.json());
}

function addActions(app: Hono, { hub, discord, world }: AppParts): void {
  const { interactions } = hub;
  const actor = (personId: string, channelId: string) => {
    const person = world.person(personId);
    if (!person) throw new UnknownTarget('This person does not exist');
    return discord.as(person, channelId);
  };
  app.post('/api/command', async (context) =>
    context.json(await interactions.command(await read(context, commandRequest))),
  );
  app.post('/api/click', async (context) =>
    context.json(await interactions.click(await read(context, clickRequest))),
  );
  app.post('/api/select', async (context) =>
    context.json(await interactions.select(await read(context, selectRequest))),
  );
  app.post('/api/submit', async (context) =>
    context.json(await interactions.submit(await read(context, submitRequest))),
  );
  app.post('/api/say', async (context) => {
    const { personId, channelId, content } = await read(context, sayRequest);
    actor(personId, channelId).say(content);
    return context.json({ ok: true });
  });
  app.post('/api/complete', async (context) => {
    const { personId, channelId, path, options, focused } = await read(context, completeRequest);
    return context.json(await actor(personId, channelId).complete(path, options, focused));
  });
}

function addControls(app: Hono, { hub }: AppParts): void {
  app.post('/api/control', async (context) => {
    const { id, value } = await read(context, controlRequest);
    const control = hub.controls.get(id);
    if (!control) throw new UnknownTarget('This switch does not exist');
    await control.write(value);
    hub.controlsChanged();
    return context.json({ ok: true });
  });
}

function addStories(app: Hono, { hub: { stories } }: AppParts): void {
  app.post('/api/story', async (context) => {
    const wanted = await read(context, storyRequest);
    if (wanted.what === 'leave') stories.leave();
    else if (wanted.what === 'act') await stories.act();
    else if (!(await stories.begin(wanted.id))) throw new UnknownTarget('There is no such story');
    return context.json({ ok: true });
  });
}

function addEvents(app: Hono, { hub }: AppParts): void {
  app.get('/events', (context) =>
    streamSSE(context, async (stream) => {
      const send = (event: unknown) => stream.writeSSE({ data: JSON.stringify(event) });
      const unsubscribe = hub.subscribe((event) => {
        // Nobody cares about a write after the page has gone.
        send(event).catch(() => undefined);
      });
      await send({ kind: 'snapshot', snapshot: hub.snapshot() });
      await new Promise<void>((resolve) => {
        stream.onAbort(resolve);
      });
      unsubscribe();
    }),
  );
}

function addFiles(app: Hono, { hub }: AppParts): void {
  app.get('/files/:messageId/:fileId/:name', (context) => {
    const { messageId, fileId } = context.req.param();
    const attachments = hub.findMessage(messageId)?.attachments ?? [];
    const file = attachments.find(({ id }) => id === fileId);
    if (!file) return context.text('This file is gone.', 404);
    // Only pictures may be shown; any other file is saved, never opened as a page.
    const picture = /\.(png|jpe?g|gif|webp)$/i.exec(file.filename)?.[1]?.toLowerCase();
    context.header('content-type', picture ? `image/${picture}` : 'application/octet-stream');
    if (!picture) context.header('content-disposition', 'attachment');
    return context.body(new Uint8Array(file.data));
  });
  app.get('*', async (context) => {
    const asset = await readAsset(new URL(context.req.url).pathname);
    if (!asset) return context.text('Not found', 404);
    context.header('content-type', asset.type);
    return context.body(asset.body);
  });
}
