import type { Alert } from '../alert.js';
import type { Tell } from '../tell.js';

const MOST_MESSAGES = 10;
const GRAVITY = { critical: 2, warning: 1, info: 0 } as const;

/**
 * More than ten new alerts for one channel become one message: the gravest leads, and lists the
 * others. Returns the tells, and the alerts as they are then.
 */
export function inBursts(tells: readonly Tell[]): {
  readonly tells: readonly Tell[];
  readonly alerts: readonly Alert[];
} {
  const fired = tells.filter((tell) => tell.kind === 'fired');
  const channels = new Set(fired.map(({ rule }) => rule.channel));
  const many = [...channels]
    .map((channel) => fired.filter(({ rule }) => rule.channel === channel))
    .filter((group) => group.length > MOST_MESSAGES);
  const bursts = many.map((group) => {
    const [first, ...others] = group.toSorted((one, other) => gravity(other) - gravity(one));
    const burst = others.map(({ alert }) => alert.id);
    return { leader: first && { ...first, alert: { ...first.alert, burst } }, others };
  });
  const isIn = new Set<Tell>(many.flat());
  return {
    tells: [
      ...tells.filter((tell) => !isIn.has(tell)),
      ...bursts.flatMap(({ leader }) => leader ?? []),
    ],
    alerts: bursts.flatMap(({ leader, others }) =>
      leader === undefined
        ? []
        : [leader.alert, ...others.map(({ alert }) => ({ ...alert, toldBy: leader.alert.id }))],
    ),
  };
}

/** Where the money goes comes first. */
function gravity({ alert }: { readonly alert: Alert }): number {
  const isPayout = alert.event?.kind === 'elsewhere' && alert.event.isPayoutAddress;
  return isPayout ? 3 : GRAVITY[alert.severity];
}
