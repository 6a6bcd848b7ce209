import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeWorld } from '../changes/change-world.js';
import { eventually } from '../eventually.js';
import { idOf } from '../shown.js';
import { ask, startConnectedWorld, startWorld } from '../world.js';

interface Line {
  readonly msg?: string;
  readonly name?: string;
  readonly interaction?: string;
  readonly times?: number;
}

const messages = (log: readonly string[]) =>
  log.flatMap((line): Line[] => (line.startsWith('{') ? [JSON.parse(line)] : []));

test('what the log still held is written before the process ends', async () => {
  const world = await startConnectedWorld();
  try {
    const asked = Array.from({ length: 5 }, () => ask(world.as('viewer'), 'help'));
    await Promise.all(asked);
    await world.bot.stop();
    const said = messages(world.log).map(({ msg }) => msg);
    // The key's command and its form, and the five.
    expect(said.filter((msg) => msg === 'interaction')).toHaveLength(7);
    expect(said).toContain('stopping');
  } finally {
    await world.close();
  }
});

test('one line an interaction: what, how, how long, where; nothing typed, and no key', async () => {
  const house = await startWorld();
  try {
    await house.start();
    const world = await changeWorld(house);
    const typed = 'Typed-By-Somebody';
    await ask(world.as('viewer'), 'summary');
    await ask(world.as('viewer'), 'summary', { subaccounts: typed });
    await ask(world.as('manager'), 'subaccount move', { ...world.elsewhere(), reason: typed });
    const { subaccount } = world.elsewhere(1);
    const manager = world.as('manager');
    const present = await ask(manager, 'payment-settings change', { subaccount, currency: 'BTC' });
    const form = await manager.click(present, idOf(present, 'Fill in'));
    const fields = { frequency: ['DAILY'], day: ['UNSPECIFIED'], addresses: typed, reason: typed };
    await (await manager.submit(form, fields)).settled();
    world.pool.faults.always = 500;
    await ask(world.as('viewer'), 'dev-fee');
    world.pool.faults.always = null;
    const lines = await eventually(() => {
      const all = messages(world.log).filter(({ msg }) => msg === 'interaction');
      expect(all.at(-1)?.name).toBe('dev-fee');
      return all.slice(all.findIndex(({ name }) => name === 'summary'));
    });
    expect(lines.map(({ name }) => name)).toEqual([
      'summary',
      'summary',
      'subaccount move',
      'payment-settings change',
      'payment-change',
      'payment-change-filled',
      'dev-fee',
    ]);
    for (const line of lines)
      expect(line).toMatchObject({
        kind: expect.stringMatching(/^(command|click|form)$/),
        result: expect.stringMatching(/^(ok|refused|pool-failed)$/),
        firstResponseMs: expect.any(Number),
        totalMs: expect.any(Number),
        guild: world.guild.id,
        interaction: expect.stringMatching(/^\d+$/),
      });
    expect(new Set(lines.map(({ interaction }) => interaction)).size).toBe(lines.length);
    expect(lines[1]).toMatchObject({ result: 'pool-failed' });
    expect(lines.at(-2)).toMatchObject({ kind: 'form', result: 'refused' });
    const failed = { name: 'PoolBroken', message: 'getDevFee: 500' };
    expect(lines.at(-1)).toMatchObject({ result: 'pool-failed', err: failed });
    expect(lines.at(-1)).not.toHaveProperty('err.stack');
    const said = world.log.join('\n');
    expect(said).not.toContain(typed);
    expect(said).not.toContain(world.key);
  } finally {
    await house.close();
  }
});

test('what fails at each interaction alike is not in the log each time', async () => {
  const world = await startConnectedWorld();
  try {
    const folder = join(world.dataDir, 'data');
    await rename(folder, join(world.dataDir, 'aside'));
    for (let time = 0; time < 5; time++)
      await ask(world.as('admin'), 'setup defaults', { timezone: 'Asia/Tokyo' });
    await rename(join(world.dataDir, 'aside'), folder);
    await world.bot.stop();
    const all = messages(world.log);
    const refused = all.filter((line) => line.name === 'setup defaults');
    expect(refused).toHaveLength(5);
    const why = all.filter(({ msg }) => msg === 'claim of an interaction failed');
    expect(why).toHaveLength(1);
  } finally {
    await world.close();
  }
});
