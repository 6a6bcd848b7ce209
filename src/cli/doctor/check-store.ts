import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { MasterKeyConfig, StoreConfig } from '../../config/config.js';
import { codeOf } from '../../domain/errors/error-code.js';
import { toResult } from '../../domain/errors/result.js';
import { boundApplication } from '../../guilds/application-binding.js';
import { confirmMasterKey } from '../../guilds/keys/master-keys.js';
import { openStore } from '../../store/open-store.js';
import { accessFault } from '../../store/sqlite/file-access.js';
import type { Store } from '../../store/store.js';
import { failed, ok, skipped, warning, type Finding } from './finding.js';

const MIB = 2 ** 20;
const MIN_FREE_BYTES = 200 * MIB;
const ENOUGH_FREE = 2_048 * MIB;
const FOR_OTHERS = 0o077;

interface StoreParts {
  readonly store: StoreConfig;
  readonly masterKeys: MasterKeyConfig;
  /** Null if Discord didn't say. */
  readonly applicationId: string | null;
}

/** Opens the store as the bot does, but makes no data folder. */
export async function checkStore(parts: StoreParts): Promise<readonly Finding[]> {
  const { dataDir, url } = parts.store;
  const folder = url === undefined ? checkFolder(dataDir) : [];
  if (url === undefined && !existsSync(dataDir)) return folder;
  if (url === undefined && accessFault(dataDir) !== null)
    return [...folder, skipped('Store', 'this user can’t open it, as said above')];
  const warnings: string[] = [];
  const opened = await toResult(
    openStore(parts.store, { onWarning: (sentence) => warnings.push(sentence) }),
  );
  if (!opened.ok) return [...folder, failed('Store', messageOf(opened.error))];
  try {
    return [
      ...folder,
      ok('Store', 'it opens, and loses nothing that it acknowledged unless named here'),
      ...warnings.map((sentence) => warning('Store', sentence)),
      ...(await checkOwner(opened.value, parts)),
    ];
  } finally {
    await opened.value.close();
  }
}

function checkFolder(dataDir: string): readonly Finding[] {
  const what = 'Data folder';
  const looked = lookAt(dataDir);
  if ('code' in looked)
    return [failed(what, `this user can’t look at ${dataDir} (${looked.code})`)];
  const { stats } = looked;
  if (stats === undefined) {
    const parent = nearestParent(dataDir);
    return isWritable(parent)
      ? [ok(what, `${dataDir} isn’t there yet; the bot makes it at its first start`)]
      : [failed(what, `${dataDir} isn’t there, and this user can’t make it in ${parent}`)];
  }
  if (!stats.isDirectory()) return [failed(what, `${dataDir} is no folder`)];
  const fault = accessFault(dataDir);
  if (fault !== null) return [failed(what, fault)];
  const isOpen = (stats.mode & FOR_OTHERS) !== 0;
  const others = `others on this machine can look into ${dataDir}; chmod 700 keeps them out`;
  return [isOpen ? warning(what, others) : ok(what, 'only this user can read it'), space(dataDir)];
}

function lookAt(path: string) {
  try {
    return { stats: statSync(path, { throwIfNoEntry: false }) };
  } catch (error) {
    return { code: codeOf(error) ?? 'no reason given' };
  }
}

function space(dataDir: string): Finding {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const words = `${Math.floor(free / MIB).toLocaleString('en')} MiB are free on its disk`;
  if (free < MIN_FREE_BYTES)
    return failed('Space', `${words}; a full disk ends the bot, so make room before it starts`);
  return free < ENOUGH_FREE
    ? warning('Space', `${words}; it should have 2 GiB`)
    : ok('Space', words);
}

/** Whether the store is this application's, and sealed with this master key. */
async function checkOwner(
  store: Store,
  { masterKeys, applicationId }: StoreParts,
): Promise<readonly Finding[]> {
  const sealed = await toResult(confirmMasterKey(store, masterKeys));
  const bound = await boundApplication(store);
  return [
    sealed.ok
      ? ok('Master key', 'it fits the store')
      : failed('Master key', messageOf(sealed.error)),
    bound === undefined
      ? ok('Application', 'the store belongs to none yet; the first start binds it')
      : applicationId === null
        ? skipped(
            'Application',
            `the store belongs to ${bound}; Discord didn’t say whose token it is`,
          )
        : bound === applicationId
          ? ok('Application', `token and store belong to ${bound}`)
          : failed(
              'Application',
              `the token belongs to ${applicationId}, but the store to ${bound}; set that one’s token, or another DATA_DIR or STORE_URL`,
            ),
  ];
}

function nearestParent(folder: string): string {
  const parent = dirname(folder);
  return existsSync(parent) || parent === folder ? parent : nearestParent(parent);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
