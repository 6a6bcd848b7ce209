import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../clock.js';
import { UserError } from '../errors.js';
import type { Pool, PoolApi } from '../pool/pool.js';
import type { Store } from '../store/store.js';
import type { Member } from './access.js';
import { configure, decideLoosening, putInForce } from './configure.js';
import { deleteGuild, deleteSetup } from './delete-guild.js';
import {
  guildIn,
  readGuildRow,
  record,
  updateGuild,
  type GuildRow,
  type InGuild,
} from './transaction.js';
import { createKeys, keyTyped, testKey, type KeyInfo } from './keys.js';
import type { GuildSettings } from './settings.js';
import { verifyAudit } from './audit-trail.js';

export interface Guild extends GuildRow {
  readonly id: string;
  readonly key: KeyInfo | null;
}

/** Runs in the transaction that replaces or deletes a server's key. */
export type KeyWork = (guild: InGuild, what: 'replaced' | 'deleted') => Promise<void>;

interface GuildsOptions {
  readonly store: Store;
  readonly poolApi: PoolApi;
  readonly masterKey: KeyObject;
  readonly clock: Clock;
}

const MOST_RECENT = 25;
const recent = z.array(z.string());

export type Guilds = ReturnType<typeof createGuilds>;

/** What the subjects that work by themselves, such as alerts, are made with. */
export interface Services {
  readonly store: Store;
  readonly guilds: Guilds;
  readonly clock: Clock;
  readonly log: Logger;
}

export type ConnectedKey = Awaited<ReturnType<Guilds['connect']>>;

/** Settings, keys and the audit trail of all servers. */
export function createGuilds({ store, poolApi, masterKey, clock }: GuildsOptions) {
  const keys = createKeys(store, masterKey);
  const entries = store.keyv('recent');
  const apiKeys = new WeakMap<Guild, string>();
  const keyWorks: KeyWork[] = [];

  // Only `write` changes what is read here, so other transactions leave it be.
  const memory = store.newCache();
  const find = (guildId: string): Promise<Guild> =>
    memory.get(guildId, 'guild', async () => {
      // The version first: with a key that is newer than its version nothing can be confirmed.
      const row = await readGuildRow(store.db, guildId, clock.now());
      const opened = await keys.open(guildId);
      const guild: Guild = { ...row, id: guildId, key: opened?.info ?? null };
      if (opened) apiKeys.set(guild, opened.key);
      return guild;
    });

  /** A transaction that may write the server's row or key. First puts in force what has waited its day. */
  function write<Result>(guildId: string, work: (guild: InGuild) => Promise<Result>) {
    const written = store.inGuild(guildId, async (tx, row) => {
      // At 0 nothing has taken effect yet.
      const guild = { ...guildIn({ tx, row }, 0), now: clock.now() };
      const { loosening, now } = guild;
      const isDue = loosening !== null && now >= loosening.effectiveAt;
      return work(isDue ? await putInForce(guild, 'pitboss', loosening) : guild);
    });
    return written.finally(() => memory.drop(guildId));
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
     * Tests the key with one read, then encrypts and stores it, if it is not the same as before.
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
      await write(guildId, async (guild) => {
        await keys.store(guild.tx, guildId, { info, key });
        const next = await updateGuild(guild, { keyVersion: guild.keyVersion + 1 });
        const line =
          before === null
            ? `⚙️ <@${by.id}> connected the API key …${lastFour}`
            : `⚙️ <@${by.id}> replaced the API key: …${before} → …${lastFour}`;
        const details = { before, after: lastFour };
        await record(guild, { actor: by.id, step: 'key', details }, line);
        for (const work of keyWorks) await work(next, 'replaced');
      });
      return { ...tested, key: info, isSame: false };
    },

    /** Saves the settings that `change` returns; a weaker rule waits. @throws UserError */
    configure: (guildId: string, by: Member, change: (before: GuildSettings) => GuildSettings) =>
      write(guildId, (guild) => configure(guild, by.id, change)),

    /** @throws UserError */
    decideLoosening: (
      guildId: string,
      by: Member,
      decided: Parameters<typeof decideLoosening>[2],
    ) => write(guildId, (guild) => decideLoosening(guild, by.id, decided)),

    /** Enters the weaker rules whose day has passed; for the leader. */
    async settleLoosenings(): Promise<void> {
      const guilds = store.db.selectFrom('guild').select('id').where('loosening', 'is not', null);
      for (const { id } of await guilds.execute()) await write(id, async () => {});
    },

    write,

    /** Deletes the key, the settings and what waits to be posted; the trail stays. */
    async disconnect(guildId: string, by: Member): Promise<void> {
      const { key } = await find(guildId);
      await write(guildId, async (guild) => {
        const next = await deleteSetup(guild);
        const step = { actor: by.id, step: 'disconnect', details: { key: key?.lastFour ?? null } };
        const what = key === null ? 'the settings' : `the key …${key.lastFour} and the settings`;
        const line = `⚙️ <@${by.id}> disconnected this server: ${what} are deleted`;
        await record(guild, step, line);
        for (const work of keyWorks) await work(next, 'deleted');
        await guild.tx.deleteFrom('document').where('guild', '=', guildId).execute();
      });
    },

    connected: () => keys.owners(),
    /** Adds work to do when a key is replaced or deleted. */
    onKey: (work: KeyWork) => void keyWorks.push(work),
    /** The bot was removed from the server: everything that is kept for it is deleted. */
    removed: (guildId: string) => write(guildId, ({ tx }) => deleteGuild(tx, guildId)),

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
