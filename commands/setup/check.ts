import { notEnteredSentence } from '../../src/views/changes/answer/held.js';
import { z } from 'zod';
import { defineCommand, type Context } from '../../src/command.js';
import { PoolNotFound } from '../../src/domain/errors/pool-errors.js';
import { utcDateOf } from '../../src/domain/time/local-time.js';
import { lastDays } from '../../src/domain/time/named-ranges.js';
import { toResult, type Result } from '../../src/domain/errors/result.js';
import { isUnresolved } from '../../src/domain/changes/unresolved.js';
import type { IdKind } from '../../src/guilds/recent-ids.js';
import type { Page, PoolClient } from '../../src/pool-api/client.js';
import { noListSentence } from '../../src/views/kit/card.js';
import { postableDetail } from '../../src/views/kit/channel-permissions.js';
import {
  checkupReply,
  type Diagnostic,
  clockDetail,
  keyDetail,
  NO_ACTION_ID,
  NO_AUDIT_CHANNEL,
  NO_CONTRACT_ID,
  NOTHING_OPEN,
  NEITHER_OFFERED,
  NOT_OFFERED,
  OTHER_UNREAD,
  readDetail,
  STORE_UNUSABLE,
  entryUnsavedSentence,
  STORE_USABLE,
} from '../../src/views/setup/diagnostics.js';
import { trailSentence } from '../../src/views/changes/trail/trail-replies.js';
import { frozenLine } from '../../src/views/changes/trail/freeze-replies.js';
import { toLookIntoSentence } from '../../src/views/changes/change-headline.js';
import { failureSentence } from '../../src/views/errors/failures.js';
import { looseningDetail, NO_LOOSENING } from '../../src/views/audit/loosening.js';
import { behindLine } from '../../src/views/changes/trail/restore.js';
import { notConnectedSentence } from '../../src/views/setup/connect-key.js';
import { durabilityRiskSentence } from '../../src/views/setup/durability-risks.js';
import { postable } from '../shared/channel-access.js';
import { checkAlerts } from './check-alerts.js';
import { checkDaily } from './check-daily.js';

/** Tries everything this server depends on, without changing anything. */
export const setupCheck = defineCommand({
  name: 'check',
  description:
    'Check the key, the pool, the channels, the audit trail, daily posts, alerts and the clock',
  access: 'admin',
  audience: 'private',
  options: z.object({}),
  examples: [''],
  async run(_options, context) {
    const key = await context.guilds.keyInfo(context.guildId);
    const [channel, auditChannel, trail, freeze, rules, daily, alerts, reads] = await Promise.all([
      checkChannel('This channel', context.channelId, context),
      checkChannel('Audit channel', context.settings.auditChannelId, context),
      checkTrail(context),
      checkFreeze(context),
      checkRules(context),
      checkDaily(context),
      checkAlerts(context, key !== null),
      // Bypasses the cache: a check is about now.
      key === null ? [FLEET_ACTION] : checkReads(context.pool.fresh(), context),
    ]);
    const keyFinding: Diagnostic =
      key === null
        ? { what: 'API key', state: 'failed', detail: notConnectedSentence }
        : { what: 'API key', state: 'ok', detail: keyDetail(key.lastFour) };
    return checkupReply(
      [
        keyFinding,
        ...reads,
        channel,
        auditChannel,
        trail,
        freeze,
        rules,
        ...daily,
        ...alerts,
        checkClock(context),
        await checkStore(context),
      ],
      context.clock.now(),
    );
  },
});

const FLEET_ACTION: Diagnostic = { what: 'Fleet action', state: 'skipped', detail: NO_ACTION_ID };

async function checkReads(pool: PoolClient, context: Context): Promise<Diagnostic[]> {
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

async function checkChannel(
  what: string,
  channelId: string | undefined,
  context: Context,
): Promise<Diagnostic> {
  if (channelId === undefined) return { what, state: 'skipped', detail: NO_AUDIT_CHANNEL };
  const channel = await postable(channelId, context);
  const isHere = channelId === context.channelId;
  const where = isHere ? '' : `<#${channelId}>: `;
  return {
    what,
    state: channel?.length === 0 ? 'ok' : 'failed',
    detail: `${where}${postableDetail(channel, isHere ? 'here' : 'there')}`,
  };
}

/** A broken trail stops every change of this server. */
async function checkTrail({ changes, guildId }: Context): Promise<Diagnostic> {
  const verdict = await changes.verifyTrail(guildId);
  const state = verdict.broken === null ? 'ok' : 'failed';
  return { what: 'Audit trail', state, detail: trailSentence(verdict) };
}

/** A broken trail is reported by the trail's own check. */
async function checkFreeze({ changes, guildId }: Context): Promise<Diagnostic> {
  const what = 'Changes';
  const read = await toResult(
    Promise.all([changes.behind(guildId), changes.frozen(guildId), changes.current(guildId)]),
  );
  if (!read.ok) return { what, state: 'failed', detail: failureSentence(read.error) };
  const [behind, frozen, all] = read.value;
  if (behind !== null) return { what, state: 'failed', detail: behindLine(behind) };
  if (frozen !== null) return { what, state: 'failed', detail: frozenLine(frozen) };
  const notEntered = changes.notEntered(guildId);
  if (notEntered.length > 0)
    return { what, state: 'failed', detail: notEnteredSentence(notEntered) };
  const open = all.filter((each) => isUnresolved(each));
  return open.length === 0
    ? { what, state: 'ok', detail: NOTHING_OPEN }
    : { what, state: 'failed', detail: toLookIntoSentence(open) };
}

async function checkRules({ changes, guildId }: Context): Promise<Diagnostic> {
  const what = 'Rules';
  const read = await toResult(changes.loosenings.waiting(guildId));
  if (!read.ok) return { what, state: 'failed', detail: failureSentence(read.error) };
  return read.value === null
    ? { what, state: 'ok', detail: NO_LOOSENING }
    : { what, state: 'warning', detail: looseningDetail(read.value) };
}

async function checkStore({ deployment }: Context): Promise<Diagnostic> {
  const what = 'Store';
  if (!(await deployment.isStoreUsable())) return { what, state: 'failed', detail: STORE_UNUSABLE };
  const failedAt = deployment.appendFailedAt();
  if (failedAt !== null) return { what, state: 'failed', detail: entryUnsavedSentence(failedAt) };
  const risks = durabilityRiskSentence(deployment.storeRisks());
  return risks === null
    ? { what, state: 'ok', detail: STORE_USABLE }
    : { what, state: 'warning', detail: risks };
}

/** Beyond this, times on cards would mislead. Interactions arrive within a second. */
const MAX_SKEW_MS = 5_000;

function checkClock({ askedAt, receivedAt }: Context): Diagnostic {
  const skew = receivedAt - askedAt;
  return {
    what: 'Clock',
    state: Math.abs(skew) <= MAX_SKEW_MS ? 'ok' : 'failed',
    detail: clockDetail(skew),
  };
}
