import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../clock.js';
import { UserError } from '../errors.js';
import type { Pool } from '../pool/pool.js';
import type { Store, Tx } from '../store/store.js';
import { recordStep } from './audit-lines.js';
import { deleteGuild, deleteSetup } from './delete-guild.js';
import { configure, confirmLoosening, settleLoosening, withdrawLoosening } from './configure.js';
import { readGuildRow } from './guild-row.js';
import type { Guild, Guilds, KeyWork } from './guilds.js';
import { createKeys, keyTyped } from './keys.js';
import { testKey } from './test-key.js';
import { verifyAudit, type Act } from './trail.js';

export interface GuildsOptions {
  readonly store: Store;
  readonly poolApi: { forKey(key: string): Pool };
  readonly masterKey: KeyObject;
  readonly clock: Clock;
}

const MOST_RECENT = 25;

export function createGuilds(options: GuildsOptions): Guilds {
  const { store, poolApi, clock } = options;
  const keys = createKeys(store, options.masterKey);
  const recent = store.keyv('recent');
  const apiKeys = new WeakMap<Guild, string>();
  const keyWorks: KeyWork[] = [];

  const find = (guildId: string): Promise<Guild> =>
    store.kept(guildId, 'guild', () => read(guildId));

  async function read(guildId: string): Promise<Guild> {
    // The version first: with a key that is newer than its version nothing can be confirmed.
    const row = await readGuildRow(store.db, guildId, clock.now());
    const { settings, loosening, keyVersion } = row;
    const opened = await keys.open(guildId);
    const guild: Guild = {
      id: guildId,
      settings,
      key: opened?.info ?? null,
      keyVersion,
      loosening,
    };
    if (opened) apiKeys.set(guild, opened.key);
    return guild;
  }

  /** Enters first what took effect meanwhile. */
  function write<Result>(
    guildId: string,
    by: string,
    work: (tx: Tx, act: Act) => Promise<Result>,
  ): Promise<Result> {
    return store.inGuild(guildId, async (tx) => {
      const act = { guild: guildId, at: clock.now(), actor: by };
      await settleLoosening(tx, { ...act, actor: 'pitboss' });
      return work(tx, act);
    });
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
      const lastFour = key.slice(-4);
      const info = { lastFour, connectedAt: clock.now(), connectedBy: by.id };
      await write(guildId, by.id, async (tx, act) => {
        await keys.store(tx, guildId, { info, key });
        await tx
          .updateTable('guild')
          .set((row) => ({ key_version: row('key_version', '+', 1) }))
          .where('id', '=', guildId)
          .execute();
        const { settings } = await readGuildRow(tx, guildId, act.at);
        const line =
          before === null
            ? `⚙️ <@${by.id}> connected the API key …${lastFour}`
            : `⚙️ <@${by.id}> replaced the API key: …${before} → …${lastFour}`;
        const step = { ...act, step: 'key', details: { before, after: lastFour } };
        await recordStep(tx, step, [[settings.auditChannel, line]]);
        for (const work of keyWorks) await work(tx, act, 'replaced');
      });
      return { ...tested, key: info, isSame: false };
    },

    configure: (guildId, by, change) =>
      write(guildId, by.id, (tx, act) => configure(tx, act, change)),

    confirmLoosening: (guildId, by, askedAt) =>
      write(guildId, by.id, (tx, act) => confirmLoosening(tx, act, askedAt)),

    withdrawLoosening: (guildId, by, askedAt) =>
      write(guildId, by.id, (tx, act) => withdrawLoosening(tx, act, askedAt)),

    async settleLoosenings() {
      const guilds = store.db.selectFrom('guild').select('id').where('loosening', 'is not', null);
      for (const { id } of await guilds.execute()) await write(id, 'pitboss', async () => {});
    },

    async disconnect(guildId, by) {
      const { key } = await find(guildId);
      await write(guildId, by.id, async (tx, act) => {
        const { settings } = await readGuildRow(tx, guildId, act.at);
        await deleteSetup(tx, guildId, settings);
        const step = { ...act, step: 'disconnect', details: { key: key?.lastFour ?? null } };
        const what = key === null ? 'the settings' : `the key …${key.lastFour} and the settings`;
        const line = `⚙️ <@${by.id}> disconnected this server: ${what} are deleted`;
        await recordStep(tx, step, [[settings.auditChannel, line]]);
        for (const work of keyWorks) await work(tx, act, 'deleted');
      });
    },

    connected: () => keys.owners(),
    onKey: (work) => void keyWorks.push(work),
    removed: (guildId) => write(guildId, 'pitboss', (tx) => deleteGuild(tx, guildId)),

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
