import { expect, test } from 'vitest';
import { readLogLine } from '../../../sandbox/page/bot/log-lines.js';

const heardAt = Date.parse('2026-11-20T12:00:00Z');

test('a line of the bot says when it was written, and leaves ids to the whole line', () => {
  const line = JSON.stringify({
    level: 'warn',
    time: '2026-11-20T11:59:58.250Z',
    name: 'dev-fee',
    result: 'pool-failed',
    guild: '529448671645794304',
    err: { name: 'PoolBroken', message: 'getDevFee: 500', stack: 'PoolBroken: …' },
    msg: 'interaction',
  });
  expect(readLogLine(line, heardAt)).toEqual({
    at: heardAt - 1_750,
    level: 'warn',
    text: 'interaction name=dev-fee result=pool-failed err=getDevFee: 500',
    whole: line,
  });
});

test.each([
  ['{"time":"soon","msg":"no time"}', heardAt, 'no time'],
  ['Segmentation fault', heardAt, 'Segmentation fault'],
  ['17', heardAt, '17'],
])('%s', (line, at, text) => {
  expect(readLogLine(line, heardAt)).toMatchObject({ at, text, whole: line });
});
