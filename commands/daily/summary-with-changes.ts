import type { Context } from '../../src/command.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { scopeMark } from '../../src/daily/collect/snapshots.js';
import type { PoolCurrency } from '../../src/domain/currencies.js';
import { localDateOf } from '../../src/domain/time/local-time.js';
import { attachedBatches } from '../../src/views/files/file-reply.js';
import { fieldBatches, fieldColumns } from '../../src/views/pool/summary-file.js';
import { summaryReply } from '../../src/views/pool/summary.js';
import type { NamedScope } from '../../src/domain/guild/default-scope.js';

/** The summary, and its change since the last daily post with the same scope. */
export async function summaryWithChanges(
  currency: PoolCurrency,
  scope: NamedScope,
  { pool, daily, guildId, settings, clock, attachmentLimit }: Context,
): Promise<Reply> {
  const read = await pool.getSummary(currency, scope);
  const date = localDateOf(clock.now(), settings.timeZone);
  const mark = scopeMark(scope, read.refusedSubaccounts);
  const earlier = await daily.snapshotsBefore(guildId, { currency, date, scope: mark });
  const batches = fieldBatches(read.value);
  const name = `summary-${currency}`;
  const attached = await attachedBatches(name, fieldColumns, { batches, attachmentLimit });
  return summaryReply(read, { currency, ...scope }, { attached, earlier: { ...earlier, date } });
}
