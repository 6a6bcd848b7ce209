import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { endAfterRestore } from '../changes/read-back.js';
import { systemClock as clock } from '../clock.js';
import { readConfig, type Config } from '../config.js';
import { PERMISSIONS } from '../discord/channels.js';
import { findApplication } from '../discord/client.js';
import { FatalError } from '../errors.js';
import { deleteGuild } from '../guilds/delete-guild.js';
import { createKeys } from '../guilds/keys.js';
import { verifyAudit } from '../guilds/audit-trail.js';
import { createLog } from '../ops/log.js';
import { createMetrics } from '../ops/metrics.js';
import { createPoolApi } from '../pool/operations.js';
import { PoolError } from '../pool/pool-error.js';
import { openStore, type Store, type StoreOptions } from '../store/store.js';
import { backUp, copyStore, restore, tablesOf, withCopy } from './backup.js';

interface Tools {
  readonly config: Config;
  /** Prints a line on standard output. */
  readonly say: (line: string) => void;
}

interface Command {
  readonly args?: string;
  readonly does: string;
  /** @throws FatalError: what is wrong, and what to do */
  run(tools: Tools, args: readonly string[]): Promise<void>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  check: {
    does: 'says whether the environment, the store, Discord and the pool are ready for a start',
    run: check,
  },
  invite: {
    does: 'prints the link that adds the bot to a Discord server',
    async run({ config, say }) {
      const { id } = await findApplication(config.discord);
      const scope = 'bot applications.commands';
      const permissions = Object.values(PERMISSIONS).reduce((sum, bit) => sum | bit, 0n);
      const query = new URLSearchParams({ client_id: id, scope, permissions: `${permissions}` });
      say(`https://discord.com/oauth2/authorize?${query.toString()}`);
      say(`Permissions: ${Object.keys(PERMISSIONS).join(', ')}.`);
    },
  },
  backup: {
    args: '<file>',
    does: 'writes a copy of the SQLite database, also while the bot runs',
    async run({ config, say }, [file]) {
      if (config.store.storeUrl !== undefined)
        throw new FatalError('STORE_URL names a Postgres database: back it up with pg_dump.');
      backUp(config.store.dataDir, path(file));
      say(`Backed up to ${file}. Keep MASTER_KEY elsewhere: it opens the keys in there.`);
    },
  },
  restore: {
    args: '<file>',
    does: 'puts a backup in place of the database of a stopped bot; with Postgres, after pg_restore and without a file, ends what the backup left open',
    run: restoreBackup,
  },
  'copy-to-postgres': {
    does: 'copies the database in DATA_DIR of a stopped bot into the empty one at STORE_URL',
    run: copyToPostgres,
  },
  'rotate-key': {
    does: 'encrypts all API keys of a stopped bot with NEW_MASTER_KEY in place of MASTER_KEY',
    run: rotateKey,
  },
  'verify-audit': {
    does: 'says whether an entry of the audit trails is missing or changed',
    run: verifyTrails,
  },
  'guild-data': {
    args: '<server> export|delete',
    does: 'prints what is kept for a Discord server as JSON lines, without its API key; or deletes it from a stopped bot',
    run: guildData,
  },
};

