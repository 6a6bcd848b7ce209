import { personOf, type Person } from '../../domain/changes/change.js';
import type { Member } from '../../domain/guild/access-levels.js';
import { redactKey } from '../../pool-api/http/redact.js';

/**
 * The person who changes a server's key, as named in the trail. Their display name may hold the key that
 * is being connected or deleted, which is not, or no longer, the server's.
 */
export function redactedPerson(member: Member, keys: readonly (string | null)[]): Person {
  const displayName = keys
    .filter((key) => key !== null)
    .reduce((name, key) => redactKey(key).text(name), member.displayName);
  return personOf({ ...member, displayName });
}
