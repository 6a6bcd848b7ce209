import { describe, expect, it } from 'vitest';
import { PoolUnreadable } from '../../src/domain/errors/pool-errors.js';
import { createLog } from '../../src/ops/log.js';

const SECRET = 'hunter2-hunter2';

/** A log, and what it has written so far. */
function logInto() {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  return { log, lines, last: (): unknown => JSON.parse(lines.at(-1) ?? '') };
}

/** What axios throws: the error holds the request, and that the key. */
function errorOfALibrary(message: string) {
  return Object.assign(new Error(message), {
    code: 'ECONNRESET',
    config: { headers: { authorization: SECRET } },
    request: { path: `/x?key=${SECRET}` },
    toJSON: () => ({ config: SECRET }),
  });
}

describe('log', () => {
  it('writes one JSON object a line, at its level and above', () => {
    const { log, lines, last } = logInto();
    log.debug('not this');
    log.info({ command: 'summary', ms: 12.5, guild: '1' }, 'interaction');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/\}\n$/);
    expect(last()).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      command: 'summary',
      ms: 12.5,
      guild: '1',
      msg: 'interaction',
    });
  });

  it('strikes out what bears a secret’s name, at any depth', () => {
    const { log, lines, last } = logInto();
    const names = ['key', 'apiKey', 'token', 'authorization', 'Authorization', 'masterKey'];
    for (const name of [...names, 'MASTER_KEY', 'password', 'clientSecret', 'redisUrl']) {
      log.info({ [name]: SECRET, a: { [name]: SECRET }, b: [{ c: { [name]: { deep: SECRET } } }] });
      expect(last(), name).toMatchObject({ [name]: '[redacted]', a: { [name]: '[redacted]' } });
    }
    log.child({ token: SECRET }).info('from a child');
    log.info({ bytes: Buffer.from(SECRET) });
    expect(last()).toMatchObject({ bytes: `[${SECRET.length} bytes]` });
    expect(lines.join('')).not.toContain(SECRET);
  });

  it('leaves what was logged as it was', () => {
    const { log } = logInto();
    const line = { token: SECRET, a: { key: SECRET } };
    log.info(line);
    expect(line).toEqual({ token: SECRET, a: { key: SECRET } });
  });

  it('tells of what a class holds no more than its name, also where it was thrown', () => {
    class Request {
      readonly url = `/interactions/1/${SECRET}/callback`;
    }
    const { log, lines, last } = logInto();
    log.error({ err: new Request(), also: new Error('no', { cause: new Request() }) }, 'failed');
    expect(last()).toMatchObject({ err: '[Request]', also: { cause: '[Request]' } });
    expect(lines.join('')).not.toContain(SECRET);
  });

  it('tells an error by name, words, code, stack and cause, and never its request', () => {
    const { log, lines, last } = logInto();
    const error = new Error('could not read', { cause: errorOfALibrary('reset') });
    log.error({ err: error, also: errorOfALibrary('too') }, 'failed');
    expect(last()).toMatchObject({
      err: {
        name: 'Error',
        message: 'could not read',
        stack: expect.stringContaining('log.test.ts'),
        cause: { message: 'reset', code: 'ECONNRESET' },
      },
      also: { message: 'too' },
      msg: 'failed',
    });
    log.error(errorOfALibrary('alone'));
    expect(last()).toMatchObject({ err: { message: 'alone', code: 'ECONNRESET' } });
    log.error({ err: new AggregateError([errorOfALibrary('one')], 'all') });
    expect(last()).toMatchObject({ err: { message: 'all', errors: [{ message: 'one' }] } });
    expect(lines.join('')).not.toContain(SECRET);
  });

  it('tells of a failure of the pool which operation and status it was, not the answer', () => {
    const { log, lines, last } = logInto();
    const failure = { operation: 'getSummary', status: 502, outcome: 'unknown' } as const;
    log.warn({ err: new PoolUnreadable({ ...failure, kept: { body: SECRET } }) });
    expect(last()).toMatchObject({ err: { name: 'PoolUnreadable', ...failure } });
    expect(lines.join('')).not.toContain(SECRET);
  });

  it('survives what holds itself', () => {
    const { log, last } = logInto();
    const ring: Record<string, unknown> = { name: 'ring' };
    ring.self = ring;
    const error = new Error('round');
    error.cause = error;
    log.info({ ring, err: error });
    expect(last()).toMatchObject({ ring: { name: 'ring' }, err: { message: 'round' } });
  });
});
