import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** What a server in front of a loopback may do that the loopback itself doesn't. */
export interface FrontHabits {
  /** Precedes every path, such as `/some/where`; nothing exists outside it. */
  readonly prefix?: string;
  /** Compresses every answer, requested or not. */
  encoding: 'gzip' | 'br' | 'deflate' | 'nonsense' | null;
  /** In pieces of this many bytes, without a length; 0 = whole. */
  pieceBytes: number;
  /** Closes the connection after each answer without announcing it. */
  hangsUp: boolean;
  /** Answers instead of the server behind; null = passes the request on. */
  instead: ((request: IncomingMessage) => Instead | null) | null;
}

export interface Instead {
  readonly status: number;
  readonly body: string | Buffer;
  /** The content type; JSON unless set. */
  readonly type?: string;
  /** Named as the body's coding, whatever the body is. */
  readonly coding?: string;
  /** The length of a cookie beside it. */
  readonly cookieBytes?: number;
  /** Without a length: only the closing of the connection ends it. */
  readonly untilClosed?: boolean;
}

export interface Front {
  readonly url: string;
  readonly habits: FrontHabits;
  /** The number of connections opened to it. */
  readonly connections: () => number;
  close(): Promise<void>;
}

/** Starts a server on 127.0.0.1 that passes everything on to `target`. */
export async function startFront(target: string, prefix = ''): Promise<Front> {
  const habits: FrontHabits = {
    prefix,
    encoding: null,
    pieceBytes: 0,
    hangsUp: false,
    instead: null,
  };
  let connections = 0;
  const server = createServer((incoming, response) => {
    answer({ incoming, target, habits }).then(
      (given) => give(response, given, habits),
      () => response.destroy(),
    );
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not a TCP address');
  return {
    url: `http://127.0.0.1:${address.port}${prefix}`,
    habits,
    connections: () => connections,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Given {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  readonly untilClosed?: boolean | undefined;
}

interface Asked {
  readonly incoming: IncomingMessage;
  readonly target: string;
  readonly habits: FrontHabits;
}

async function answer({ incoming, target, habits }: Asked): Promise<Given> {
  const { prefix = '' } = habits;
  const path = incoming.url ?? '/';
  const own = habits.instead?.(incoming);
  if (own) return insteadOf(own);
  if (!path.startsWith(`${prefix}/`)) return plain(404, 'nothing here');
  return passOn(incoming, new URL(target).origin + path.slice(prefix.length));
}

function insteadOf({ status, body, type, untilClosed, ...own }: Instead): Given {
  const { headers, ...rest } = plain(status, body, type);
  if (own.coding !== undefined) headers['content-encoding'] = own.coding;
  if (own.cookieBytes !== undefined) headers['set-cookie'] = 'y'.repeat(own.cookieBytes);
  return { ...rest, headers, untilClosed };
}

const plain = (status: number, text: string | Buffer, type = 'application/json'): Given => ({
  status,
  headers: { 'content-type': type },
  body: typeof text === 'string' ? Buffer.from(text) : text,
});

async function passOn(incoming: IncomingMessage, url: string): Promise<Given> {
  const { host: _host, connection: _connection, ...headers } = incoming.headers;
  const outgoing = request(url, { method: incoming.method, headers, agent: false });
  incoming.pipe(outgoing);
  const behind = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
  });
  const body = await buffer(behind);
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(behind.headers)) {
    if (!/^(content-length|transfer-encoding|connection|keep-alive)$/.test(name))
      kept[name] = String(value);
  }
  return { status: behind.statusCode ?? 500, headers: kept, body };
}

const COMPRESS = {
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
  nonsense: (body: Buffer) => body,
};

function give(response: ServerResponse, given: Given, habits: FrontHabits) {
  const { status, headers, body, untilClosed = false } = given;
  const { encoding, pieceBytes, hangsUp } = habits;
  if (untilClosed) response.useChunkedEncodingByDefault = false;
  const isEmpty = status === 204;
  const { socket } = response;
  const packed = encoding === null || isEmpty ? body : COMPRESS[encoding](body);
  response.writeHead(status, {
    ...headers,
    ...(encoding === null || isEmpty
      ? {}
      : { 'Content-Encoding': encoding === 'nonsense' ? 'gzip' : encoding.toUpperCase() }),
    ...(untilClosed || pieceBytes > 0 || isEmpty ? {} : { 'content-length': packed.length }),
  });
  if (pieceBytes > 0) {
    for (let at = 0; at < packed.length; at += pieceBytes)
      response.write(packed.subarray(at, at + pieceBytes));
  }
  response.end(pieceBytes > 0 || isEmpty ? undefined : packed, () => {
    if (hangsUp) socket?.end();
  });
}
