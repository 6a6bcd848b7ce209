import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../clock.js';
import { UserError } from '../errors.js';
import type { Pool } from '../pool/pool.js';
import type { Store, Tx } from '../store/store.js';
import { connectedLine, disconnectedLine, recordStep } from './audit-lines.js';
import { deleteGuild, deleteSetup } from './delete-guild.js';
import { configure, confirmLoosening, settleLoosening, withdrawLoosening } from './configure.js';
import { readGuildRow } from './guild-row.js';
import type { Guild, Guilds } from './guilds.js';
import { createKeys, keyTyped } from './keys.js';
import { testKey } from './test-key.js';
import { verifyAudit } from './trail.js';

export interface GuildsOptions {
  readonly store: Store;
  readonly poolApi: { forKey(key: string): Pool };
  readonly masterKey: KeyObject;
  readonly clock: Clock;
  /** Other processes write to the store too: what is in memory is read again after 5 s. */
  readonly sharedStore?: boolean;
}

const SHARED_FOR = 5_000;
const MOST_RECENT = 25;

export function createGuilds(options: GuildsOptions): Guilds {
  const { store, poolApi, clock, sharedStore = false } = options;
  const keys = createKeys(store, options.masterKey);
  const recent = store.keyv('recent');
  const memory = new Map<string, { readonly guild: Promise<Guild>; readonly at: number }>();
  const apiKeys = new WeakMap<Guild, string>();

  function find(guildId: string): Promise<Guild> {
    const kept = memory.get(guildId);
    if (kept && (!sharedStore || clock.now() - kept.at < SHARED_FOR)) return kept.guild;
    const reading = { guild: read(guildId), at: clock.now() };
    memory.set(guildId, reading);
    reading.guild.catch(() => {
      if (memory.get(guildId) === reading) memory.delete(guildId);
    });
    return reading.guild;
  }

  async function read(guildId: string): Promise<Guild> {
    const { settings, loosening } = await readGuildRow(store.db, guildId, clock.now());
    const opened = await keys.open(guildId);
    const guild: Guild = { id: guildId, settings, key: opened?.info ?? null, loosening };
    if (opened) apiKeys.set(guild, opened.key);
    return guild;
  }

  /** What is in memory is dropped only after the commit: what a read meanwhile found is dropped too. */
  async function write<Result>(guildId: string, work: (tx: Tx) => Promise<Result>) {
    const result = await store.inGuild(guildId, work);
    memory.delete(guildId);
    return result;
  }

  const recentIds = async (guildId: string, kind: string) =>
    z
      .array(z.string())
      .default([])
      .parse(await recent.get(`${guildId}:${kind}`));

  return {
    find,

    pool(guild) {
      const apiKey = apiKeys.get(guild);
      if (apiKey !== undefined) return poolApi.forKey(apiKey);
      throw new UserError(
        'No pool workspace connected',
        'An admin connects one with `/setup key`.',
      );
    },

    async connect(guildId, by, typed) {
      const key = keyTyped(typed);
      const tested = await testKey(poolApi.forKey(key));
      const guild = await find(guildId);
      if (guild.key && apiKeys.get(guild) === key)
        return { ...tested, key: guild.key, isSame: true };
      const before = guild.key?.lastFour ?? null;
      const at = clock.now();
      const info = { lastFour: key.slice(-4), connectedAt: at, connectedBy: by.id };
      await write(guildId, async (tx) => {
        await keys.store(tx, guildId, { info, key });
        await tx
          .updateTable('guild')
          .set((row) => ({ key_version: row('key_version', '+', 1) }))
          .where('id', '=', guildId)
          .execute();
        const { auditChannel } = (await readGuildRow(tx, guildId, at)).settings;
        const details = { before, after: info.lastFour };
        const step = { guild: guildId, at, actor: by.id, step: 'key', details };
        await recordStep(tx, step, [[auditChannel, connectedLine(by.id, info.lastFour, before)]]);
      });
      return { ...tested, key: info, isSame: false };
    },

    configure: (guildId, by, change) =>
      write(guildId, (tx) => configure(tx, { guildId, by: by.id, at: clock.now() }, change)),

    confirmLoosening: (guildId, by) =>
      write(guildId, (tx) => confirmLoosening(tx, { guildId, by: by.id, at: clock.now() })),

    withdrawLoosening: (guildId, by) =>
      write(guildId, (tx) => withdrawLoosening(tx, { guildId, by: by.id, at: clock.now() })),

    async settleLoosenings() {
      const waiting = await store.db
        .selectFrom('guild')
        .select('id')
        .where('loosening', 'is not', null)
        .execute();
      for (const { id } of waiting)
        await write(id, (tx) =>
          settleLoosening(tx, { guildId: id, by: 'pitboss', at: clock.now() }),
        );
    },

    async disconnect(guildId, by) {
      const { key, settings } = await find(guildId);
      await write(guildId, async (tx) => {
        await deleteSetup(tx, guildId, settings);
        const lastFour = key?.lastFour ?? null;
        const details = { key: lastFour };
        const step = {
          guild: guildId,
          at: clock.now(),
          actor: by.id,
          step: 'disconnect',
          details,
        };
        const line = disconnectedLine(by.id, lastFour);
        await recordStep(tx, step, [[settings.auditChannel, line]]);
      });
    },

    removed: (guildId) => write(guildId, (tx) => deleteGuild(tx, guildId)),

    recentIds,

    async noteId(guildId, kind, id) {
      const known = await recentIds(guildId, kind);
      if (known[0] === id) return;
      const ids = [id, ...known.filter((other) => other !== id)].slice(0, MOST_RECENT);
      await recent.set(`${guildId}:${kind}`, ids);
    },

    verifyTrail: (guildId) => verifyAudit(store.db, guildId),
  };
}
