import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The answer of the server behind to a request that came here. */
export async function proxyRequest(
  url: string,
  incoming: IncomingMessage,
): Promise<{ readonly status: number; readonly body: Buffer }> {
  const { method, headers } = incoming;
  const behind = request(url + (incoming.url ?? '/'), { method, headers });
  incoming.pipe(behind);
  const [given] = await once(behind, 'response');
  return { status: given.statusCode, body: await buffer(given) };
}
