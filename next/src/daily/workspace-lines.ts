import { failedLine, type Part } from '../cards/failures.js';
import { count, NOT_GIVEN, signed, signedCell } from '../cards/kit/figures.js';
import { escape } from '../cards/kit/text.js';
import { moment } from '../cards/kit/times.js';
import { areManyFailing, openLine, type Fleet, type OpenWork } from '../cards/pool-state.js';
import type { Line } from '../discord/reply.js';
import { PoolError } from '../pool/pool-error.js';
import type { List } from '../pool/pool.js';
import type { Miner, Summary } from '../pool/schemas.js';
import type { Collected } from './collect.js';

/** What is of the whole workspace, whatever it mines, and so stands once in a post. */
export function workspaceLines({
  collected: { miners, derivatives, guild },
  open,
}: {
  readonly collected: Pick<Collected, 'miners' | 'derivatives' | 'guild'>;
  readonly open: OpenWork;
}): Line[] {
  return [
    ...minerLines(miners),
    ...derivatives.map(({ currency, balances }) => {
      if (balances instanceof PoolError) return failedLine(`Derivatives ${currency}`, balances);
      const { current_margin_balance: margin, current_available: available } = balances.value;
      const left = signedCell(available?.initial_buffer_available, currency);
      return `Margin **${signed(margin?.effective_margin_balance, currency)}**, available ${left}`;
    }),
    openLine(open),
    guild.loosening && `🔓 A weaker rule takes effect ${moment(guild.loosening.effectiveAt, 'R')}`,
  ];
}

/** `Miners: 1,870 hashing · 60 offline · 56 idle` */
function minerLines(miners: Part<List<Miner>> | null): Line[] {
  if (miners === null) return [];
  if (miners instanceof PoolError) return [failedLine('Miners', miners)];
  const counts = new Map<string, number>();
  for (const { hashing_status: status } of miners.rows) {
    const name = escape(status || `status ${NOT_GIVEN}`, 20);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const words = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, total]) => `${count(total)} ${name}`);
  return [
    `Miners: ${words.join(' · ') || 'none'}`,
    miners.incomplete && `⚠️ **Incomplete:** miners, ${miners.incomplete}`,
  ];
}

/** Null where few fail. The total stands only where all were counted. */
export function fleetOf(
  miners: Part<List<Miner>> | null,
  summary: Summary | undefined,
): Fleet | null {
  if (miners === null || miners instanceof PoolError) return null;
  const failing = miners.rows.filter(({ healthy_status }) => healthy_status === 'failing').length;
  const isMore = miners.incomplete !== null;
  if (failing === 0) return null;
  if (!isMore) return { failing, isMore, total: miners.rows.length };
  return areManyFailing(failing, summary?.active_miners) ? { failing, isMore, total: null } : null;
}
