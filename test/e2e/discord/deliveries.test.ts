import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endAll, runBot, type BareBot } from '../bare-bot.js';
import { eventually } from '../eventually.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf, startConnectedWorld, type World } from '../world.js';

let world: World;
beforeAll(async () => {
  // Long enough that no read is retried on a busy machine: each counts as one.
  world = await startConnectedWorld({ env: { POOL_API_TIMEOUT_MS: '10000' } });
});
afterAll(async () => {
  await endAll();
  await world.close();
});

/**
 * How many of the bot's answers Discord accepted, for this interaction and later ones; a second
 * attempt to answer is refused with 400.
 */
function answersTaken(first: string): number {
  return world.discord.requests.filter(({ path, status }) => {
    const id = /\/interactions\/(\d+)\//.exec(path)?.[1];
    return id !== undefined && BigInt(id) >= BigInt(first) && status < 300;
  }).length;
}

/** A read, a click, a form and a setting, each with one effect and one answer. */
async function useEverything(there: World): Promise<void> {
  // Only of this one: another's site names may still be read.
  const asked = () =>
    world.pool.requests.filter(({ authorization }) => authorization === there.key).length;
  const pooled = asked();

  const opened = await there.as('admin').command('setup key');
  const saved = await settledOf(there.as('admin').submit(opened, { key: there.key }));
  expect(shown(saved)).toContain('# Connected');
  // Tried once, so saved once.
  expect(asked() - pooled).toBe(1);

  const defaults = await ask(there.as('admin'), 'setup defaults', { timezone: 'Europe/Oslo' });
  expect(shown(defaults)).toContain('`Europe/Oslo`');

  const list = await ask(there.as('viewer'), 'miners list');
  const next = await settledOf(there.as('viewer').click(list, idOf(list, 'Next')));
  expect(next.id).toBe(list.id);
  expect(shown(next)).toContain('Page 2');

  const question = await ask(there.as('admin'), 'setup disconnect');
  const gone = await settledOf(there.as('admin').click(question, idOf(question, 'Delete')));
  expect(shown(gone)).toContain('are deleted');

  // Anything said by a second answer would be here too.
  const all = world.discord.messages(there.channelId).filter(({ deleted }) => !deleted);
  expect(all.map(({ id }) => id)).toEqual([saved.id, defaults.id, list.id, question.id]);
  for (const message of all) expect(shown(message)).not.toMatch(/incident|out of date|Not done/i);
  // Discord's list of requests lags slightly behind what people see.
  await eventually(() => expect(answersTaken(opened.interactionId)).toBe(7));
}

describe('every interaction comes twice', () => {
  afterEach(() => {
    world.discord.faults.deliveries = 1;
  });

  test('to one process', async () => {
    world.discord.faults.deliveries = 2;
    await useEverything(world.neighbour());
    expect(world.discord.refusals).toEqual([]);
  });

  test('one reading comes five times at once, many times over', async () => {
    world.discord.faults.deliveries = 5;
    const before = world.discord.messages(world.channelId).length;
    await Promise.all(Array.from({ length: 20 }, () => ask(world.as('viewer'), 'help')));
    expect(world.discord.messages(world.channelId).length - before).toBe(20);
  });
});

describe('two processes during a deploy', () => {
  let second: BareBot;
  beforeAll(async () => {
    second = runBot(world.dataDir, world.env);
    await eventually(() => expect(second.out.join('\n')).toContain('"msg":"ready"'));
  });

  test('everything has one effect and one answer', async () => {
    for (let round = 0; round < 5; round++) await useEverything(world.neighbour());
  });

  test('both log only what is expected of them', () => {
    const lines = [...world.log, ...second.out].filter((line) =>
      /"level":"(error|fatal)"/.test(line),
    );
    expect(lines).toEqual([]);
    expect(second.err).toEqual([]);
  });

  test('each of them was used', () => {
    const won = (lines: readonly string[]) =>
      lines.filter((line) => line.includes('"result":"ok"')).length;
    expect(won(second.out) + won(world.log)).toBeGreaterThan(0);
    expect(second.out.some((line) => line.includes('"msg":"interaction"'))).toBe(true);
  });

  test('the old one leaves, and the new one goes on', async () => {
    await world.bot.stop();
    await useEverything(world.neighbour());
    second.signal('SIGTERM');
    expect(await second.ended).toBe(0);
  });
});
