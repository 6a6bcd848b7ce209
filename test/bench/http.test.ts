import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { jsonAnswer, serveHttp, type Call } from '../../bench/loopback/http.js';

/** Returns what it received. */
const echo = ({ method, path, body }: Call) =>
  jsonAnswer(JSON.stringify({ method, path, body: body.toString() }));

const port = await serveHttp(echo);

test('hears a request whole, however its bytes arrive', async () => {
  const socket = connect(port, '127.0.0.1');
  const request = 'POST /a?b=c HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhello';
  for (const byte of request + request) socket.write(byte);
  let heard = '';
  while (heard.split('"hello"').length < 3) heard += String((await once(socket, 'data'))[0]);
  socket.destroy();
  expect(heard).toContain('{"method":"POST","path":"/a?b=c","body":"hello"}');
});

test('hears a body in chunks', async () => {
  const body = new ReadableStream({
    start(into) {
      into.enqueue(new TextEncoder().encode('x'.repeat(70_000)));
      into.enqueue(new TextEncoder().encode('end'));
      into.close();
    },
  });
  const streamed: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
  const answer = await fetch(`http://127.0.0.1:${port}/`, streamed);
  expect(await answer.json()).toMatchObject({ body: `${'x'.repeat(70_000)}end` });
});
