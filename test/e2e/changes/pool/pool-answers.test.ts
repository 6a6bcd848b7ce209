import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTrail } from '../../../../src/changes/trail/trail.js';
import { readTrail } from '../../../../src/changes/trail/stored-trail.js';
import { PALETTE } from '../../../../src/views/kit/palette.js';
import { changeWorld, confirm, openStoreOf, told, type ChangeWorld } from '../change-world.js';
import { startFront, type Front, type Instead } from '../../../support/proxy.js';
import { eventually } from '../../eventually.js';
import { idOf, shown } from '../../shown.js';
import { ask, startWorld, type World } from '../../world.js';

/** A pool that answers a change with 200 and something other than a plain record. */

let house: World;
let front: Front;
let world: ChangeWorld;

beforeAll(async () => {
  house = await startWorld({
    async env({ pool }) {
      front = await startFront(pool.url);
      return { POOL_API_URL: front.url, POOL_API_TIMEOUT_MS: '15000', LOG_LEVEL: 'trace' };
    },
  });
  await house.start();
});
beforeEach(async () => {
  world = await changeWorld(house);
});
afterEach(() => {
  front.habits.instead = null;
  world.pool.faults.only = null;
  world.pool.faults.next = [];
  world.pool.faults.always = null;
});
afterAll(async () => {
  await house.close();
  await front.close();
});

