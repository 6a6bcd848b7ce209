import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect } from 'vitest';
import { json, type Answering } from './fake-pool.js';

/** With every kind of character that URLs or JSON spell differently. */
export const KEY = 'sk_live "q"/+%&=\\key~end';
export const WAYS_TO_SAY_IT = [KEY, encodeURIComponent(KEY), JSON.stringify(KEY).slice(1, -1)];

export const plain = (status: number, body: string) => (_: unknown, response: ServerResponse) =>
  response.writeHead(status, { connection: 'keep-alive' }).end(body);

/** An answer without a length, byte by byte. */
function untilClosed(
  socket: Socket,
  [status, ...headers]: readonly (number | string)[],
  body: string,
) {
  socket.end([`HTTP/1.1 ${status} X`, ...headers, '', body].join('\r\n'));
}

/** For the answer to a read. */
const NOTHING: unknown = expect.toSatisfy((kept) => Object.keys(Object(kept)).length === 0);

interface Fault {
  readonly answer: Answering;
  /** What a write fails with. */
  readonly write: object;
  /** What a read fails with, if different. */
  readonly read?: object;
  /** How often a read is tried. */
  readonly reads?: number;
  readonly timeoutMs?: number;
}

/** What a pool can do to a request, and what the client must make of it. */
export const FAULTS: Record<string, Fault> = {
  'a pool that hangs': {
    answer: () => undefined,
    timeoutMs: 150,
    write: { name: 'PoolTimeout', outcome: 'unknown' },
  },
  'headers and then nothing': {
    answer: (_, response) => response.writeHead(200).write(' '),
    timeoutMs: 150,
    write: { name: 'PoolUnreadable', status: 200, outcome: 'unknown', kept: { body: ' ' } },
    read: { name: 'PoolTimeout', status: 200 },
  },
  'a reset': {
    answer: (_, __, socket) => socket.resetAndDestroy(),
    write: { name: 'PoolUnreachable', status: undefined, outcome: 'unknown' },
    reads: 4,
  },
  'something that is no HTTP': {
    answer: (_, __, socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
    write: { name: 'PoolUnreadable', status: undefined, outcome: 'unknown' },
    read: { name: 'PoolUnreachable' },
    reads: 4,
  },
  'an answer behind a 100 Continue': {
    answer: (_, __, socket) =>
      socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
    write: { name: 'PoolUnreadable', status: undefined, outcome: 'unknown' },
    read: { name: 'PoolUnreachable' },
    reads: 4,
  },
  'an answer cut off': {
    answer: (_, response, socket) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"id":');
      setImmediate(() => setImmediate(() => socket.destroySoon()));
    },
    write: { name: 'PoolUnreadable', status: 200, outcome: 'unknown', kept: { body: '{"id":' } },
    read: { name: 'PoolUnreachable', status: 200 },
    reads: 4,
  },
  'half a JSON': {
    answer: plain(200, '{"id":"4'),
    write: { name: 'PoolUnreadable', status: 200, outcome: 'unknown', kept: { body: '{"id":"4' } },
    read: { name: 'PoolUnreadable', status: 200, kept: NOTHING },
  },
  HTML: {
    answer: plain(200, '<html>'),
    write: { name: 'PoolUnreadable', outcome: 'unknown', kept: { body: '<html>' } },
    read: { name: 'PoolUnreadable', kept: NOTHING },
  },
  'an empty answer': {
    answer: plain(201, ''),
    write: { name: 'PoolUnreadable', status: 201, outcome: 'unknown', kept: { body: '' } },
    read: { name: 'PoolUnreadable', kept: NOTHING },
  },
  'an error told with 200': {
    answer: plain(200, '{"error":{"message":"no"}}'),
    write: {
      name: 'PoolUnreadable',
      outcome: 'unknown',
      kept: { answer: { error: { message: 'no' } } },
    },
    read: { name: 'PoolUnreadable', kept: NOTHING },
  },
  'a list where a record should be': {
    answer: plain(200, '[]'),
    write: { name: 'PoolUnreadable', outcome: 'unknown', kept: { body: '[]' } },
    read: { name: 'PoolUnreadable', kept: NOTHING },
  },
  'a huge answer': {
    answer: plain(200, 'x'.repeat(200_000)),
    write: { name: 'PoolUnreadable', outcome: 'unknown', kept: { body: 'x'.repeat(4_000) } },
    read: { name: 'PoolUnreadable', kept: NOTHING },
  },
  'a huge refusal': {
    answer: plain(422, 'x'.repeat(200_000)),
    write: { name: 'PoolUnclear', outcome: 'unknown', said: 'x'.repeat(300) },
    read: { name: 'PoolRejected', outcome: 'refused', said: 'x'.repeat(300) },
  },
  'a refusal cut off': {
    answer: (_, response, socket) => {
      response.writeHead(422, { 'content-length': '100' }).write('{"message":"no');
      setImmediate(() => setImmediate(() => socket.destroySoon()));
    },
    write: {
      name: 'PoolUnclear',
      status: 422,
      outcome: 'unknown',
      kept: { body: '{"message":"no' },
    },
    read: { name: 'PoolRejected', status: 422 },
  },
  'a refusal that drips': {
    answer: (_, response) => response.writeHead(422).write('{'),
    timeoutMs: 150,
    write: { name: 'PoolUnclear', status: 422, outcome: 'unknown', kept: { body: '{' } },
    read: { name: 'PoolRejected', status: 422 },
  },
  'a refusal in chunks': {
    answer: (_, response) => {
      response.writeHead(404).write('{"message":');
      response.end('"no"}');
    },
    write: { name: 'PoolNotFound', status: 404, outcome: 'refused', said: 'no' },
  },
  'a refusal in chunks, of which the last did not come': {
    answer: (_, __, socket) =>
      untilClosed(socket, [404, 'transfer-encoding: chunked'], '2\r\nno\r\n'),
    write: { name: 'PoolUnclear', status: 404, outcome: 'unknown', kept: { body: 'no' } },
    read: { name: 'PoolNotFound', status: 404 },
  },
  'a refusal that only the closing ended': {
    answer: (_, __, socket) => untilClosed(socket, [404], 'not found at old si'),
    write: {
      name: 'PoolUnclear',
      status: 404,
      outcome: 'unknown',
      kept: { body: 'not found at old si' },
    },
    read: { name: 'PoolNotFound', status: 404, outcome: 'refused' },
  },
  'a refusal of which nothing came before the closing': {
    answer: (_, __, socket) => untilClosed(socket, [422, 'content-type: application/json'], ''),
    write: { name: 'PoolUnclear', status: 422, outcome: 'unknown', kept: { body: '' } },
    read: { name: 'PoolRejected', status: 422, outcome: 'refused' },
  },
  '401': {
    answer: (_, response) => json(response, { error: { code: 'E', message: `bad ${KEY}!` } }, 401),
    write: { name: 'PoolKeyRefused', status: 401, outcome: 'refused', said: 'bad [key]!' },
  },
  '403': {
    answer: (_, response) => json(response, { statusCode: 403, error: 'F', message: 'No.' }, 403),
    write: { name: 'PoolForbidden', status: 403, outcome: 'refused', said: 'No.' },
  },
  '404': {
    answer: plain(404, `<html><head><title>Lost\n${encodeURIComponent(KEY)}</title></head></html>`),
    write: { name: 'PoolUnclear', status: 404, outcome: 'unknown', said: 'Lost [key]' },
    read: { name: 'PoolNotFound', status: 404, outcome: 'refused', said: 'Lost [key]' },
  },
  '408': {
    answer: plain(408, ''),
    write: { name: 'PoolTimeout', status: 408, outcome: 'unknown' },
  },
  '409': {
    answer: plain(409, `already \u0007 ${KEY}`),
    write: { name: 'PoolUnclear', status: 409, outcome: 'unknown', said: 'already [key]' },
    read: { name: 'PoolRejected', status: 409, outcome: 'refused', said: 'already [key]' },
  },
  '429': {
    answer: plain(429, ''),
    write: { name: 'PoolBusy', status: 429, outcome: 'refused', retryAfterMs: undefined },
    reads: 4,
  },
  '500': {
    answer: plain(500, ''),
    write: { name: 'PoolBroken', status: 500, outcome: 'unknown', said: undefined },
    reads: 4,
  },
  '503': {
    answer: plain(503, 'soon'),
    write: { name: 'PoolBroken', status: 503, outcome: 'unknown', said: 'soon' },
    reads: 4,
  },
};
