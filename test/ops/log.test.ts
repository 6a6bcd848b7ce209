import { AxiosError, AxiosHeaders } from 'axios';
import { expect, test } from 'vitest';
import { createLog } from '../../src/ops/log.js';

function logTo(lines: string[]) {
  return createLog('info', { write: (line) => void lines.push(line) });
}

test('a failed request is logged without its headers, address and body', () => {
  const lines: string[] = [];
  const headers = new AxiosHeaders({ Authorization: 'key-of-a-server' });
  const config = { headers, url: 'https://pool/api?secret=1', data: 'secret-body' };
  const response = { status: 503, statusText: '', headers, config, data: 'secret-answer' };
  const failed = new AxiosError('no answer', 'ECONNRESET', config, {}, response);
  logTo(lines).error({ err: new Error('pool: unreachable', { cause: failed }) }, 'a read failed');
  const [line = ''] = lines;
  expect(line).not.toMatch(/key-of-a-server|secret/);
  expect(JSON.parse(line)).toMatchObject({
    msg: 'a read failed',
    err: {
      message: 'pool: unreachable',
      cause: { type: 'AxiosError', message: 'no answer', code: 'ECONNRESET', status: 503 },
    },
  });
});

test('an error that is logged bare is described the same way', () => {
  const lines: string[] = [];
  logTo(lines).error(Object.assign(new Error('refused'), { url: 'secret', code: 40_060 }));
  expect(lines[0]).not.toContain('secret');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { message: 'refused', code: 40_060 } });
});

test('fields that hold secrets are struck out, at the top and inside', () => {
  const lines: string[] = [];
  const secret = { token: 'secret', key: 'secret', headers: { authorization: 'secret' } };
  logTo(lines).info({ ...secret, request: secret, command: 'summary' }, 'asked');
  expect(lines[0]).not.toContain('secret');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ token: '•••', command: 'summary' });
});
