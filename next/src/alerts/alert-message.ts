import type { Picture, Reply } from '../discord/reply.js';
import type { GuildSettings } from '../guilds/settings.js';
import { isOpen, type Alert } from './alert.js';
import { burstReply } from './burst-card.js';
import { alertReply } from './cards.js';
import type { Rule, Silence } from './rule.js';
import { isBuiltIn, roleOf } from './rule-words.js';
import { silencedUntil } from './silences.js';

const TEN_MINUTES = 10 * 60_000;

/** What else of its server the message of an alert shows. */
export interface Surroundings {
  readonly settings: GuildSettings;
  readonly rules: readonly Rule[];
  /** Firing and recovering. */
  readonly open: readonly Alert[];
  /** Those told in its message, itself not included. */
  readonly burst: readonly Alert[];
  readonly silences: readonly Silence[];
  readonly now: number;
}

/** The one message of an alert, or of all that were told with it. */
export function alertMessage(alert: Alert, around: Surroundings, chart?: Picture): Reply {
  const { rules, settings, burst } = around;
  if (burst.length > 0) {
    const alerts = [alert, ...burst];
    const own = rules.filter(({ id }) => alerts.some(({ rule }) => rule === id));
    const roles = own.flatMap((rule) => roleOf(rule, settings) ?? []);
    return burstReply({ alerts, rules: own, roles: [...new Set(roles)] });
  }
  const rule = rules.find(({ id }) => id === alert.rule) ?? null;
  return alertReply({
    alert,
    rule,
    silence: isOpen(alert) ? silenceOf(alert, around) : null,
    also: besides(alert, around.open),
    role: rule && roleOf(rule, settings),
    chart,
  });
}

/** The one in force that ends last. */
function silenceOf({ rule }: Alert, { silences, now }: Surroundings): Silence | null {
  const until = silencedUntil(silences, rule, now);
  if (until === null) return null;
  const ofRule = silences.filter((each) => each.from <= now && [null, rule].includes(each.rule));
  const last = ofRule.toSorted((one, other) => other.until - one.until)[0];
  return last === undefined ? null : { ...last, until };
}

/** One a condition: what began around then often has the same cause. */
function besides(alert: Alert, open: readonly Alert[]): Alert[] {
  if (alert.event !== null) return [];
  const near = open.filter(
    (each) =>
      isOpen(each) &&
      each.id !== alert.id &&
      each.event === null &&
      !isBuiltIn({ id: each.rule }) &&
      Math.abs(each.since - alert.since) <= TEN_MINUTES,
  );
  return [...new Map(near.map((each) => [each.condition, each])).values()];
}