/** `npm run admin -- …`. Returns the exit code. */
export async function runAdmin(
  [name = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  output: { readonly say: Tools['say']; readonly complain: Tools['say'] },
): Promise<number> {
  const command = COMMANDS[name];
  const isHelp = args.includes('--help') || name === '' || name === '--help';
  if (isHelp || command === undefined) {
    for (const [each, { args: wanted = '', does }] of Object.entries(COMMANDS))
      if (command === undefined || each === name)
        output.say(`npm run admin -- ${each} ${wanted}\n    ${does}`);
    if (isHelp) return 0;
    output.complain(`There is no command ${name}.`);
    return 1;
  }
  try {
    await command.run({ config: readConfig(variables), say: output.say }, args);
    return 0;
  } catch (error) {
    if (!(error instanceof FatalError)) throw error;
    output.complain(error.message);
    return 1;
  }
}

async function check(tools: Tools): Promise<void> {
  tools.say('✓ Environment: every value can be read');
  const checks = { Store: checkStore, Discord: checkDiscord, Pool: checkPool };
  const failed: string[] = [];
  for (const [name, look] of Object.entries(checks)) {
    try {
      tools.say(`✓ ${name}: ${await look(tools)}`);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      failed.push(name);
      tools.say(`✗ ${name}: ${error.message}`);
    }
  }
  if (failed.length > 0) throw new FatalError(`Not ready: ${failed.join(', ')}.`);
}

async function checkStore({ config }: Tools): Promise<string> {
  const { dataDir, storeUrl } = config.store;
  if (storeUrl === undefined && existsSync(dataDir)) accessSync(dataDir, constants.W_OK);
  return reading(config, async (store) => {
    const keys = createKeys(store, config.masterKey);
    await keys.check();
    const { length } = await keys.owners();
    return `${storeUrl === undefined ? dataDir : 'Postgres'}, API keys: ${length}`;
  });
}

async function checkDiscord({ config }: Tools): Promise<string> {
  const { id, name, approximate_guild_count: servers } = await findApplication(config.discord);
  return `application ${name} (${id}), servers: ${servers}`;
}

/** Asks with a made-up key, which only the pool's API refuses in its own way. */
async function checkPool({ config }: Tools): Promise<string> {
  const { baseUrl } = config.pool;
  const log = createLog('silent');
  const api = createPoolApi({ ...config.pool, clock, log, metrics: createMetrics() });
  try {
    await api.forKey('pitboss-check').subaccounts();
  } catch (error) {
    if (!(error instanceof PoolError)) throw error;
    const { kind, message } = error;
    if (kind === 'foreign' || kind === 'missing')
      throw new FatalError(
        `What answers at ${baseUrl} is not the pool’s API: look at POOL_API_URL.`,
      );
    if (kind !== 'key' && kind !== 'forbidden')
      throw new FatalError(`${baseUrl} does not answer (${message}): look at POOL_API_URL.`);
  }
  return `${baseUrl} answers`;
}

async function restoreBackup({ config, say }: Tools, [file]: readonly string[]): Promise<void> {
  const { dataDir, storeUrl } = config.store;
  let ended = 0;
  const endOpenChanges = async (store: Store) => {
    await createKeys(store, config.masterKey).check();
    // The posts that wait in a backup are out of date.
    await store.db.deleteFrom('outbox').execute();
    for (const { id } of await store.db.selectFrom('guild').select('id').execute())
      ended += await endAfterRestore({ store, clock }, id);
  };
  if (storeUrl === undefined) {
    const before = await restore(path(file), dataDir, (copy) =>
      withStore({ dataDir: copy }, endOpenChanges),
    );
    if (before !== null) say(`The previous database is in ${before}.`);
  } else {
    if (file !== undefined)
      throw new FatalError('STORE_URL names a Postgres database: use pg_restore, then `restore`.');
    await changing(config, endOpenChanges);
  }
  say(`Restored. Changes that were open: ${ended}; the audit trail names each.`);
}

async function copyToPostgres({ config, say }: Tools): Promise<void> {
  const { dataDir, storeUrl } = config.store;
  if (storeUrl === undefined) throw new FatalError('Set STORE_URL to an empty Postgres database.');
  const rows = await withStore({ dataDir }, (from) =>
    changing(config, (to) => copyStore(from, to)),
  );
  say(`Rows copied: ${rows}. The bot uses Postgres while STORE_URL is set.`);
}

async function rotateKey({ config, say }: Tools): Promise<void> {
  const { masterKey, newMasterKey } = config;
  if (newMasterKey === undefined)
    throw new FatalError('Set NEW_MASTER_KEY to the next master key: 32 bytes in base64.');
  const rotated = await changing(config, async (store) => {
    const [before, after] = [createKeys(store, masterKey), createKeys(store, newMasterKey)];
    const opened = await Promise.all(
      (await before.owners()).map(async (guild) => {
        const key = await before.open(guild);
        if (key !== null) return { guild, key };
        throw new FatalError(`MASTER_KEY does not open the key of server ${guild}.`);
      }),
    );
    await store.db.transaction().execute(async (tx) => {
      for (const { guild, key } of opened) await after.store(tx, guild, key);
    });
    return opened.length;
  });
  say(`API keys encrypted anew: ${rotated}. Now put the value of NEW_MASTER_KEY into MASTER_KEY.`);
}

async function verifyTrails({ config, say }: Tools): Promise<void> {
  await reading(config, async ({ db }) => {
    const rows = await db.selectFrom('audit').select('guild').distinct().execute();
    if (rows.length === 0) throw new FatalError('There is no audit trail yet.');
    let isBroken = false;
    for (const { guild: id } of rows) {
      const { entries, brokenAt } = await verifyAudit(db, id);
      isBroken ||= brokenAt !== null;
      const isWhole = `✓ ${id}: ${entries} entries, none missing or changed`;
      say(brokenAt === null ? isWhole : `✗ ${id}: broken at entry ${brokenAt}`);
    }
    if (isBroken)
      throw new FatalError(
        'Someone or something changed a trail: compare it with the audit channel.',
      );
  });
}

async function guildData({ config, say }: Tools, [server, verb]: readonly string[]) {
  if (server === undefined || (verb !== 'export' && verb !== 'delete'))
    throw new FatalError('Say which server, and `export` or `delete`.');
  if (verb === 'delete') {
    await changing(config, (store) => store.inGuild(server, (tx) => deleteGuild(tx, server)));
    return say(`Nothing of server ${server} is kept any more. Backups made before still hold it.`);
  }
  await reading(config, async ({ db }) => {
    for (const table of await tablesOf(db)) {
      // The encrypted key, and what buttons remember.
      if (table === 'entries') continue;
      const column = sql.ref(table === 'guild' ? 'id' : 'guild');
      const { rows } = await sql<object>`select * from ${sql.table(table)}
        where ${column} = ${server}`.execute(db);
      for (const row of rows) say(JSON.stringify({ table, ...row }));
    }
  });
}

/** Works on a copy of a SQLite database, so that a bot may run. */
function reading<Result>({ store }: Config, work: (store: Store) => Promise<Result>) {
  if (store.storeUrl !== undefined) return withStore(store, work);
  return withCopy(store.dataDir, (dataDir) => withStore({ dataDir }, work));
}

/** @throws FatalError while a bot runs: SQLite's lock or Postgres's lease shows it */
function changing<Result>(config: Config, work: (store: Store) => Promise<Result>) {
  return withStore(config.store, async (store) => {
    const leases = store.db.selectFrom('lease').select('holder').where('until', '>', clock.now());
    if (await leases.executeTakeFirst())
      throw new FatalError('Pitboss is running: stop it first. After a crash wait for a minute.');
    return work(store);
  });
}

async function withStore<Result>(
  options: Omit<StoreOptions, 'clock'>,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore({ ...options, clock });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function path(file: string | undefined): string {
  if (file === undefined) throw new FatalError('Name a file.');
  return resolve(file);
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename) {
  if (existsSync('.env')) process.loadEnvFile();
  const write = (stream: NodeJS.WriteStream) => (line: string) => void stream.write(`${line}\n`);
  const output = { say: write(process.stdout), complain: write(process.stderr) };
  process.exitCode = await runAdmin(process.argv.slice(2), process.env, output);
}
