import { expect, test } from 'vitest';
import { inGuild, record } from '../../src/guilds/transaction.js';
import { readBody } from '../../src/jobs/outbox.js';
import { openGuilds } from './support.js';

test('audit lines of the same moment wait in their order', async () => {
  const house = await openGuilds();
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);
  const step = { actor: '201', step: 'settings', details: {} };
  for (const line of lines)
    await inGuild(house, '1000', (inside) => {
      const settings = { ...inside.settings, auditChannel: '301' };
      return record({ ...inside, settings }, step, line);
    });
  const waiting = house.store.db.selectFrom('outbox').select('body').orderBy('key');
  const texts = (await waiting.execute()).map(({ body }) => readBody(body).reply.content);
  expect(texts).toEqual(lines);
  await house.store.close();
});
