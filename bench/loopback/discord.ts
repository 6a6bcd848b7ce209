import { randomUUID } from 'node:crypto';
import type { Asker } from './asks.js';
import type { Gateway } from './gateway.js';
import { jsonAnswer, NO_CONTENT, type Call } from './http.js';
import { application, botUser, messageText } from './payloads.js';
import { DAY_MS } from '../../src/domain/time/units.js';

/** As Discord sends them after an edit of an answer. */
const LIMITS =
  'x-ratelimit-bucket: 4dd2a1ea5bc2c7\r\nx-ratelimit-limit: 5\r\nx-ratelimit-remaining: 4\r\n' +
  'x-ratelimit-reset: 1\r\nx-ratelimit-reset-after: 0.4\r\n';
/** Answers have embeds; a mere "thinking" has none. */
const EMBEDS = Buffer.from('"embeds"');

/** Discord's REST, as far as the benchmark's bots use it; checks nothing. */
export function createDiscord(
  gateway: Gateway,
  { asker, publicKey }: { readonly asker: Asker; readonly publicKey: string },
) {
  const self = { ...application, verify_key: publicKey };
  let lastId = 1_400_000_000_000_000_000n;
  const fixed = new Map(
    Object.entries({
      '/gateway': { url: gateway.url },
      '/gateway/bot': {
        url: gateway.url,
        shards: 1,
        session_start_limit: {
          total: 1_000,
          remaining: 1_000,
          reset_after: DAY_MS,
          max_concurrency: 1,
        },
      },
      '/users/@me': botUser,
      '/applications/@me': self,
      '/oauth2/applications/@me': self,
    }).map(([path, body]) => [path, jsonAnswer(JSON.stringify(body))]),
  );

  function callback([, id = '', token = '']: readonly string[], { path, body }: Call): Buffer {
    const pending = asker.pending(token);
    pending?.first();
    if (body.includes(EMBEDS)) pending?.final(body);
    if (!path.includes('with_response=true')) return NO_CONTENT;
    const message = messageText(Buffer.alloc(0), { guild: pending?.guild ?? 0, id });
    return jsonAnswer(
      `{"interaction":{"id":"${id}","type":2},"resource":{"type":4,"message":${message}}}`,
    );
  }

  function edit([, , token = '']: readonly string[], { method, body }: Call): Buffer {
    const pending = asker.pending(token);
    pending?.final(body);
    if (method === 'DELETE') return NO_CONTENT;
    const id = String(++lastId);
    return jsonAnswer(messageText(body, { guild: pending?.guild ?? 0, id }), { headers: LIMITS });
  }

  /** Registered commands are returned with ids. */
  function commands({ method, body }: Call): Buffer {
    if (method === 'GET') return jsonAnswer('[]');
    const named = (command: object) => ({
      ...command,
      id: String(++lastId),
      application_id: application.id,
      version: randomUUID(),
      default_member_permissions: null,
    });
    const sent: unknown = JSON.parse(body.toString());
    return jsonAnswer(JSON.stringify(Array.isArray(sent) ? sent.map(named) : named(Object(sent))));
  }

  return (call: Call): Buffer => {
    const path = (call.path.split('?', 1)[0] ?? '').replace(/^\/api(\/v\d+)?/, '');
    const [room = '', ...rest] = path.slice(1).split('/');
    if (room === 'interactions') return callback([room, ...rest], call);
    if (room === 'webhooks') return edit([room, ...rest], call);
    if (path === '/users/@me/guilds')
      return jsonAnswer(JSON.stringify(call.path.includes('after=') ? [] : gateway.guildList()));
    const known = fixed.get(path);
    if (known !== undefined) return known;
    if (path.endsWith('/commands')) return commands(call);
    process.stderr.write(`loopback: nothing at ${call.method} ${path}\n`);
    return jsonAnswer('{"message":"404: Not Found","code":0}', { status: 404 });
  };
}
