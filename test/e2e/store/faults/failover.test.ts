import { afterEach, describe, expect, test } from 'vitest';
import {
  asPostgres,
  hasPostgres,
  startPostgres,
  startStandby,
} from '../../../store/support/postgres-server.js';
import { asAdmin, hasRedisServer, startRedisServer } from '../../../store/support/redis-server.js';
import { startTcpFront, type TcpFront } from '../../../support/tcp-front.js';
import { runBot } from '../../bare-bot.js';
import { changeWorld, confirm, told, type ChangeWorld } from '../../changes/change-world.js';
import { eventually } from '../../eventually.js';
import { shown } from '../../shown.js';
import { ask, startWorld } from '../../world.js';

/** A store's server ends, and its address leads to its replica before that is promoted. */

interface ServerOfPair {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
  end(): Promise<void>;
}

interface ServerPair {
  readonly master: ServerOfPair;
  /** Has a copy of what is there by then, and takes no writes. */
  follow(): Promise<ServerOfPair>;
  promote(replica: ServerOfPair): Promise<void>;
}

const PATIENT = { timeout: 40_000 };
const isWrite = ({ method }: { method: string }) => method !== 'GET';

const kinds = [
  {
    name: 'Redis',
    isThere: hasRedisServer,
    lacks: 'redis-server',
    start: async (): Promise<ServerPair> => {
      const master = await startRedisServer();
      return {
        master,
        async follow() {
          const replica = await startRedisServer(undefined, { masterauth: 'not-so-secret' });
          await asAdmin(replica.url, async (client) => {
            await client.replicaOf('127.0.0.1', master.port);
            await eventually(async () =>
              expect(await client.info('replication')).toMatch(
                /master_link_status:up[^]*master_sync_in_progress:0/,
              ),
            );
          });
          return replica;
        },
        promote: ({ url }) =>
          asAdmin(url, (client) => client.sendCommand(['REPLICAOF', 'NO', 'ONE'])),
      };
    },
  },
  {
    name: 'Postgres',
    isThere: hasPostgres,
    lacks: 'postgres',
    start: async (): Promise<ServerPair> => {
      const master = await startPostgres();
      return {
        master,
        follow: () => startStandby(master),
        promote: (standby) => asPostgres(standby, (client) => client.query('SELECT pg_promote()')),
      };
    },
  },
];

describe.each(kinds)('$name', ({ name, isThere, lacks, start }) => {
  const title = isThere ? 'a failover' : `skipped: no ${lacks}`;
  describe.skipIf(!isThere)(title, () => {
    const ends: (() => Promise<unknown>)[] = [];
    afterEach(async () => {
      for (const end of ends.splice(0).toReversed()) await end();
    });

    async function inFlight() {
      const pair = await start();
      ends.push(() => pair.master.stop());
      const address: TcpFront = await startTcpFront(pair.master.port);
      ends.push(() => address.close());
      const url = new URL(pair.master.url);
      url.port = String(address.port);
      const house = await startWorld({
        env: { STORE_URL: url.href, STORE_MAY_LOSE: 'failover', POOL_API_TIMEOUT_MS: '10000' },
      });
      ends.push(() => house.close());
      await house.start();
      const world: ChangeWorld = await changeWorld(house);
      const card = await world.askToMove();
      return { pair, address, world, card };
    }

    test('to a replica that isn’t promoted yet: the bot waits, and enters the pool’s answer then', async () => {
      const { pair, address, world, card } = await inFlight();
      const replica = await pair.follow();
      ends.push(() => replica.stop());
      Object.assign(world.pool.faults, { latencyMs: 3_000, only: isWrite });
      const confirming = confirm(world, 'manager', card);
      await eventually(() => expect(world.writes()).toHaveLength(1), PATIENT);
      await pair.master.end();
      address.moveTo(replica.port);
      const outcome = await confirming;
      await eventually(() => expect(told(outcome)).toContain('It keeps trying'), PATIENT);
      expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('can’t reach its data');
      expect(world.bot.state, name).toBe('running');
      // At a start nothing is under way, and the address may be wrong for good.
      const another = runBot(world.dataDir, { ...world.env, STORE_URL: replica.url });
      expect(await another.ended).toBe(1);
      expect(another.err.join('\n')).toMatch(/is a (replica|standby) and takes no writes/);
      await pair.promote(replica);
      await eventually(() => expect(world.card(card)).toContain('the pool answered'), PATIENT);
      expect(world.bot.state).toBe('running');
      expect(world.log.join('\n')).not.toContain('"level":"fatal"');
      expect(world.writes()).toHaveLength(1);
    }, 120_000);
  });
});
