import { it } from 'vitest';
import { watchGuild } from '../../src/alerts/watch/round.js';
import { newMemory } from '../../src/alerts/watch/turns.js';
import { ADAM } from '../guilds/support.js';
import { CHANNEL, GUILD, watchedServer } from './support/watched-server.js';
it('perf', async () => {
  const s = await watchedServer();
  await s.alerts.suggest(GUILD, ADAM, CHANNEL);
  const pool = s.guilds.pool(await s.guilds.find(GUILD));
  const parts = { store: s.store, guilds: s.guilds, clock: { now: () => s.time.now, sleep: async () => {}, every: () => () => {} }, log: { error() {} } as never,
    tell: async () => {}, elsewhere: { look: async () => ({ events: [], settle: async () => {} }) } };
  void pool;
  const m = newMemory();
  for (let i = 0; i < 300; i++) { s.time.now += 60_000; await watchGuild(parts, GUILD, m); }
  const c = process.cpuUsage();
  for (let i = 0; i < 1000; i++) { s.time.now += 60_000; await watchGuild(parts, GUILD, m); }
  const d = process.cpuUsage(c);
  console.log('cpu ms per round', (d.user + d.system) / 1e6);
  await s.close();
}, 60000);
