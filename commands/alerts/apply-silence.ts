import type { Context } from '../../src/command.js';
import { setSilence } from '../../src/domain/alerts/acknowledge-and-silence.js';
import type { Silence } from '../../src/domain/alerts/alert.js';
import { EXTERNAL_CHANGES } from '../../src/domain/alerts/rule.js';
import { readMinutes } from '../../src/domain/alerts/typed-threshold.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import {
  badSilenceWords,
  tooLongSilenceWords,
} from '../../src/views/alerts/replies/alert-sentences.js';
import {
  externalChangesSilencedReply,
  noAuditLine,
  silencedReply,
  toldToAuditLine,
  type SilenceTarget,
} from '../../src/views/alerts/replies/silence-replies.js';
import { tellAudit } from '../shared/tell-audit.js';
import { MINUTE_MS } from '../../src/domain/time/units.js';

const DAY_MINUTES = 1_440;
const MAX_MINUTES = 14 * DAY_MINUTES;

export function longestSilenceMs(rule: SilenceTarget): number {
  return (isAboutExternalChanges(rule) ? DAY_MINUTES : MAX_MINUTES) * MINUTE_MS;
}

/** Throws a UserError if the text is no time, or longer than this rule may be silent. */
export function readSilence(rule: SilenceTarget, typed: string): number {
  const minutes = readMinutes(typed);
  const isShort = isAboutExternalChanges(rule);
  if (minutes !== null && isShort && minutes > DAY_MINUTES)
    throw new UserError(tooLongSilenceWords(rule === null ? 'all' : 'one'));
  const most = longestSilenceMs(rule) / MINUTE_MS;
  if (minutes === null || minutes < 1 || minutes > most)
    throw new UserError(badSilenceWords(typed, most));
  return minutes * MINUTE_MS;
}

/** The audit channel hears of a silence of external changes before it begins. */
export async function silenceUntil(
  rule: SilenceTarget,
  { until, reason }: Pick<Silence, 'until' | 'reason'>,
  context: Context,
): Promise<Reply> {
  const { alerts, guildId, member, clock } = context;
  const asked = {
    by: member.userId,
    at: clock.now(),
    until,
    ...(reason === undefined || reason === '' ? {} : { reason }),
  };
  const isTold = isAboutExternalChanges(rule);
  const hasAudit = isTold && (await tellAudit(externalChangesSilencedReply(rule, asked), context));
  await alerts.change(guildId, (now) => setSilence(now, rule?.id ?? 'all', asked));
  await alerts.deliver(guildId);
  const note = hasAudit ? toldToAuditLine : noAuditLine;
  return silencedReply(rule, asked, isTold ? note : null);
}

/** Such a rule may be silent for a day at most. */
export function isAboutExternalChanges(rule: SilenceTarget): boolean {
  return rule === null || rule.condition === EXTERNAL_CHANGES;
}
