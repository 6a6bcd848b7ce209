import { notRecordedSentence } from '../../src/views/changes/pool-answer/unsaved.js';
import type { Context } from '../../src/command.js';
import { toResult } from '../../src/domain/errors/result.js';
import { isUnresolved } from '../../src/domain/changes/unresolved.js';
import { MINUTE_MS } from '../../src/domain/time/units.js';
import {
  type Diagnostic,
  lackingDetail,
  NOTHING_OPEN,
  pingFinding,
} from '../../src/views/setup/diagnostics.js';
import { trailSentence } from '../../src/views/changes/trail/trail-replies.js';
import { frozenLine } from '../../src/views/changes/trail/freeze-replies.js';
import { toLookIntoSentence } from '../../src/views/changes/change-headline.js';
import { failureSentence } from '../../src/views/errors/failures.js';
import { looseningDetail, NO_LOOSENING } from '../../src/views/audit/loosening-lines.js';
import { behindLine } from '../../src/views/changes/trail/behind.js';

/** A broken trail stops every change of this server. */
export async function checkTrail({ changes, guildId }: Context): Promise<Diagnostic> {
  const verdict = await changes.verifyTrail(guildId);
  const state = verdict.broken === null ? 'ok' : 'failed';
  return { what: 'Audit trail', state, detail: trailSentence(verdict) };
}

/** What was just entered is still on its way. */
const ON_ITS_WAY_MS = MINUTE_MS;

/** Null where the audit channel has all, or nobody can tell: then another check fails. */
export async function lackOfAuditChannel({
  changes,
  clock,
  guildId,
}: Context): Promise<string | null> {
  const lacks = await toResult(changes.lackedByAuditChannel(guildId));
  if (!lacks.ok || lacks.value === null) return null;
  return clock.now() - lacks.value.at > ON_ITS_WAY_MS ? lackingDetail(lacks.value) : null;
}

/** A broken trail is reported by the trail's own check. */
export async function checkFreeze({ changes, guildId }: Context): Promise<Diagnostic> {
  const what = 'Changes';
  const read = await toResult(
    Promise.all([changes.behind(guildId), changes.frozen(guildId), changes.current(guildId)]),
  );
  if (!read.ok) return { what, state: 'failed', detail: failureSentence(read.error) };
  const [behind, frozen, all] = read.value;
  if (behind !== null) return { what, state: 'failed', detail: behindLine(behind) };
  if (frozen !== null) return { what, state: 'failed', detail: frozenLine(frozen) };
  const notRecorded = changes.notRecorded(guildId);
  if (notRecorded.length > 0)
    return { what, state: 'failed', detail: notRecordedSentence(notRecorded) };
  const open = all.filter((each) => isUnresolved(each));
  return open.length === 0
    ? { what, state: 'ok', detail: NOTHING_OPEN }
    : { what, state: 'failed', detail: toLookIntoSentence(open) };
}

export async function checkRules({ changes, guildId }: Context): Promise<Diagnostic> {
  const what = 'Rules';
  const read = await toResult(changes.loosenings.waiting(guildId));
  if (!read.ok) return { what, state: 'failed', detail: failureSentence(read.error) };
  return read.value === null
    ? { what, state: 'ok', detail: NO_LOOSENING }
    : { what, state: 'warning', detail: looseningDetail(read.value) };
}

/** Whether the role that is pinged for a second person is heard here; none if none is set. */
export async function checkPing(context: Context): Promise<readonly Diagnostic[]> {
  const { deployment, settings, channelId, guildId } = context;
  const { pingRoleId } = settings;
  if (pingRoleId === undefined) return [];
  const heard = await toResult(deployment.mentionOf(pingRoleId, channelId, guildId));
  return heard.ok ? [pingFinding(pingRoleId, heard.value)] : [];
}
