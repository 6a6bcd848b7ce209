import type { DiscordFaults } from '../loopback-discord.js';
import { errors } from '../errors.js';
import type { Call, Fault } from './context.js';

/** Takes the fault for this request; undefined for most. */
export function takeFault(
  faults: DiscordFaults,
  { method, path }: { readonly method: string; readonly path: string },
): Fault | undefined {
  if (path.endsWith('/gateway/bot')) return takeGatewayFault(faults);
  if (isCallback(path)) return faults.nextCallbacks.shift();
  const [, channelId = ''] = /\/channels\/(\d+)\/messages/.exec(path) ?? [];
  const { ofChannels } = faults;
  const ofChannel = ofChannels.get(channelId) ?? ofChannels.get(`${method} ${channelId}`);
  return ofChannel ?? faults.nextRequests.shift();
}

function takeGatewayFault(faults: DiscordFaults): Fault | undefined {
  if (faults.gatewayBotFailures <= 0) return undefined;
  faults.gatewayBotFailures -= 1;
  return '500';
}

function isCallback(path: string): boolean {
  return path.includes('/interactions/');
}

/** Whether the request takes effect first. */
export function isAfterEffect(fault: Fault | undefined): fault is 'lost-answer' | 'no-answer' {
  return fault === 'lost-answer' || fault === 'no-answer';
}

/** Answers or fails as the fault says. */
export async function meet(fault: Fault, call: Call, path: string): Promise<Response> {
  if (typeof fault === 'object') return Response.json(fault.instead);
  switch (fault) {
    case '429':
      return rateLimited(0.3, 'user');
    case 'long-429':
      return rateLimited(100_000, 'user');
    case 'global-429':
      return rateLimited(100_000, 'global');
    case '500':
      throw errors.broken();
    case '401':
      throw errors.unauthorized();
    case '403':
      throw errors.missingAccess();
    case 'gone':
      throw errors.unknownInteraction();
    case 'taken':
      throw errors.acknowledged();
    case '404':
      throw path.includes('/messages/') ? errors.unknownMessage() : errors.unknownChannel();
    case 'page':
      return new Response('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } });
    case 'hang':
    case 'no-answer':
      await closed(call);
      return new Response(null);
    case 'reset':
    case 'lost-answer':
      break;
  }
  call.env.incoming.socket.resetAndDestroy();
  return new Response(null);
}

function closed(call: Call): Promise<void> {
  const { socket } = call.env.incoming;
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('close', () => resolve());
  });
}

export function rateLimited(retryAfter: number, scope: 'user' | 'global' | 'shared'): Response {
  const global = scope === 'global';
  return Response.json(
    { message: 'You are being rate limited.', retry_after: retryAfter, global },
    {
      status: 429,
      headers: {
        'retry-after': String(Math.ceil(retryAfter)),
        'x-ratelimit-scope': scope,
        'x-ratelimit-reset-after': String(retryAfter),
        ...(global ? { 'x-ratelimit-global': 'true' } : {}),
      },
    },
  );
}
