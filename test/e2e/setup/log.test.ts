import { expect, test } from 'vitest';
import { ask, startConnectedWorld } from '../world.js';

const messages = (log: readonly string[]) =>
  log.flatMap((line): { msg?: string }[] => (line.startsWith('{') ? [JSON.parse(line)] : []));

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
