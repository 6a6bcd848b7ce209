import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CLOSED } from '../../../../src/store/closed-store.js';
import { openStore } from '../../../../src/store/open-store.js';
import { openBulk } from '../../../../src/store/bulk/open-bulk.js';
import { runBuilt, type Child } from '../../../store/support/child.js';
import { hasPostgres, startPostgres } from '../../../store/support/postgres-server.js';
import { hasRedisServer, startRedisServer } from '../../../store/support/redis-server.js';
import { bigBackup, LAST } from './big-backup.js';

/** A laptop that slept while its tool was run again elsewhere. */
describe.each([
  { kind: 'Postgres', isThere: hasPostgres, start: startPostgres },
  { kind: 'Redis', isThere: hasRedisServer, start: startRedisServer },
])('a restore to $kind', ({ isThere, start }) => {
  test.skipIf(!isThere)(
    'that stood still leaves a store alone that is in use since',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pitboss-held-up-'));
      const server = await start();
      onTestFinished(() => server.stop());
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const file = await bigBackup(folder, 8);
      const env = { STORE_URL: server.url };
      const location = { dataDir: '', url: server.url };
      const restore = () => runBuilt('bot/restore.js', ['--from', file], env);
      const whole = await openBulk(location, { to: 'read' });
      onTestFinished(() => whole.close());
      const mark = async () => (await whole.entry(CLOSED)) ?? 'none';

      const first = restore();
      await untilBegun(first);
      first.process.kill('SIGSTOP');
      expect(await mark(), 'it was too fast').toContain('"filling"');
      const second = restore();
      expect(await second.ended(), second.errors()).toBe(0);
      const bot = await openStore(location);
      onTestFinished(() => bot.close());
      await bot.namespace(LAST.space).set(LAST.key, 'since');

      first.process.kill('SIGCONT');
      expect(await first.ended()).toBe(1);
      // Redis may have given up the connection meanwhile.
      expect(first.errors()).toMatch(
        /has taken over .*writes nothing more|failed while it was used/,
      );
      expect(first.errors()).not.toMatch(/\n\s+at /);
      expect(await bot.namespace(LAST.space).get(LAST.key)).toBe('since');
      expect(await mark()).toBe('none');

      async function untilBegun(tool: Child): Promise<void> {
        while (!(await mark()).includes('"after"')) {
          if (tool.process.exitCode !== null) throw new Error(`it ended: ${tool.errors()}`);
          await pause(2);
        }
      }
    },
    120_000,
  );
});
