import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createChanges } from '../../src/changes/changes.js';
import { systemClock } from '../../src/domain/time/clock.js';
import { hashOf } from '../../src/domain/json/canonical-json.js';
import { createGuilds } from '../../src/guilds/create-guilds.js';
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite.js';
import type { Store } from '../../src/store/store.js';
import { createChat } from './fakes/chat.js';
import { createWorkspace } from './fakes/workspace.js';
import {
  ANSWER_WITHIN_MS,
  AUDIT_CHANNEL,
  CHANNEL,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
} from './fakes/changes-harness.js';

/** What a move costs in store calls: requested, confirmed, sent, answered, drawn and posted. */

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitboss-cost-'));
  store = await openEmbeddedStore(folder);
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** A store that counts its reads in `reads`. */
function counted(target: Store) {
  const counts = { reads: 0 };
  const READS = new Set<string | symbol>(['read', 'entryAt', 'lastSeq', 'get']);
  const count = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(of, name) {
        const member: unknown = Reflect.get(of, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          if (READS.has(name)) counts.reads += 1;
          const result: unknown = Reflect.apply(member, of, args);
          const isSpace = name === 'namespace' || name === 'notes';
          return isSpace && typeof result === 'object' && result !== null ? count(result) : result;
        };
      },
    });
  return { store: count(target), counts };
}

async function spyOnFlushes() {
  const file = await open(join(folder, 'any'), 'w');
  await file.close();
  return vi.spyOn(Object.getPrototypeOf(file), 'datasync');
}

test('a move waits for the disk once for each of its four entries, and reads 15 times', async () => {
  const guilds = createGuilds({ store, clock: systemClock, masterKey: randomBytes(32) });
  const workspace = createWorkspace();
  const chat = createChat();
  const { store: trails, counts } = counted(store);
  const changes = createChanges({
    store: trails,
    guilds,
    clock: systemClock,
    channels: chat,
    membershipOf: () => 0,
    openPool: async () => {
      const { connectedAt } = (await guilds.keyInfo(GUILD)) ?? { connectedAt: 0 };
      return { pool: workspace.client, connectedAt };
    },
    sign: hashOf,
    expiryMs: EXPIRY_MS,
    answerWithinMs: ANSWER_WITHIN_MS,
    onError: (what) => expect.unreachable(what),
    onLost: (what) => expect.unreachable(what),
    onBehind: () => expect.unreachable('the trail is behind'),
  });
  const setter = { guildId: GUILD, member: PEOPLE.admin, by: 'roles' as const };
  await changes.settings.set(setter, (now) => ({
    ...now,
    approval: { payments: 'self', others: 'self' },
    roles: { viewer: [], manager: ['managers'], approver: [] },
    auditChannelId: AUDIT_CHANNEL,
  }));
  await guilds.saveKey(GUILD, 'a key of the pool', PEOPLE.admin.userId);

  async function move() {
    const change = await changes.propose({
      guildId: GUILD,
      channelId: CHANNEL,
      member: PEOPLE.manager,
      kind: 'subaccount-move',
      input: { name: 'main', site: { id: 'site-b', name: 'Site B' } },
    });
    const reply = await changes.card(GUILD, change);
    const where = { channelId: CHANNEL, ...(await chat.post(CHANNEL, reply)) };
    await reply.onPosted?.(where);
    const shown = chat.shown(where.messageId);
    const click = { guildId: GUILD, changeId: change.id, member: PEOPLE.manager };
    await changes.buttons.confirm({ ...click, on: where, shown });
    expect((await changes.find(GUILD, change.id))?.state).toBe('reported');
    await changes.idle();
  }

  await move();
  workspace.siteOf.set('main', 'site-a');
  const flushes = await spyOnFlushes();
  counts.reads = 0;
  await move();
  expect(flushes).toHaveBeenCalledTimes(4);
  expect(counts.reads).toBeLessThanOrEqual(15);
});