/** Requests and confirms a move, to which the pool answers this text instead of doing it. */
async function moveAnswered(body: string | Buffer, status = 200, how: Partial<Instead> = {}) {
  const message = await world.askToMove();
  front.habits.instead = ({ method, headers }) =>
    method === 'PATCH' && headers.authorization === world.key ? { status, body, ...how } : null;
  await (await confirm(world, 'manager', message)).settled().catch(() => undefined);
  await expect.poll(() => world.card(message)).not.toMatch(/# .*(Waiting|about to be sent)/);
  front.habits.instead = null;
  return message;
}

/** The next write meets this fault of the loopback pool. */
async function moveMeeting(fault: 'error-in-200' | 'key-echoed' | '25-mb' | 'no-route') {
  const message = await world.askToMove();
  world.pool.faults.only = ({ method }) => method === 'PATCH';
  world.pool.faults.next = [fault];
  await (await confirm(world, 'manager', message)).settled().catch(() => undefined);
  await expect
    .poll(() => world.card(message), { timeout: 20_000 })
    .not.toMatch(/# .*(Waiting|about to be sent|waiting for the pool)/);
  world.pool.faults.only = null;
  return message;
}

const titleOf = (text: string) => text.split('\n').find((line) => line.startsWith('# ')) ?? '';

describe('a refusal inside a 200', () => {
  test('is told as one, with all that the pool said, and holds up others until checked', async () => {
    const [auditId = ''] = [...world.guild.channels.keys()].slice(1);
    await ask(world.as('admin'), 'setup defaults', { audit: auditId });
    const message = await moveMeeting('error-in-200');
    const card = world.card(message);
    expect(titleOf(card)).toBe(
      '# Move a subaccount · The pool answered that it failed: please check',
    );
    expect(card).toContain('Sent once; the pool answered that it failed: address rejected');
    expect(card).toContain('The pool answered (200), but its answer says that it failed.');
    expect(card).toContain('> The pool said: address rejected');
    expect(card).toContain('`status` error');
    expect(card).toContain('`trace.hint` \\*not\\* on the allow\\-list');
    expect(card).toContain('[Mark as checked…]');

    const list = shown(await ask(world.as('viewer'), 'changes list'));
    expect(list).toContain('the pool answered that it failed: address rejected');
    const [entry] = (await world.trail()).slice(-1);
    expect(entry).toMatchObject({
      step: 'unknown',
      details: { answer: { status: 'error', trace: { id: 't-4711' } }, said: 'address rejected' },
    });
    await expect
      .poll(() => world.discord.messages(auditId).map(shown).join('\n'))
      .toMatch(/its answer says that it failed\. It said: address rejected/);

    const again = await world.askToMove();
    expect(shown(again)).toContain('has an unknown outcome');
    const form = await world
      .as('second')
      .click(world.now(message), idOf(world.now(message), 'Mark'));
    await world.as('second').submit(form, { text: 'it was not done' });
    await expect.poll(() => titleOf(world.card(message))).toContain('· checked');
    expect(world.writes()).toHaveLength(1);
  });

  test.each([
    ['{"success":false,"message":"not done"}', 'not done'],
    ['{"success":"false","reason":"closed","message":"not done"}', 'not done'],
    ['{"id":"a-1","status":"FAILED"}', 'FAILED'],
    ['{"id":"a-1","status":"PENDING","error":{"message":"no quota"}}', 'no quota'],
    ['{"statusCode":422,"message":"no such site"}', 'no such site'],
    ['{"ok":false,"status":"PENDING"}', 'PENDING'],
    ['{"id":"a-1","status":{"code":"FAILED"},"message":"not done"}', 'not done'],
    ['{"id":"a-1","status":"NOT_COMPLETED"}', 'NOT\\_COMPLETED'],
    ['{"id":"a-1","status":"PENDING","failure_reason":"closed"}', 'failure\\_reason\\: closed'],
    ['{"id":"a-1","status":"COMPLETED","rejected_by":[{"id":"u-1"}]}', 'rejected\\_by'],
  ])('%s', async (body, said) => {
    const card = world.card(await moveAnswered(body));
    expect(card).toContain(`Sent once; the pool answered that it failed: ${said}`);
    expect(card).not.toContain('Sent once; the pool answered:');
  });

  test.each(['FAILED', 'REJECTED', 'DECLINED', 'NOT COMPLETED'])(
    'an action that is %s is reported as it came, and passes for no success',
    async (status) => {
      const message = await moveAnswered(
        `{"id":"a-1","action_name":"MOVE","requires_approval":true,"status":"${status}"}`,
      );
      const card = world.card(message);
      expect(titleOf(card)).toBe('# Move a subaccount · The pool answered that it failed');
      expect(card).toContain(`Sent once; the pool answered that it failed: ${status}`);
      expect(card).toContain('The status is the pool’s own word');
      expect(card).not.toContain('[Mark as checked…]');
      expect((await world.trail()).at(-1)).toMatchObject({ step: 'reported' });
      expect(world.now(message).embeds?.[0]?.color).toBe(PALETTE.warning);
    },
  );

  test('an action that is ABORTED may have been stopped halfway, so nobody knows', async () => {
    const card = world.card(
      await moveAnswered(
        '{"id":"a-1","action_name":"MOVE","requires_approval":true,"status":"ABORTED"}',
      ),
    );
    expect(titleOf(card)).toContain('The pool answered that it failed: please check');
    expect(card).toContain('Sent once; the pool answered that it failed: ABORTED');
    expect(card).toContain('[Mark as checked…]');
    expect((await world.trail()).at(-1)).toMatchObject({ step: 'unknown' });
  });

  test.each(['TIMED_OUT', 'TERMINATED', 'EXPIRED'])(
    'a status %s may be of its approval, and is shown as it came',
    async (status) => {
      const card = world.card(
        await moveAnswered(`{"id":"a-1","action_name":"MOVE","status":"${status}"}`),
      );
      const word = status.replace('_', String.raw`\_`);
      expect(titleOf(card)).toBe(`# Move a subaccount · Sent: the pool answered “${word}”`);
      expect((await world.trail()).at(-1)).toMatchObject({ step: 'reported' });
    },
  );

  test('what else a good answer says is on the card, harmless and exact', async () => {
    const card = world.card(
      await moveAnswered(
        '{"id":"a-1","status":"PENDING","message":"queued @everyone","retryAfter":12345678901234567890,"statusText":{"inner_name":["[a](b)"]}}',
      ),
    );
    expect(titleOf(card)).toBe('# Move a subaccount · Sent: the pool answered “PENDING”');
    expect(card).toContain('`message` queued \\@everyone');
    expect(card).toContain('`retryAfter` 12345678901234567890');
    expect(card).toContain('`statusText.inner_name.0` \\[a\\]\\(b\\)');
  });
});

test('a field that is called toJSON is a field like any other', async () => {
  const body = '{"id":"a-1","status":"REJECTED","toJSON":1,"more":[{"toJSON":{"note":"kept"}}]}';
  const card = world.card(await moveAnswered(body));
  expect(card).toContain('`toJSON` 1');
  expect(card).toContain('kept');
  const { step, details } = (await world.trail()).at(-1) ?? {};
  expect(step).toMatch(/reported|unknown/);
  expect(JSON.stringify(details)).toContain('"toJSON":{"note":"kept"}');
});

test.each([
  [422, 'Declined by the pool', 'failed'],
  [500, 'Outcome unknown', 'unknown'],
])(
  'of a long answer with %i the card tells the beginning and the trail has all',
  async (status, title, step) => {
    const message = `No such site. ${'It was looked for everywhere. '.repeat(40)}The last word.`;
    const body = JSON.stringify({ error: { message }, trace: 't-4711' });
    const card = world.card(await moveAnswered(body, status));
    expect(titleOf(card)).toContain(title);
    expect(card).toContain('> The pool said: No such site\\. It was');
    expect(card).toContain('The pool said more. `/changes export` has its whole answer.');
    expect((await world.trail()).at(-1)).toMatchObject({ step, details: { status, body } });
  },
);

describe('the key, repeated with escapes', () => {
  test('reaches no card, no file, no log and no byte of the data folder', async () => {
    const message = await moveMeeting('key-echoed');
    expect(world.card(message)).toContain('Sent once; the pool answered: COMPLETED');
    expect(world.card(message)).toContain('`x_escaped` \\[key\\]');
    world.pool.faults.always = 'key-echoed';
    await ask(world.as('viewer'), 'subaccount list');
    await ask(world.as('viewer'), 'summary');
    world.pool.faults.always = null;
    await moveAnswered(`{"message":"half of ${escaped(world.key)}`, 500).catch(() => undefined);
    await ask(world.as('manager'), 'changes export');

    const messages = [...world.guild.channels.keys()].flatMap((id) => world.discord.messages(id));
    const folder = join(world.dataDir, 'data');
    const everything = [
      JSON.stringify(messages),
      ...messages.flatMap(({ attachments }) => attachments.map(({ data }) => textOf(data))),
      world.log.join('\n'),
      ...(await Promise.all(
        (await readdir(folder)).map(async (name) => readFile(join(folder, name), 'latin1')),
      )),
    ];
    for (const text of everything) expect(unescaped(text)).not.toContain(world.key);
  });
});

/** `\u006c` for every character. */
function escaped(key: string): string {
  const code = (letter: string) => letter.charCodeAt(0).toString(16).padStart(4, '0');
  return Array.from(key)
    .map((letter) => String.raw`\u${code(letter)}`)
    .join('');
}

/** As a reader would undo it: JSON within JSON, URLs, base64. */
function unescaped(text: string): string {
  const plain = text
    .replaceAll(/\\+u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replaceAll('\\', '');
  const packed = plain.match(/[A-Za-z0-9+/_-]{40,}/g) ?? [];
  return [plain, ...packed.map((each) => Buffer.from(each, 'base64').toString('latin1'))].join(
    '\n',
  );
}

const textOf = (data: Uint8Array) => Buffer.from(data).toString('utf8');

describe('a write answered with 25 MB', () => {
  test('is told by its size, its hash and how it begins, and every export stays whole', async () => {
    const message = await moveMeeting('25-mb');
    const card = world.card(message);
    expect(titleOf(card)).toContain('Outcome unknown');
    expect(card).toContain('The pool’s answer (200) was too long to read.');
    expect(card).toMatch(/> Its answer begins with: `\{"padding":"xxx/);
    expect(card).toMatch(/The answer had 25,000,\d{3} bytes; Pitboss reads the first 256 KiB/);
    const [entry] = (await world.trail()).slice(-1);
    expect(JSON.stringify(entry).length).toBeLessThan(10_000);
    expect(entry).toMatchObject({ details: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } });

    const exported = await ask(world.as('admin'), 'changes export');
    expect(shown(exported)).toContain('# Audit trail');
    expect(exported.attachments.map(({ filename }) => filename).join()).not.toContain('INCOMPLETE');
  });

  test('the hash is that of all of it', async () => {
    const body = JSON.stringify({ status: 'PENDING', padding: 'ä'.repeat(400_000) });
    const card = world.card(await moveAnswered(body));
    expect(card).toContain(createHash('sha256').update(body).digest('hex'));
    expect(card).toContain(`${Buffer.byteLength(body).toLocaleString('en')} bytes`);
  });

  test('of a compressed one that decompresses to more, how it begins is kept, too', async () => {
    const body = gzipSync(`{"status":"PENDING","padding":"${'x'.repeat(40_000_000)}"}`);
    const card = world.card(await moveAnswered(body, 200, { coding: 'gzip' }));
    expect(titleOf(card)).toContain('Outcome unknown');
    expect(card).toMatch(/> Its answer begins with: `\{"status":"PENDING","padding":"xxx/);
    expect(card).toContain(createHash('sha256').update(body).digest('hex'));
  });

  test('256 KB are kept whole', async () => {
    const body = JSON.stringify({ status: 'PENDING', padding: 'x'.repeat(250_000) });
    await moveAnswered(body);
    const [entry] = (await world.trail()).slice(-1);
    expect(entry).toMatchObject({ step: 'reported', details: { answer: JSON.parse(body) } });
  });

  test.each([
    ['shrinks', () => 'the same again '.repeat(850_000)],
    ['does not shrink', () => randomBytes(9_000_000).toString('base64')],
  ])('an older trail that holds one is exported whole, whether it %s', async (_, reason) => {
    const store = await openStoreOf(world);
    const clock = { now: () => Date.now() };
    const trail = createTrail({ store, clock, onEntry: () => undefined });
    const actor = { id: '5', name: 'Adam' };
    await trail.record(world.guild.id, () => ({
      step: 'frozen',
      actor,
      details: { reason: reason() },
    }));
    const kept: string[] = [];
    for await (const entry of readTrail(store, world.guild.id)) kept.push(entry);
    await store.close();
    // The bot reads the new entry meanwhile; on a busy machine its first answer may be too late.
    const exported = await eventually(() => ask(world.as('admin'), 'changes export'));
    expect(shown(exported)).toContain('# Audit trail');
    const joined = exported.attachments
      .map(({ filename, data }) => Buffer.from(filename.endsWith('.gz') ? gunzipSync(data) : data))
      .join('');
    expect(joined === `${kept.join('\n')}\n`).toBe(true);
  });
});

test('an answer nested ever deeper is told as any other', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const card = world.card(await moveAnswered(`{"message":"closed","details":${deep}}`, 500));
  expect(titleOf(card)).toContain('Outcome unknown: please check');
  expect(card).toContain('The pool said: closed');
  expect(card).toContain('The pool said more.');
});

describe('an answer that leaves open whether it was done', () => {
  test.each([
    [409, '{"message":"already being processed"}', 'already being processed'],
    [400, '{"id":"a","status":"COMPLETED"}', 'COMPLETED'],
    [404, '<html><title>Lost</title></html>', 'Lost'],
    [422, '{"statusCode":422,"message":"La transferencia ya está en curso"}', 'ya está en curso'],
    [400, '{"error":"Der Auftrag wird bereits bearbeitet"}', 'wird bereits bearbeitet'],
    [422, '{"errors":["go ahead"],"message":"fine"}', 'fine'],
    [400, '[]', ''],
    [400, '{}', ''],
    [499, '', ''],
  ])('%d %s', async (status, body, shows) => {
    const card = world.card(await moveAnswered(body, status));
    expect(titleOf(card)).toContain('Outcome unknown: please check');
    expect(card).toContain(
      `The pool answered, but not in a way that says whether it was done (${status}).`,
    );
    expect(card).toContain(shows);
    expect(card).not.toMatch(/did not do it|refused it/);
    expect(shown(await world.askToMove())).toContain('has an unknown outcome');
  });

  test.each([
    [
      400,
      '{"statusCode":400,"message":["site_id must be a UUID"],"error":"Bad Request"}',
      'site\\_id must be a UUID',
    ],
    [422, '{"errors":{"name":["has already been taken"]}}', 'has already been taken'],
    [422, '{"detail":[{"loc":["body","site_id"],"msg":"field required"}]}', 'field required'],
  ])('but %d %s is a plain no', async (status, body, said) => {
    const card = world.card(await moveAnswered(body, status));
    expect(titleOf(card)).toBe('# Move a subaccount · Declined by the pool');
    expect(card).toContain(said);
    expect((await world.trail()).at(-1)).toMatchObject({ step: 'failed', details: { status } });
  });

  test.each([
    [404, 'Subaccount not found at old si'],
    [400, ''],
    [422, '{"message":"no such site"}'],
  ])('%d %s, which nothing but the closing of the connection ended', async (status, body) => {
    const card = world.card(await moveAnswered(body, status, { untilClosed: true }));
    expect(titleOf(card)).toContain('Outcome unknown: please check');
    expect(card).not.toMatch(/did not do it|refused it/);
    expect((await world.trail()).at(-1)).toMatchObject({ step: 'unknown', details: { status } });
  });

  const no = '{"message":"no such site"}';
  test.each([
    ['gzip', 400, gzipSync(no).subarray(0, 12)],
    ['x-gzip', 404, gzipSync(no).subarray(0, -8)],
    ['deflate', 403, deflateSync(no, { finishFlush: constants.Z_SYNC_FLUSH })],
    ['br', 404, brotliCompressSync(no).subarray(0, 1)],
    ['zstd', 404, Buffer.from('not found')],
  ])('a %s answer (%d) that broke off or cannot be unpacked', async (coding, status, body) => {
    const card = world.card(await moveAnswered(body, status, { coding }));
    expect(titleOf(card)).toContain('Outcome unknown: please check');
    expect(card).not.toMatch(/did not do it|refused it/);
  });

  test.each([
    ['gzip', gzipSync(no)],
    ['br', brotliCompressSync(no)],
    ['deflate', deflateSync(no)],
    ['identity', Buffer.from(no)],
  ])('a whole %s answer is read', async (coding, body) => {
    const card = world.card(await moveAnswered(body, 404, { coding }));
    expect(titleOf(card)).toBe('# Move a subaccount · Declined by the pool');
    expect(card).toContain('no such site');
  });

  test.each<[number, string, string?]>([
    [422, '\n'],
    [400, '\uFEFF'],
    [404, '   '],
    [404, '[[]]'],
    [400, '', 'foo'],
  ])('a %d with %j, in which nothing can be read', async (status, body, coding) => {
    const how = coding === undefined ? {} : { coding };
    const card = world.card(await moveAnswered(body, status, how));
    expect(titleOf(card)).toContain('Outcome unknown: please check');
    expect((await world.trail()).at(-1)).toMatchObject({ step: 'unknown', details: { status } });
  });

  test('of a 404 without a word the card says no more than its status does', async () => {
    const card = world.card(await moveAnswered('', 404));
    expect(titleOf(card)).toBe('# Move a subaccount · Declined by the pool');
    expect(card).toContain('The pool declined it (404): its status says “not found”.');
    expect(card).not.toContain('by that name');
  });

  test('a whole record is an answer, whatever ended it', async () => {
    const card = world.card(
      await moveAnswered('{"id":"a","status":"PENDING"}', 200, { untilClosed: true }),
    );
    expect(card).toContain('Sent once; the pool answered: PENDING');
  });

  test('so is one behind long headers; of longer ones the card says that it came', async () => {
    const body = '{"id":"a","status":"PENDING"}';
    const read = world.card(await moveAnswered(body, 200, { cookieBytes: 70_000 }));
    expect(read).toContain('Sent once; the pool answered: PENDING');
    world = await changeWorld(house);
    const unread = world.card(await moveAnswered(body, 200, { cookieBytes: 300_000 }));
    expect(titleOf(unread)).toContain('Outcome unknown: please check');
    expect(unread).toContain('The pool answered with something that could not be read.');
  });

  test('a key that comes twice: what came is kept as it came', async () => {
    const body = '{"id":"a","status":"FAILED","status":"COMPLETED"}';
    expect(titleOf(world.card(await moveAnswered(body)))).toContain('Outcome unknown');
    expect((await world.trail()).at(-1)).toMatchObject({ step: 'unknown', details: { body } });
  });
});

test('the trail has what the pool said, and nothing that it did not say', async () => {
  await moveAnswered('{"id":"a","status":"COMPLETED","n":1.10}');
  const entry = (await world.trail()).at(-1);
  expect(entry).toHaveProperty('details', { answer: { id: 'a', status: 'COMPLETED', n: '1.10' } });
});

describe('no part of an answer is lost or renamed', () => {
  test('names that nobody described, two spellings of a described one, and a null in a list', async () => {
    const answer = {
      id: 'a',
      status: 'PENDING',
      approved_by: [null],
      metadata: { aB_c: 'one', a_bC: 'two', old_name: 'three', oldName: 'four' },
    };
    const card = world.card(await moveAnswered(JSON.stringify(answer)));
    for (const line of ['aB_c` one', 'a_bC` two', 'oldName` four'])
      expect(card).toContain(`\`metadata.${line}`);
    expect((await world.trail()).at(-1)?.details).toStrictEqual({ answer });
  });

  test('two names that hold the key, and one that looks like them', async () => {
    const hex = Buffer.from(world.key).toString('hex');
    const names = { [world.key]: 'one', [hex]: 'two', '[key] 2': 'three' };
    const message = await moveAnswered(JSON.stringify({ id: 'a', status: 'PENDING', ...names }));
    const answer = {
      id: 'a',
      status: 'PENDING',
      '[key]': 'one',
      '[key] 3': 'two',
      '[key] 2': 'three',
    };
    expect((await world.trail()).at(-1)?.details).toEqual({ answer });
    for (const word of ['one', 'two', 'three']) expect(world.card(message)).toContain(`\` ${word}`);
  });
});

test.each([
  ['without an id', '{"name":"hall-3"}', 'no id of it can be relied on'],
  [
    'as FAILED, with an id',
    '{"id":41299,"name":"hall-3","status":"FAILED"}',
    'it doesn’t rely on the id in an answer that says it failed',
  ],
])('a subaccount that was answered %s is not looked for by its name', async (_, body, why) => {
  const { site } = world.elsewhere();
  const message = await ask(world.as('manager'), 'subaccount create', { name: 'hall-3', site });
  front.habits.instead = ({ method, headers }) =>
    method === 'POST' && headers.authorization === world.key ? { status: 200, body } : null;
  await confirm(world, 'manager', message);
  await expect.poll(() => world.card(message)).toContain('Sent once; the pool answered');
  expect(world.card(message)).toContain(`Pitboss can’t watch for it: ${why}`);
  expect(world.card(message)).not.toContain('Pitboss checks the pool until');
});

describe('no such route', () => {
  test('is told apart from a name that the pool does not know', async () => {
    world.pool.faults.always = 'no-route';
    const summary = shown(await ask(world.as('viewer'), 'summary'));
    world.pool.faults.always = null;
    expect(summary).toContain('has nothing at this web address (404)');
    expect(summary).not.toContain('Check the spelling');

    const card = world.card(await moveMeeting('no-route'));
    expect(card).toContain('The pool did not do it (404): it has nothing at this web address');

    world.pool.faults.always = 404;
    const unknown = await ask(world.as('viewer'), 'derivatives contract', { id: 'C-nobody' });
    expect(shown(unknown)).toContain('has nothing with that name or id (404)');
  });

  test('a click is told the same as the card', async () => {
    const message = await world.askToMove();
    world.pool.faults.always = 'no-route';
    const outcome = await confirm(world, 'manager', message);
    await expect.poll(() => told(outcome)).toContain('nothing at this web address');
    expect(world.writes()).toHaveLength(0);
  });
});

describe('a created subaccount whose record says more', () => {
  test('has every field on the card: what is null or empty, and odd names as they are', async () => {
    const { site } = world.elsewhere();
    const card = await ask(world.as('manager'), 'subaccount create', { name: 'hall-9', site });
    const said = { payout_addresses: [], owner: null, limits: {}, 'a\nb': 1, 'q`': 'null' };
    const body = JSON.stringify({
      id: 5,
      name: 'hall-9',
      site: { id: site, fenced: null },
      ...said,
    });
    front.habits.instead = ({ method, headers }) =>
      method === 'POST' && headers.authorization === world.key ? { status: 200, body } : null;
    await confirm(world, 'manager', card);
    await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
    for (const line of [
      '`payout_addresses` [] (an empty list)',
      '`owner` null (no value)',
      '`site.fenced` null (no value)',
      '`limits` {} (an empty record)',
      '⚠️ `"a\\nb"` 1',
      '⚠️ `"q\\u0060"` "null"',
    ])
      expect(world.card(card).replaceAll(/\\(?=[[\](){}])/g, '')).toContain(line);
  });
});
