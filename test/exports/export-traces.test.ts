import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import { ChannelRefused } from '../../src/domain/errors/errors.js';
import { createExportTraces, type TraceParts } from '../../src/exports/export-traces.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { openEmbeddedStore } from '../../src/store/sqlite/embedded.js';
import type { Store } from '../../src/store/store.js';
import { EXPORT_CANCEL } from '../../src/views/fleet/miner-export.js';
import { inWords } from '../views/support/rendered.js';

/** A channel as those see it who were not there when its messages were posted. */
let buttons: Map<string, string>;
let edits: Reply[];
let refusing: Error | null;
let now: number;
let troubles: unknown[];
let folder: string;
let store: Store;
let parts: TraceParts;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboss-exports-'));
  store = await openEmbeddedStore(folder, { now: () => now });
  buttons = new Map([[encodeCustomId(EXPORT_CANCEL, 'x1'), 'm1']]);
  edits = [];
  refusing = null;
  now = 1_000_000;
  troubles = [];
  parts = {
    store,
    clock: { now: () => now },
    channels: {
      find: async (_channelId, customId) => buttons.get(customId) ?? null,
      async edit(_channelId, messageId, reply) {
        if (refusing !== null) throw refusing;
        edits.push(reply);
        for (const [id, on] of buttons) if (on === messageId) buttons.delete(id);
      },
    },
    onError: (_what, error) => troubles.push(error),
  };
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const asked = { filter: { hashingStatus: 'offline' as const } };

/** A process that began an export and was killed: nothing of it goes on. */
async function killed(): Promise<void> {
  const space = store.namespace('export-traces');
  const trace = {
    guildId: 'g',
    channelId: 'c',
    asked,
    startedAt: now,
    renewals: 3,
    quietMs: 20_000,
  };
  await space.set('x1', trace);
}

/** Another process, which looks every five seconds of its own time. */
function watcher(of: TraceParts = parts) {
  const traces = createExportTraces(of);
  const look = async () => {
    traces.start();
    await traces.close();
  };
  const watch = async (ms: number) => {
    await look();
    for (let passed = 5_000; passed <= ms; passed += 5_000) {
      now += 5_000;
      await look();
    }
  };
  return { look, watch };
}

describe('an export whose process was killed', () => {
  test('is left alone while it may live, then told of once', async () => {
    await killed();
    const [one, other] = [watcher(), watcher()];
    await Promise.all([one.look(), other.look()]);
    for (let looks = 0; looks < 3; looks++) {
      now += 5_000;
      await Promise.all([one.look(), other.look()]);
    }
    expect(edits).toEqual([]);
    now += 5_000;
    await Promise.all([one.look(), other.look()]);
    await watcher().watch(60_000);
    expect(edits.map(inWords)).toEqual([
      expect.stringMatching(/# Export broken off\noffline\n[^]*restarted[^]*`\/miners export`/),
    ]);
    expect(troubles).toEqual([]);
  });

  test('but whose message got its file is not touched', async () => {
    await killed();
    buttons.clear();
    await watcher().watch(20_000);
    expect(edits).toEqual([]);
    expect(await store.namespace('export-traces').get('x1')).toBeUndefined();
  });

  test('is told of as soon as Discord can be reached again', async () => {
    await killed();
    refusing = new Error('away');
    const { watch } = watcher();
    await watch(20_000);
    expect(troubles).toEqual([refusing]);
    refusing = null;
    await watch(15_000);
    expect(edits).toEqual([]);
    await watch(10_000);
    expect(edits).toHaveLength(1);
  });

  test.each([
    ['a channel that is gone', 0, new ChannelRefused({ channelId: '1', reason: 'gone' })],
    ['one that cannot be reached for an hour', 3_600_001, new Error('away')],
  ])('in %s is given up', async (_, later, error) => {
    await killed();
    refusing = error;
    now += later;
    await watcher().watch(20_000);
    expect(await store.namespace('export-traces').get('x1')).toBeUndefined();
  });
});

describe('an export that runs is left alone', () => {
  /** As its process renews it every five seconds. */
  async function renewed(): Promise<void> {
    const space = store.namespace<{ renewals: number }>('export-traces');
    const trace = await space.get('x1');
    if (trace !== undefined) await space.set('x1', { ...trace, renewals: trace.renewals + 1 });
  }

  test.each([-3_600_000, -30_000, 30_000, 3_600_000])(
    'by a host whose clock differs by %i ms',
    async (ms) => {
      await killed();
      const { look } = watcher({ ...parts, clock: { now: () => now + ms } });
      for (let looks = 0; looks < 10; looks++) {
        await look();
        await renewed();
        now += 5_000;
      }
      expect(edits).toEqual([]);
      expect(await store.namespace('export-traces').get('x1')).toMatchObject({ renewals: 13 });
    },
  );

  test('when the clock of who looks jumps, or nobody could write for a while', async () => {
    await killed();
    const { look } = watcher();
    await look();
    for (const jump of [3_600_000, -3_600_000, 60_000]) {
      now += jump;
      await look();
    }
    expect(edits).toEqual([]);
  });
});

test('one that runs is renewed, and its trace outlives its end for the upload', async () => {
  const traces = createExportTraces(parts);
  const release = traces.keep('x1', { guildId: 'g', channelId: 'c', asked });
  release();
  await expect
    .poll(async () => store.namespace('export-traces').get('x1'))
    .toMatchObject({ channelId: 'c', startedAt: now, renewals: 2, quietMs: 80_000 });
});
