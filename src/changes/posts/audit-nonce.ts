import { hashOf } from '../../domain/json/canonical-json.js';
import type { AuditLine } from '../../views/audit/audit.js';

/** Discord may hold a nonce against all of a bot's posts, in whichever server. */
export function auditNonce(channelId: string, lines: readonly AuditLine[]): string {
  return hashOf([channelId, ...lines.map(({ entry }) => entry.hash)]).slice(0, 25);
}
