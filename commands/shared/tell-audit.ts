import type { Context } from '../../src/command.js';
import { ChannelRefused } from '../../src/domain/errors/channel-refused.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { toResult } from '../../src/domain/errors/result.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { auditNotToldWords } from '../../src/views/alerts/replies/receiver-sentences.js';

/**
 * Tells the audit channel of what may hush alerts of external changes, before it applies:
 * somebody who redirects payouts may want none. False if no audit channel is set; throws if it
 * can't be told, and then nothing is changed.
 */
export async function tellAudit(reply: Reply, { alerts, settings }: Context): Promise<boolean> {
  const { auditChannelId } = settings;
  if (auditChannelId === undefined) return false;
  const told = await toResult(alerts.post(auditChannelId, reply));
  if (told.ok) return true;
  if (told.error instanceof ChannelRefused) throw told.error;
  throw new UserError(auditNotToldWords, { cause: told.error });
}
