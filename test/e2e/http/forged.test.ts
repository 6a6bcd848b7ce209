import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeWorld, confirm, type ChangeWorld } from '../changes/change-world.js';
import { eventually } from '../eventually.js';
import { idOf, shown } from '../shown.js';
import { ask, type World } from '../world.js';
import { callbacksOf, startHttpWorld } from './http-world.js';

let house: World;
let world: ChangeWorld;
let address: string;
beforeAll(async () => {
  house = await startHttpWorld({ env: { LOG_LEVEL: 'debug' } });
  [address = ''] = house.discord.endpoint.addresses;
  await house.start();
  world = await changeWorld(house);
}, 60_000);
afterAll(() => house.close());

/** The bot's answer to anybody's POST, and whether it is anything but a status. */
async function post(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<{ status: number; said: string }> {
  const answer = await fetch(address, { method: 'POST', body, headers });
  return { status: answer.status, said: await answer.text() };
}

/** The click on "Confirm" as Discord would send it, and the card it is on. */
async function confirmation() {
  const card = await world.askToMove();
  let click = {};
  house.discord.faults.rewrite = (interaction) => (click = interaction);
  await world.as('manager').click(card, idOf(card, 'Details'));
  house.discord.faults.rewrite = null;
  const data = { component_type: 2, custom_id: idOf(card, 'Confirm'), id: 1 };
  // A different id, because the bot has seen the other one.
  const id = String(BigInt(card.id) + 999_999n);
  return { card, id, body: JSON.stringify({ ...click, id, data }) };
}

test('what Discord did not sign is answered with 401, and nothing comes of it', async () => {
  const { sign } = house.discord.endpoint;
  const { card, id, body } = await confirmation();
  const good = sign(body);
  const signature = good['x-signature-ed25519'] ?? '';
  const timestamp = good['x-signature-timestamp'] ?? '';
  const minutesAgo = (minutes: number) => String(Number(timestamp) - 60 * minutes);
  const forgeries: Record<string, string>[] = [
    {},
    { 'x-signature-timestamp': timestamp },
    { 'x-signature-ed25519': signature },
    { ...good, 'x-signature-ed25519': 'no hex' },
    { ...good, 'x-signature-ed25519': 'ab'.repeat(64) },
    { ...good, 'x-signature-timestamp': minutesAgo(1) },
    sign(`${body} `),
    sign(body, minutesAgo(10)),
    sign(body, minutesAgo(-10)),
  ];
  const lines = house.log.length;
  for (const headers of forgeries)
    expect(await post(body, headers)).toEqual({ status: 401, said: '' });
  expect(await post('{"type":1}', sign('{"type":2}'))).toEqual({ status: 401, said: '' });

  expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
  expect(world.card(card)).toContain('[Confirm');
  expect(world.writes()).toEqual([]);
  const said = house.log.slice(lines).join('\n');
  expect(said).toContain('Is the clock of this machine right?');
  expect(said).not.toMatch(/"level":"(error|fatal)"/);

  expect(callbacksOf(house, id)).toEqual([]);

  // The same bytes, signed, are accepted: nobody clicked, so Discord doesn't know it, and nothing
  // runs.
  expect(await post(body, sign(body))).toEqual({ status: 202, said: '' });
  expect(callbacksOf(house, id)).toMatchObject([{ status: 404 }]);
  expect(world.writes()).toEqual([]);
  await confirm(world, 'manager', card);
  await eventually(() => expect(world.card(card)).toContain('Sent once; the pool answered'));
  expect(world.writes()).toHaveLength(1);
});

test('what Discord signed, and is no interaction, is refused', async () => {
  const { sign } = house.discord.endpoint;
  for (const body of [
    '',
    'no JSON',
    '[]',
    'null',
    '{"type":2}',
    '{"type":"1"}',
    '{"id":"1","token":"t"}',
  ])
    expect(await post(body, sign(body))).toEqual({ status: 400, said: '' });
});

test('only a POST to one path is heard', async () => {
  const elsewhere = await fetch(new URL('/', address), { method: 'POST', body: '{}' });
  expect(elsewhere.status).toBe(404);
  const read = await fetch(address);
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
});

test('a body that is too large is refused, whether its length is said or not', async () => {
  const { sign } = house.discord.endpoint;
  const large = `"${'x'.repeat(1024 * 1024)}"`;
  expect(await post(large, sign(large))).toEqual({ status: 413, said: '' });
  const stream = new Blob([large]).stream();
  const trickled = await fetch(address, {
    method: 'POST',
    body: stream,
    headers: sign(large),
    duplex: 'half',
  });
  expect(trickled.status).toBe(413);
});

test('a body that is said to be too large is refused before it comes', async () => {
  const headers = Object.entries(house.discord.endpoint.sign('')).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const length = 'Content-Length: 9999999\r\n';
  const socket = begin(
    `POST /interactions HTTP/1.1\r\nHost: a\r\n${length}${headers.join('')}\r\n`,
  );
  const [said] = await once(socket, 'data');
  expect(String(said)).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

/** A connection on which somebody begins to send. */
function begin(text: string): Socket {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
}

test('who is slow is dropped, and holds nobody up', async () => {
  const start = 'POST /interactions HTTP/1.1\r\nHost: a\r\n';
  const signed = Object.entries(house.discord.endpoint.sign('{"type":1')).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  // The first sends nothing at all.
  const beginnings = ['', start, `${start}Content-Length: 9\r\n${signed.join('')}\r\n{`];
  const ended = beginnings.map(async (beginning) => {
    await once(begin(beginning).resume(), 'close');
    return 'dropped';
  });
  expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
  expect(await Promise.all(ended)).toEqual(['dropped', 'dropped', 'dropped']);
}, 60_000);
