import { z } from 'zod';
import { defineCommand, type Context } from '../../src/command.js';
import { postableDetail } from '../../src/views/kit/channel-permissions.js';
import {
  checkupReply,
  type Diagnostic,
  clockDetail,
  keyDetail,
  NO_AUDIT_CHANNEL,
  STORE_UNUSABLE,
  entryUnsavedSentence,
  STORE_USABLE,
} from '../../src/views/setup/diagnostics.js';
import { notConnectedSentence } from '../../src/views/setup/connect-key.js';
import { durabilityRiskSentence } from '../../src/views/setup/durability-risk-sentence.js';
import type { KeyInfo } from '../../src/domain/guild/guild-settings.js';
import { toResult } from '../../src/domain/errors/result.js';
import { DamagedEntry } from '../../src/domain/errors/store-errors.js';
import { DamagedKey } from '../../src/domain/errors/user-errors.js';
import { failureSentence } from '../../src/views/errors/failures.js';
import { postable } from '../shared/channel-access.js';
import { checkAlerts } from './check-alerts.js';
import { checkDaily } from './check-daily.js';
import { FLEET_ACTION, checkReads } from './check-reads.js';
import { unwatchedFinding } from '../../src/views/setup/alert-diagnostics.js';
import {
  checkTrail,
  checkFreeze,
  checkPing,
  checkRules,
  lackOfAuditChannel,
} from './check-changes.js';
import { SECOND_MS } from '../../src/domain/time/units.js';

/** Tries everything this server depends on, without changing anything. */
export const setupCheck = defineCommand({
  name: 'check',
  isLong: true,
  description:
    'Check the key, the pool, the channels, the audit trail, daily posts, alerts and the clock',
  access: 'admin',
  audience: 'private',
  options: z.object({}),
  examples: [''],
  async run(_options, context) {
    const key = await context.guilds.keyInfo(context.guildId);
    const [channel, auditChannel, trail, freeze, rules, ping, daily, alerts, reads] =
      await Promise.all([
        checkChannel('This channel', context.channelId, context),
        checkAuditChannel(context),
        checkTrail(context),
        checkFreeze(context),
        checkRules(context),
        checkPing(context),
        orDamaged('Daily posts', checkDaily(context)),
        orDamaged('Alerts', checkAlerts(context, key !== null)),
        // Bypasses the cache: a check is about now.
        key === null || key.isDamaged ? [FLEET_ACTION] : checkReads(context.pool.fresh(), context),
      ]);
    return checkupReply(
      [
        checkKey(key),
        ...reads,
        channel,
        auditChannel,
        trail,
        freeze,
        rules,
        ...ping,
        ...daily,
        ...alerts,
        ...checkWatch(context, key !== null),
        checkClock(context),
        await checkStore(context),
      ],
      context.clock.now(),
    );
  },
});

function checkKey(key: KeyInfo | null): Diagnostic {
  const what = 'API key';
  if (key === null) return { what, state: 'failed', detail: notConnectedSentence };
  return key.isDamaged
    ? { what, state: 'failed', detail: failureSentence(new DamagedKey()) }
    : { what, state: 'ok', detail: keyDetail(key.lastFour) };
}

/** One entry that can't be read fails its own check alone. */
async function orDamaged(
  what: string,
  checks: Promise<readonly Diagnostic[]>,
): Promise<readonly Diagnostic[]> {
  const done = await toResult(checks);
  if (done.ok) return done.value;
  if (!(done.error instanceof DamagedEntry)) throw done.error;
  return [{ what, state: 'failed', detail: failureSentence(done.error) }];
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

/** Also whether it has what was entered. */
async function checkAuditChannel(context: Context): Promise<Diagnostic> {
  const { auditChannelId } = context.settings;
  const checked = await checkChannel('Audit channel', auditChannelId, context);
  if (checked.state !== 'ok') return checked;
  const lack = await lackOfAuditChannel(context);
  return lack === null ? checked : { ...checked, state: 'failed', detail: lack };
}

/** Whether anybody looks at this server's pool. */
function checkWatch({ alerts, guildId }: Context, isConnected: boolean): readonly Diagnostic[] {
  const since = isConnected ? alerts.runner.unwatchedSince(guildId) : null;
  return since === null ? [] : [unwatchedFinding(since)];
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
const MAX_SKEW_MS = 5 * SECOND_MS;

function checkClock({ askedAt, receivedAt }: Context): Diagnostic {
  const skew = receivedAt - askedAt;
  return {
    what: 'Clock',
    state: Math.abs(skew) <= MAX_SKEW_MS ? 'ok' : 'failed',
    detail: clockDetail(skew),
  };
}
