import { chmodSync, statSync } from 'node:fs';

const OTHERS = 0o077;
/** Marks a shared folder such as /tmp: closing it would lock others out. */
const STICKY = 0o1000;

/** Removes all rights of group and others from each of `paths` that is ours; warns of the rest. */
export function restrictToOwner(paths: readonly string[], warn: (sentence: string) => void): void {
  const ourId = process.getuid?.();
  // Windows has no such modes.
  if (ourId === undefined) return;
  for (const path of paths) {
    // Another process may remove -wal and -shm meanwhile.
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || (found.mode & OTHERS) === 0) continue;
    const mode = (found.mode & 0o777).toString(8);
    const isOurs = found.uid === ourId && (found.mode & STICKY) === 0;
    if (isOurs && tighten(path, found.mode)) {
      warn(`${path} was open to others (${mode}) and is now closed to them`);
    } else {
      warn(
        `${path} is open to others (${mode}) and belongs to somebody else: ` +
          'they can read or change what Pitboss keeps. Give it to the user that runs the bot.',
      );
    }
  }
}

/** False if the file system has no such modes. */
function tighten(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode & 0o700);
    return true;
  } catch {
    return false;
  }
}
