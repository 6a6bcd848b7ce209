import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf, shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';
import { auditedWorld, told, type ChangeWorld } from './change-world.js';

/** A private key typed by mistake reaches no reply, post, entry, log or store. */

let house: World;
let world: ChangeWorld;
let audit: string;
beforeAll(async () => {
  house = await startWorld();
  await house.start();
  ({ world, audit } = await auditedWorld(house));
});
afterAll(() => house.close());

const WIF = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
const HEX = 'e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262';
const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

/** All that the bot has written of this world, in files and in Discord. */
async function everythingKept(): Promise<string> {
  const folder = world.env['DATA_DIR'] ?? '';
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((each) => each.isFile());
  const texts = await Promise.all(
    files.map((each) => readFile(join(each.parentPath, each.name), 'latin1')),
  );
  expect(texts.length).toBeGreaterThan(0);
  const posts = [...world.guild.channels.keys()].flatMap((id) => world.discord.messages(id));
  return [...texts, ...world.log, JSON.stringify(await world.wholeTrail()), JSON.stringify(posts)]
    .join('\n')
    .replaceAll('\\', '');
}

const someOf = (secret: string) => (secret === WORDS ? 'sausage worth' : secret.slice(0, 12));

async function nobodyReads(secret: string): Promise<void> {
  // What is entered after it is posted after it.
  await ask(world.as('viewer'), 'changes freeze', { reason: 'later' });
  const { seq = 0 } = (await world.trail()).at(-1) ?? {};
  const posts = () => world.discord.messages(audit).map((each) => shown(each));
  await expect.poll(() => posts().join('\n')).toContain(`entry ${seq} · `);
  const kept = await everythingKept();
  expect(kept).not.toContain(someOf(secret));
  expect(kept).not.toContain('our next wallet');
}

test.each([
  ['a WIF', WIF, `cold | ${WIF} | 100`],
  ['a WIF in the place of the whole line', WIF, WIF],
  ['a WIF in groups', 'eCGU 8rMj', `cold | 5Hu ${WIF.slice(3).replaceAll(/(.{4})/g, '$1 ')} | 100`],
  [
    'an extended key',
    'xprv9s21ZrQH',
    `cold | xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi | 100`,
  ],
  [
    'an encrypted key',
    '6PYNKZ1EAgYg',
    'cold | 6PYNKZ1EAgYgmQfmNVamxyXVWHzK5s6DGhwP4J5o44cvXdoY7sRzhtpUeo | 100',
  ],
  ['hex digits', HEX, `cold | ${HEX} | 100`],
  ['hex digits with colons', 'e9:87:3d:79', `cold | ${HEX.replaceAll(/(..)(?=.)/g, '$1:')} | 100`],
  ['hex digits over two lines', 'e9873d79c6d87', `cold | ${HEX.replace(/^(.{40})/, '$1\n')} | 100`],
  ['a WIF over two lines', '5HueCGU8rMj', `cold | ${WIF.replace(/^(.{30})/, '$1\n')} | 100`],
  ['a seed phrase', WORDS, `cold | ${WORDS} | 100`],
  ['a seed phrase alone', WORDS, WORDS],
])('%s among the addresses', async (_, secret, addresses) => {
  const { subaccount } = world.elsewhere();
  const manager = world.as('manager');
  const present = await ask(manager, 'payment-settings change', { subaccount, currency: 'BTC' });
  const form = await manager.click(present, idOf(present, 'Fill in'));
  const fields = {
    frequency: ['DAILY'],
    day: ['UNSPECIFIED'],
    addresses,
    reason: 'our next wallet',
  };
  const outcome = await manager.submit(form, fields);
  const reply = await outcome.settled();
  expect(shown(reply)).toContain('That looks like a private key');
  expect(shown(reply)).not.toContain('Edit again');
  expect(JSON.stringify(reply) + told(outcome)).not.toContain(someOf(secret));
  await nobodyReads(secret);
});

test('in a reason, a name and a note', async () => {
  const { subaccount, site } = world.elsewhere();
  const manager = world.as('manager');
  for (const reply of [
    await ask(manager, 'subaccount move', { subaccount, site, reason: `to ${WIF}` }),
    await ask(manager, 'subaccount create', { name: WIF, site }),
    await ask(manager, 'changes freeze', { reason: WORDS }),
  ])
    expect(shown(reply)).toContain('That looks like a private key');
  await nobodyReads(WIF);
  await nobodyReads(WORDS);
});
