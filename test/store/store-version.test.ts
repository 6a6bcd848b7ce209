import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../../sandbox/dist-paths.js';
import { createAlertStates } from '../../src/alerts/alert-states.js';
import { createRuleStore } from '../../src/alerts/rule-store.js';
import { createTrail } from '../../src/changes/trail/trail.js';
import { verifyTrail } from '../../src/changes/trail/verify-trail.js';
import { createSchedules } from '../../src/daily/schedule/schedules.js';
import { withValues } from '../../src/domain/changes/settings/setting-changes.js';
import { guildSettings } from '../../src/domain/guild/guild-settings.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { noteVersion } from '../../src/store/store-version.js';

/**
 * A store as the first version left it, never regenerated: each later version must read it. It
 * holds one server without its sealed key, with changes that are done and waiting, and a freeze.
 */
const FIRST = join(root, 'test/store/fixtures/version-1');
const GUILD = '529448671649988608';

let dataDir: string;
let store: Store;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitboss-version-'));
  await cp(FIRST, dataDir, { recursive: true });
  store = await openStore({ dataDir, url: undefined });
});
afterEach(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('a store of version 1 is read whole: trail, changes, settings, schedules, alerts', async () => {
  expect(await verifyTrail(store, GUILD)).toMatchObject({ entries: 11, broken: null });
  const trail = createTrail({ store, clock: { now: () => 0 }, onEntry: () => undefined });
  const { changes, settings, frozen } = await trail.state(GUILD);
  expect(
    [...changes.values()].map(({ state, observed }) => [state, observed !== undefined]),
  ).toEqual([
    ['reported', true],
    ['pending', false],
  ]);
  expect(frozen).toMatchObject({ reason: 'a fixture' });
  const inForce = withValues(
    guildSettings.parse({}),
    [...settings].filter(([what]) => what !== 'key'),
  );
  expect(inForce).toMatchObject({
    timeZone: 'Asia/Almaty',
    roles: { manager: [expect.any(String)] },
  });
  expect(await createSchedules(store).of(GUILD)).toMatchObject([{ time: '08:00' }]);
  expect((await createRuleStore(store).of(GUILD)).rules).toMatchObject([
    { condition: 'hashrate', threshold: { unit: 'percent', value: '80' } },
  ]);
  expect(await createAlertStates(store).read(GUILD)).toMatchObject({ alerts: [] });
});

test('says its version once a bot has started on it, and a later one is refused in words', async () => {
  await noteVersion(store);
  await noteVersion(store);
  const version = store.namespace('store-version');
  expect(await version.get('version')).toBe(1);
  await version.set('version', 2);
  await store.close();
  await expect(openStore({ dataDir, url: undefined })).rejects.toThrow(
    /A newer Pitboss has written into this store \(form 2; this one reads up to 1\)/,
  );
  await cp(FIRST, dataDir, { recursive: true });
  store = await openStore({ dataDir, url: undefined });
});
