import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { useConnections } from '../fakes/connected-pool.js';

/** Answers to a write, byte by byte: what is read of them, and what is called unknown. */

const connect = useConnections();

/** The pool writes these bytes for an answer; `move` sends the request that they answer. */
async function answering(...parts: (string | Buffer)[]) {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { client } = await connect((_, __, socket) => void socket.write(bytes));
  return { move: () => client.updateSubaccount('main', 'site-a') };
}

const BODY = '{"id":"a-1","status":"PENDING"}';
const head = (status: string, ...headers: string[]) =>
  [`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n');
const length = (body: string | Buffer) => `content-length: ${Buffer.byteLength(body)}`;
const chunked = (body: Buffer) =>
  Buffer.concat([
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);

describe('headers', () => {
  test.each([
    ['of 200 KB', [`set-cookie: ${'y'.repeat(200_000)}`]],
    ['by the thousand', Array.from({ length: 3_000 }, (_, at) => `x-${at}: y`)],
  ])('%s lose nothing of the answer', async (_, headers) => {
    const { move } = await answering(head('200 OK', ...headers, length(BODY)), BODY);
    expect(await move()).toMatchObject({ id: 'a-1', status: 'PENDING' });
  });

  test.each([
    ['more than can be read', [head('200 OK', `x: ${'y'.repeat(300_000)}`, length(BODY)), BODY]],
    ['a switch of protocols', [head('101 x', 'connection: upgrade', 'upgrade: x'), BODY]],
    ['a line that is no header', ['HTTP/1.1 200 OK\r\nno header\r\n\r\n', BODY]],
    ['two equal lengths', [head('200 OK', length(BODY), length(BODY)), BODY]],
    ['two lengths', [head('200 OK', length(BODY), length(`${BODY} `)), BODY]],
    [
      'a length beside chunks',
      [head('200 OK', 'transfer-encoding: chunked', length(BODY)), chunked(Buffer.from(BODY))],
    ],
    ['lines that end with LF alone', [`HTTP/1.1 200 OK\n${length(BODY)}\n\n`, BODY]],
    ['a status of 000', [head('000 x', length(BODY)), BODY]],
  ])('%s: an answer came, and it could not be read', async (_, parts) => {
    const { move } = await answering(...parts);
    await expect(move()).rejects.toMatchObject({ name: 'PoolUnreadable', outcome: 'unknown' });
  });
});

const PLAIN = '{"message":"not found"}';

describe('the codings of a refusal', () => {
  const unclear = { name: 'PoolUnclear', outcome: 'unknown' };
  const refused = { name: 'PoolNotFound', outcome: 'refused', said: 'not found' };

  test.each([
    ['an unknown one, without a body', [head('400 x', 'content-encoding: foo', length(''))]],
    [
      'an unknown one after a known one',
      [head('404 x', 'content-encoding: identity', 'content-encoding: foo', length(PLAIN)), PLAIN],
    ],
    [
      'one of its transfer that it does not have',
      [head('404 x', 'transfer-encoding: gzip, chunked'), chunked(Buffer.from(PLAIN))],
    ],
  ])('%s: nobody knows what it says', async (_, parts) => {
    const { move } = await answering(...parts);
    await expect(move()).rejects.toMatchObject(unclear);
  });

  test.each([
    ['one of its transfer', [head('404 x', 'transfer-encoding: gzip, chunked')], gzipSync(PLAIN)],
    [
      'one of its body',
      [head('404 x', 'content-encoding: gzip', 'transfer-encoding: chunked')],
      gzipSync(PLAIN),
    ],
    ['none but chunks', [head('404 x', 'Transfer-Encoding: Chunked')], Buffer.from(PLAIN)],
  ])('%s is read', async (_, start, body) => {
    const { move } = await answering(...start, chunked(body));
    await expect(move()).rejects.toMatchObject(refused);
  });

  test('a known one without a body is none', async () => {
    const { move } = await answering(head('404 x', 'content-encoding: gzip', length('')));
    await expect(move()).rejects.toMatchObject({ name: 'PoolNotFound', outcome: 'refused' });
  });

  test.each([
    ['is broken', gzipSync(PLAIN).fill(0, 20)],
    ['breaks off', gzipSync(PLAIN.repeat(20)).subarray(0, 40)],
    ['is none', Buffer.from(PLAIN)],
  ])('of one that %s the bytes that came are counted', async (_, body) => {
    const { move } = await answering(head('200 x', 'content-encoding: gzip', length(body)), body);
    await expect(move()).rejects.toMatchObject({
      name: 'PoolUnreadable',
      kept: { size: body.length },
    });
  });

  test('a success in a coding that is not known is none, whatever it looks like', async () => {
    const body = '{"id":"a","status":"PENDING"}';
    const { move } = await answering(head('200 x', 'content-encoding: zstd', length(body)), body);
    await expect(move()).rejects.toMatchObject({ name: 'PoolUnreadable', outcome: 'unknown' });
  });

  test('a mark in another charset is no empty body', async () => {
    const mark = Buffer.from([0xff, 0xfe]);
    const type = 'content-type: text/plain; charset=utf-16le';
    const { move } = await answering(head('400 x', type, length(mark)), mark);
    await expect(move()).rejects.toMatchObject(unclear);
  });
});
