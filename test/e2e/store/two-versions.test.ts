import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { bareBots, type BareBot } from '../bare-bot.js';
import { changeWorld, confirm, type ChangeWorld } from '../changes/change-world.js';
import { eventually } from '../eventually.js';
import { shown } from '../shown.js';
import { onEachStore, type TestStore } from '../stores.js';
import { ask, startWorld, type World } from '../world.js';
import { buildOlderVersion, hasOlderVersion } from './older-version.js';

const title = hasOlderVersion
  ? 'an older version beside this one'
  : 'an older version beside this one (skipped: no git history)';

/** As an upgrade goes: the older runs, the newer joins it, the older ends; and back again. */
describe.skipIf(!hasOlderVersion)(title, () => {
  let older: ReturnType<typeof buildOlderVersion>;
  beforeAll(() => void (older = buildOlderVersion()), 60_000);
  afterAll(() => older?.remove());

  onEachStore((startStore) => {
    const { runBot, endAll } = bareBots();
    let store: TestStore;
    let world: World;
    let changes: ChangeWorld;
    beforeAll(async () => {
      store = await startStore();
      world = await startWorld({ main: older.main, env: store.env });
      await world.start();
      changes = await changeWorld(world);
    }, 60_000);
    afterAll(async () => {
      await endAll();
      await world.close();
      await store.stop();
    });

    async function startNewer(): Promise<BareBot> {
      const newer = runBot(world.dataDir, world.env);
      await eventually(() => expect(newer.out.join('\n')).toContain('"msg":"ready"'));
      return newer;
    }

    /** A click that died with its process is made again, as a person would. */
    async function confirmed(card: LoopbackMessage): Promise<void> {
      await eventually(async () => {
        if (changes.card(card).includes('Waiting for confirmation'))
          await confirm(changes, 'manager', card).catch(() => {});
        expect(changes.card(card)).toMatch(/the pool answered|Outcome unknown|Not sent/);
      });
    }

    test('each change is sent once, whoever is killed, and the trail stays whole', async () => {
      const cards = new Map<number, LoopbackMessage>();
      const request = async (index: number) =>
        cards.set(index, await changes.askToMove('manager', index));
      const decide = async (...indexes: number[]) => {
        for (const [index, card] of cards) if (indexes.includes(index)) await confirmed(card);
      };
      for (let index = 0; index < 6; index++) await request(index);
      const first = await startNewer();
      const decided = [0, 1, 2, 3].map((index) => decide(index));
      await eventually(() => expect(changes.writes().length).toBeGreaterThan(0));
      world.bot.kill();
      await Promise.all(decided);

      // The newer alone, then the older again beside it, then the older alone.
      await decide(4);
      await request(6);
      await world.start();
      const starts = () => world.log.filter((line) => line.includes('"msg":"ready"')).length;
      await eventually(() => expect(starts()).toBe(2));
      await decide(6);
      first.signal('SIGKILL');
      await first.ended;
      await request(7);
      await decide(5, 7);

      const second = await startNewer();
      const sent = changes.writes().map(({ path }) => path);
      expect(new Set(sent).size).toBe(sent.length);
      // Only the four that were under way at the kill may have come to nothing.
      for (const index of [4, 5, 6, 7])
        expect(changes.card(cards.get(index) ?? never())).toContain('the pool answered');
      const unsent = [...cards.values()].filter((card) => changes.card(card).includes('Not sent'));
      const entries = (await changes.trail()).filter(({ step }) => step === 'sent');
      expect(entries).toHaveLength(cards.size - unsent.length);
      const check = shown(await ask(changes.as('admin'), 'setup check'));
      expect(check).toMatch(/ok.*\*\*Audit trail\*\* · Audit trail intact/);
      second.signal('SIGTERM');
      expect(await second.ended).toBe(0);
    }, 120_000);
  });
});

function never(): never {
  throw new Error('it was requested above');
}
