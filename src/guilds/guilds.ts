import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../clock.js';
import type { Member } from '../discord/command.js';
import { UserError } from '../errors.js';
import type { Pool } from '../pool/pool.js';
import type { Store, Tx } from '../store/store.js';
import { recordStep } from './audit-lines.js';
import { configure, decideLoosening, settleLoosening } from './configure.js';
import { deleteGuild, deleteSetup } from './delete-guild.js';
import { readGuildRow } from './guild-row.js';
import { createKeys, keyTyped, testKey, type KeyInfo } from './keys.js';
import type { Loosening } from './loosening.js';
import type { GuildSettings } from './settings.js';
import { verifyAudit, type Act } from './trail.js';

/** A Discord server as the bot knows it. */
export interface Guild {
  readonly id: string;
  readonly settings: GuildSettings;
  readonly key: KeyInfo | null;
  /** Version of the key: counts keys that were connected or deleted. */
  readonly keyVersion: number;
  /** A weaker rule that waits for a second admin or its day. */
  readonly loosening: Loosening | null;
}

/** Runs in the transaction that replaces or deletes a server's key. */
export type KeyWork = (tx: Tx, act: Act, what: 'replaced' | 'deleted') => Promise<void>;

interface GuildsOptions {
  readonly store: Store;
  readonly poolApi: { forKey(key: string): Pool };
  readonly masterKey: KeyObject;
  readonly clock: Clock;
}

const MOST_RECENT = 25;
const recent = z.array(z.string());

export type Guilds = ReturnType<typeof createGuilds>;
export type ConnectedKey = Awaited<ReturnType<Guilds['connect']>>;

/** Settings, keys and the audit trail of all servers. */
export function createGuilds(options: GuildsOptions) {
  const { store, poolApi, clock } = options;
  const keys = createKeys(store, options.masterKey);
  const entries = store.keyv('recent');
  const apiKeys = new WeakMap<Guild, string>();
  const keyWorks: KeyWork[] = [];

  const find = (guildId: string): Promise<Guild> =>
    store.kept(guildId, 'guild', () => read(guildId));

  async function read(guildId: string): Promise<Guild> {
    // The version first: with a key that is newer than its version nothing can be confirmed.
    const row = await readGuildRow(store.db, guildId, clock.now());
    const { settings, loosening, keyVersion } = row;
    const opened = await keys.open(guildId);
    const key = opened?.info ?? null;
    const guild: Guild = { id: guildId, settings, key, keyVersion, loosening };
    if (opened) apiKeys.set(guild, opened.key);
    return guild;
  }

  /** First enters what took effect meanwhile. */
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

  const recentIds = async (guildId: string, kind: 'contract' | 'action') =>
    recent.parse((await entries.get(`${guildId}:${kind}`)) ?? []);

  return {
    /** From memory where possible; an unknown server has the defaults and no key. */
    find,

    /** The server's workspace. @throws UserError "No pool workspace connected" */
    pool(guild: Guild): Pool {
      const apiKey = apiKeys.get(guild);
      if (apiKey !== undefined) return poolApi.forKey(apiKey);
      throw new UserError(
        'No pool workspace connected',
        'An admin connects one with `/setup key`.',
      );
    },

    /**
     * Tests the key with one read, then seals and stores it, if it is not the same as before.
     * @throws UserError, PoolError
     */
    async connect(guildId: string, by: Member, typed: string) {
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

    /** Saves the settings that `change` returns; a weaker rule waits. @throws UserError */
    configure: (guildId: string, by: Member, change: (before: GuildSettings) => GuildSettings) =>
      write(guildId, by.id, (tx, act) => configure(tx, act, change)),

    /** @throws UserError */
    decideLoosening: (
      guildId: string,
      by: Member,
      decided: Parameters<typeof decideLoosening>[2],
    ) => write(guildId, by.id, (tx, act) => decideLoosening(tx, act, decided)),

    /** Enters the weaker rules whose day has passed; for the leader. */
    async settleLoosenings(): Promise<void> {
      const guilds = store.db.selectFrom('guild').select('id').where('loosening', 'is not', null);
      for (const { id } of await guilds.execute()) await write(id, 'pitboss', async () => {});
    },

    /** Deletes the key, the settings and what waits to be posted; the trail stays. */
    async disconnect(guildId: string, by: Member): Promise<void> {
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

    /** Servers that have a key. */
    connected: () => keys.owners(),
    /** Adds work to do when a key is replaced or deleted. */
    onKey: (work: KeyWork) => void keyWorks.push(work),
    /** The bot was removed from the server: everything that is kept for it is deleted. */
    removed: (guildId: string) => write(guildId, 'pitboss', (tx) => deleteGuild(tx, guildId)),

    /** Ids that people used before, newest first, for autocomplete. */
    recentIds,
    async noteId(guildId: string, kind: 'contract' | 'action', id: string): Promise<void> {
      const known = await recentIds(guildId, kind);
      if (known[0] === id) return;
      const ids = [id, ...known.filter((other) => other !== id)].slice(0, MOST_RECENT);
      await entries.set(`${guildId}:${kind}`, ids);
    },

    verifyTrail: (guildId: string) => verifyAudit(store.db, guildId),
  };
}
