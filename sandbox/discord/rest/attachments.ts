import { Hono } from 'hono';
import type { Env, RouteParts } from './context.js';

/** Files of messages, as Discord's CDN serves them. */
export function attachmentRoutes({ world }: RouteParts): Hono<Env> {
  const app = new Hono<Env>();
  app.get('/attachments/:channelId/:id/:name', (call) => {
    const file = world.messages.attachment(call.req.param('id'));
    if (!file) return call.text('This content is no longer available.', 404);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the bytes came from an ArrayBuffer, never from shared memory
    return call.body(file.data as Uint8Array<ArrayBuffer>, 200, {
      'content-type': file.contentType,
      'content-length': String(file.size),
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });
  return app;
}
