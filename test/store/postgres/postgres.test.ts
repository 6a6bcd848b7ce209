import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe } from 'vitest';
import { openPostgresStore } from '../../../src/store/postgres/postgres.js';
import { describeStoreContract } from '../support/contract.js';
import {
  asPostgres,
  hasPostgres,
  startPostgres,
  type PostgresServer,
} from '../support/postgres-server.js';

const skipped = hasPostgres ? '' : ' (skipped: no postgres)';

describe.skipIf(!hasPostgres)(`postgres store${skipped}`, () => {
  let server: PostgresServer;

  beforeAll(async () => {
    // The contract requires none of what durability takes.
    server = await startPostgres();
  });

  afterAll(() => server.stop());

  describeStoreContract(() => ({
    open: async () => {
      await asPostgres(server, (client) =>
        client.query('DROP TABLE IF EXISTS pitboss_store, pitboss_entries, pitboss_streams'),
      );
      return openPostgresStore(server.url);
    },
    openAgain: () => openPostgresStore(server.url),
    pass: (ms) => sleep(ms + 20),
    shortMs: 1_000,
    end: async () => {},
  }));
});
