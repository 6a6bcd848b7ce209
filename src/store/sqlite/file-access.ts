import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { codeOf } from '../../domain/errors/error-code.js';
import { StoreUnusable } from '../unusable.js';
import { FILE, fileOf, journalOf, sharedMemoryOf } from './file-names.js';

/**
 * Throws `StoreUnusable` if this process may not read and write the folder or one of the store's
 * files in it. SQLite would only say that it can't open the file, as it does of a damaged one.
 */
export function refuseNoAccess(dataDir: string): void {
  const fault = accessFault(dataDir);
  if (fault !== null) throw new StoreUnusable(fault);
}

/** The same as a sentence, or null. A folder or file that isn't there is none. */
export function accessFault(dataDir: string): string | null {
  const { R_OK, W_OK, X_OK } = constants;
  // A rollback journal is left out: only an earlier mode of the file has one.
  const files = [fileOf, journalOf, sharedMemoryOf].map((each) => each(dataDir));
  // Into a folder that has them all nothing has to be added.
  const ofFolder = files.every((file) => existsSync(file)) ? X_OK : W_OK | X_OK;
  const needed = [
    { path: dataDir, mode: ofFolder },
    ...files.map((path) => ({ path, mode: R_OK | W_OK })),
  ];
  const refused = needed.flatMap((each) => {
    const code = refusalOf(each);
    return code === null ? [] : [{ path: each.path, code }];
  });
  const readOnly = refused.find(({ code }) => code === 'EROFS');
  if (readOnly !== undefined) return readOnlyText(readOnly.path);
  return refused.length === 0 ? null : forbiddenText(refused.map(({ path }) => path));
}

/** By asking, never by opening: closing the file again would drop the locks of this process. */
function refusalOf({ path, mode }: { path: string; mode: number }): string | null {
  if (!existsSync(path)) return null;
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    const code = codeOf(error) ?? '';
    // Anything else is told by what opens it.
    return ['EACCES', 'EPERM', 'EROFS'].includes(code) ? code : null;
  }
}

const UNHARMED = 'Nothing says that the store is damaged, and nothing has been changed.';

function readOnlyText(path: string): string {
  return (
    `${path} can’t be written, because its disk is read-only (EROFS). ${UNHARMED} ` +
    'Look at the machine’s log, because Linux makes a failing disk read-only by itself; then mount it writable and start again. ' +
    `If that fails, copy ${FILE}, ${FILE}-wal and ${FILE}-shm together to a folder on another disk, and set DATA_DIR to it.`
  );
}

function forbiddenText(paths: readonly string[]): string {
  const user = process.getuid?.();
  const which = paths.map((path) => `${path}${ownerText(path)}`).join(', ');
  const names = paths.map((path) => `'${path.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  if (user === undefined)
    return `This user may not read and write ${which}. ${UNHARMED} Let the user that runs the bot do both.`;
  return (
    `This process runs as user ${user} and may not read and write ${which}. ${UNHARMED} ` +
    `If user ${user} is to run the bot, let it, as root: \`chown ${user} ${names} && chmod u+rwX ${names}\`. ` +
    'Otherwise start this as the user that runs it.'
  );
}

function ownerText(path: string): string {
  const { uid, mode } = statSync(path);
  return ` (of user ${uid}, mode ${(mode & 0o777).toString(8)})`;
}
