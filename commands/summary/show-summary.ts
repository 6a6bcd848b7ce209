import type { Context } from '../../src/command.js';
import { countFailingMiners } from '../../src/daily/collect/fleet-count.js';
import { figuresBySite, severalSites } from '../../src/daily/collect/by-site.js';
import { scopeKey } from '../../src/daily/collect/snapshots.js';
import { isOpenAlert } from '../../src/domain/alerts/day-of-alerts.js';
import { EXTERNAL_CHANGES } from '../../src/domain/alerts/rule.js';
import type { PoolCurrency } from '../../src/domain/pool/currencies.js';
import { earlierOf, type Snapshot } from '../../src/domain/daily/snapshot.js';
import { toResult } from '../../src/domain/errors/result.js';
import type { NamedScope } from '../../src/domain/guild/default-scope.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { localDateOf } from '../../src/domain/time/local-time.js';
import type { Read } from '../../src/pool-api/client.js';
import type { Summary } from '../../src/pool-api/resources.js';
import { hashrateChart } from '../../src/views/charts/hashrate.js';
import { attachedBatches } from '../../src/views/files/file-reply.js';
import { fieldBatches, fieldColumns } from '../../src/views/pool/summary/summary-file.js';
import type { OpenMatters } from '../../src/views/pool/summary/waiting-changes-lines.js';
import { summaryReply } from '../../src/views/pool/summary/summary.js';
import { scopeInButtons } from './scope-in-buttons.js';
import { summaryIds } from './summary-ids.js';

/** The summary, its state, and its change since the daily posts with the same scope. */
export async function showSummary(
  currency: PoolCurrency,
  scope: NamedScope,
  context: Context,
): Promise<Reply> {
  const { pool, connectedAt, daily, guildId, settings, clock, attachmentLimit } = context;
  const read = await pool.getSummary(currency, scope);
  const date = localDateOf(clock.now(), settings.timeZone);
  const scopeNow = scopeKey(scope, read.refusedSubaccounts);
  const query = { currency, date, scope: scopeNow, connectedAt };
  const kept = await daily.recentDays(guildId, query);
  const batches = fieldBatches(read.value);
  const [attached, more, inButtons, open] = await Promise.all([
    attachedBatches(`summary-${currency}`, fieldColumns, { batches, attachmentLimit }),
    furtherFigures(read, { currency, scope, kept, date }, context),
    scopeInButtons(scope, context),
    toResult(openHere(context)),
  ]);
  const isOne = scope.subaccountNames?.length === 1;
  return summaryReply(
    read,
    { currency, ...scope },
    {
      attached,
      earlier: { ...earlierOf(kept, date), date },
      ...more,
      open,
      ids: summaryIds({ currency, inButtons, isOne }),
    },
  );
}

async function openHere({ alerts, changes, guildId }: Context): Promise<OpenMatters> {
  const [state, waiting] = await Promise.all([alerts.state(guildId), changes.waiting(guildId)]);
  const open = state.alerts.filter(isOpenAlert);
  const external = open.filter(({ condition }) => condition === EXTERNAL_CHANGES).length;
  return { alerts: open.length, external, changes: waiting };
}

interface SummaryRequest {
  readonly currency: PoolCurrency;
  readonly scope: NamedScope;
  /** Newest first. */
  readonly kept: readonly Snapshot[];
  readonly date: string;
}

/** Extra parts, only if days are kept or there are several sites: each part costs requests. */
async function furtherFigures(
  read: Read<Summary>,
  { currency, scope, kept, date }: SummaryRequest,
  { pool }: Context,
) {
  const sites = severalSites(read, scope);
  const now = read.value.hashrate_24h;
  const [failing, bySite, chart] = await Promise.all([
    kept.length + sites.length === 0 ? null : toResult(countFailingMiners(pool, scope.siteId)),
    figuresBySite(pool, currency, sites),
    kept.length === 0 ? null : toResult(hashrateChart({ currency, kept, now, date })),
  ]);
  return { failing, bySite, chart };
}
