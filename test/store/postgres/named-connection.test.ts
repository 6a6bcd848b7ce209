import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namedConnection } from '../../../src/store/postgres/named-connection.js';
import { openPostgresStore } from '../../../src/store/postgres/postgres.js';
import { openBulkPostgres } from '../../../src/store/postgres/bulk-postgres.js';
import { hasPostgres, startPostgres, type PostgresServer } from '../support/postgres-server.js';

test.each([
  ['postgres://me:p%40ss@db/pitboss?sslmode=require&host=%2Frun', null],
  ['postgres://db/pitboss?application_name=mine', 'postgres://db/pitboss'],
  [
    'postgres://me:p%40ss@db/pitboss?application%5Fname=a&application_name=b&ssl=true',
    'postgres://me:p%40ss@db/pitboss?ssl=true',
  ],
])('a name in %s is left out, and nothing else', (url, without) => {
  expect(namedConnection(url, 'ours')).toEqual({
    connectionString: without ?? url,
    application_name: 'ours',
  });
});

describe.skipIf(!hasPostgres)(`a bot${hasPostgres ? '' : ' (skipped: no postgres)'}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  test.each(['', 'application_name=mine', 'options=-c%20application_name%3Dmine'])(
    'is seen by the tools with “%s” in its URL',
    async (parameter) => {
      const url = `${server.url}?${parameter}`;
      const whole = await openBulkPostgres(url, null);
      expect(await whole.others()).toBe(0);
      const bot = await openPostgresStore(url);
      await bot.claim('mine');
      expect(await whole.others()).toBeGreaterThan(0);
      await bot.close();
      await expect.poll(() => whole.others()).toBe(0);
      await whole.close();
    },
  );
});
