import type { Context } from '../../src/command.js';
import { PoolNotFound } from '../../src/domain/errors/pool-errors.js';
import { utcDateOf } from '../../src/domain/time/local-time.js';
import { lastDays } from '../../src/domain/time/named-ranges.js';
import { toResult, type Result } from '../../src/domain/errors/result.js';
import type { IdKind } from '../../src/guilds/recent-ids.js';
import type { Page, PoolClient } from '../../src/pool-api/client.js';
import { noListSentence } from '../../src/views/kit/card.js';
import {
  type Diagnostic,
  NO_ACTION_ID,
  NO_CONTRACT_ID,
  NEITHER_OFFERED,
  NOT_OFFERED,
  OTHER_UNREAD,
  readDetail,
} from '../../src/views/setup/diagnostics.js';
import { failureSentence } from '../../src/views/errors/failures.js';

export const FLEET_ACTION: Diagnostic = {
  what: 'Fleet action',
  state: 'skipped',
  detail: NO_ACTION_ID,
};

export async function checkReads(pool: PoolClient, context: Context): Promise<Diagnostic[]> {
  const { currency } = context.settings;
  const range = lastDays(7, utcDateOf(context.clock.now()));
  const one = { number: 1, size: 1 };
  return Promise.all([
    check('Summary', pool.getSummary(currency)),
    check('Revenue', pool.getRevenue(currency, range)),
    check('Developer fee', pool.getDevFee(range, {}, one)),
    check('Subaccounts', pool.listSubaccounts(undefined, one)),
    check('Payment settings', pool.listPaymentSettings(currency, {}, one)),
    check('Derivatives contracts', pool.listContracts('BTC', {}, one)),
    checkContract(pool, context),
    ...checkPayments(pool, one),
    check('Derivatives positions', pool.getPositions('BTC', range, one)),
    check('Derivatives balances', pool.getDerivativesBalances('BTC')),
    check('Miners', pool.listMiners({}, one)),
    checkFleetAction(pool, context),
  ]);
}

async function check(what: string, read: Promise<unknown>): Promise<Diagnostic> {
  const outcome = await toResult(read);
  return outcome.ok
    ? { what, state: 'ok', detail: readDetail }
    : { what, state: 'failed', detail: failureSentence(outcome.error) };
}

/** Two versions of one operation; a pool may offer only one. */
function checkPayments(pool: PoolClient, page: Page): Promise<Diagnostic>[] {
  const later = toResult(pool.listDerivativesPayments('BTC', {}, page));
  const earlier = toResult(pool.listDerivativesPaymentsV1('BTC', {}, page));
  return [
    checkVersion('Derivatives payments', later, earlier),
    checkVersion('Derivatives payments (earlier version)', earlier, later),
  ];
}

async function checkVersion(
  what: string,
  reading: Promise<Result<unknown>>,
  readingOther: Promise<Result<unknown>>,
): Promise<Diagnostic> {
  const [read, other] = await Promise.all([reading, readingOther]);
  if (read.ok) return { what, state: 'ok', detail: readDetail };
  if (!(read.error instanceof PoolNotFound))
    return { what, state: 'failed', detail: failureSentence(read.error) };
  if (!other.ok && other.error instanceof PoolNotFound)
    return { what, state: 'failed', detail: NEITHER_OFFERED };
  return { what, state: 'skipped', detail: other.ok ? NOT_OFFERED : OTHER_UNREAD };
}

/** No operation lists actions, so this tries one that was requested here. */
async function checkFleetAction(pool: PoolClient, context: Context): Promise<Diagnostic> {
  const id = await recentId('fleet-action', context);
  return id === undefined ? FLEET_ACTION : check(FLEET_ACTION.what, pool.getFleetAction(id));
}

/** Ids only feed suggestions, and the store has its own check. */
async function recentId(
  kind: IdKind,
  { recentIds, guildId }: Context,
): Promise<string | undefined> {
  const ids = await toResult(recentIds.list(guildId, kind));
  return ids.ok ? ids.value[0]?.id : undefined;
}

/** Needs a contract id: one requested here, or one from the list if it has ids. */
async function checkContract(pool: PoolClient, context: Context): Promise<Diagnostic> {
  const what = 'Derivatives contract';
  const contracts = await toResult(pool.listContracts('BTC', {}, { number: 1, size: 1 }));
  const listed = contracts.ok ? contracts.value.value.items[0]?.contract_id : undefined;
  const id = listed || (await recentId('contract', context));
  if (id) return check(what, pool.getContract(id));
  if (!contracts.ok) return { what, state: 'skipped', detail: failureSentence(contracts.error) };
  const isGiven = contracts.value.value.given !== false;
  return { what, state: 'skipped', detail: isGiven ? NO_CONTRACT_ID : noListSentence };
}
