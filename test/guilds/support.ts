import { createSecretKey } from 'node:crypto';
import { UserError } from '../../src/errors.js';
import type { Member } from '../../src/guilds/access.js';
import { createGuilds } from '../../src/guilds/guilds.js';
import { auditEntries } from '../../src/guilds/audit-trail.js';
import { PoolError } from '../../src/pool/pool-error.js';
import type { Pool } from '../../src/pool/pool.js';
import type { Subaccount } from '../../src/pool/schemas.js';
import { createStillClock, openTestStore } from '../store/support.js';

export const NOW = Date.parse('2026-11-29T12:00:00Z');
export const MASTER_KEY = createSecretKey(Buffer.alloc(32, 1));
export const ADAM: Member = { id: '201', name: 'Adam', roleIds: [], permissions: 1n << 5n };
export const SOFIA: Member = { ...ADAM, id: '202', name: 'Sofia' };

/** A workspace by its key; another key is refused, an error is thrown in place of an answer. */
export type Workspaces = Record<string, readonly Subaccount[] | PoolError>;

const SUBACCOUNTS: readonly Subaccount[] = [
  { id: 1, name: 'hall-1', site: { id: 'a', name: 'North Ridge' } },
  { id: 2, name: 'hall-2', site_id: 'a' },
  { id: 3, name: 'hall-3', site: { id: 'b', name: 'Pecos Flats' } },
  { id: 4, name: 'hall-4' },
];

/** What a person reads in place of a result. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const isForPeople = error instanceof UserError || error instanceof PoolError;
  return isForPeople ? error.message : `not refused: ${String(error)}`;
}

/** Guilds on a real store of their own; `workspaces` can be filled while they run. */
export async function openGuilds() {
  const { time, clock } = createStillClock(NOW);
  const store = await openTestStore(clock);
  const workspaces: Workspaces = { lpk_good_3ebd: SUBACCOUNTS };
  const forKey = (key: string) => poolOf(workspaces, key);
  const guilds = createGuilds({ store, poolApi: { forKey }, masterKey: MASTER_KEY, clock });
  /** What waits to be posted, as `channel: text`, in the order of posting. */
  const posts = async (guild: string) => {
    const rows = await store.db
      .selectFrom('outbox')
      .select(['channel', 'body'])
      .where('guild', '=', guild)
      .orderBy('due_at')
      .orderBy('key')
      .execute();
    return rows.map(({ channel, body }) => `${channel}: ${JSON.parse(body).reply.content}`);
  };
  /** Entries as `number step actor details`. */
  const trail = async (guild: string) => {
    const entries = await auditEntries(store.db, guild);
    return entries.map(({ seq, step, actor, details }) => `${seq} ${step} ${actor} ${details}`);
  };
  return { guilds, store, time, clock, workspaces, posts, trail };
}

function poolOf(workspaces: Workspaces, key: string): Pool {
  const pool = {
    fresh: () => pool,
    async subaccounts() {
      const rows = workspaces[key] ?? new PoolError('key', { status: 401 });
      if (rows instanceof PoolError) throw rows;
      return { rows, readAt: NOW, refused: [], incomplete: null };
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- guilds read nothing but subaccounts
  return pool as unknown as Pool;
}
