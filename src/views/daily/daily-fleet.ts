import type { APIEmbed } from 'discord-api-types/v10';
import type { Read } from '../../pool-api/client.js';
import { areManyFailing, type FailingMiners } from '../../domain/daily/pool-state.js';
import type { DerivativesBalances } from '../../pool-api/resources.js';
import { answeredCurrency } from '../kit/reported-currency.js';
import { card, readNotes } from '../kit/card.js';
import type { CurrencyParts, DailyPostModel, PostData, FleetCount } from './daily-post-model.js';
import { section } from './daily-section.js';
import { failureSentence } from '../errors/failures.js';
import { count, NOT_GIVEN, plural, signedAmount } from '../kit/figures.js';
import { escapeMarkdown } from '../kit/text.js';

/** A daily post's cards about the whole workspace. */

export function failingOf({ total, failing }: FleetCount): FailingMiners {
  return { failing: failing.count, atLeast: failing.atLeast, total };
}

/** Whether a currency’s card begins with a state, which covers the whole fleet too. */
export function saysState({ summary }: CurrencyParts): boolean {
  return summary?.ok === true;
}

export function fleetCard({ gathered, scope }: DailyPostModel): APIEmbed | null {
  const { miners } = gathered;
  if (miners === null) return null;
  const title =
    scope.siteName === undefined ? 'Miners' : `Miners · ${escapeMarkdown(scope.siteName, 60)}`;
  if (!miners.ok) {
    const why = `⚠️ Not counted. ${failureSentence(miners.error)}`;
    return card({ title, tone: 'warning', lines: [why] });
  }
  const { total, hashing, health, readAt } = miners.value;
  const failing = miners.value.failing.count;
  const warns = areManyFailing(failingOf(miners.value)) === true;
  const isTold = gathered.currencies.some(saysState);
  return card({
    title,
    tone: warns ? 'warning' : 'neutral',
    lines: [
      warns && !isTold ? `⚠️ **${count(failing)} of ${count(total)} miners are failing.**` : null,
      total === 0 ? 'The pool lists no miner.' : `${plural(total, 'miner')}: ${words(hashing)}`,
      total === 0 ? null : `Health: ${words(health)}`,
      readNotes(miners.value),
    ],
    readAt,
  });
}

const MAX_WORDS = 6;

/** `1,851 hashing · 40 idle`, in the pool's own words, most first. */
function words(counts: FleetCount['hashing']): string {
  const parts = [...counts].toSorted(([, a], [, b]) => b - a);
  const shown = parts
    .slice(0, MAX_WORDS)
    .map(
      ([word, many]) =>
        `**${count(many)}** ${word === null ? NOT_GIVEN : escapeMarkdown(word, 30)}`,
    );
  const left = parts.slice(MAX_WORDS).reduce((sum, [, many]) => sum + many, 0);
  return (left > 0 ? [...shown, `**${count(left)}** other`] : shown).join(' · ');
}

export function derivativesCard(parts: PostData['derivatives']): APIEmbed | null {
  if (parts === null) return null;
  const failed = parts.some(({ outcome }) => !outcome.ok);
  return card({
    title: 'Derivatives',
    tone: failed ? 'warning' : 'neutral',
    lines: parts.flatMap(({ currency, outcome }) =>
      section(currency, outcome, (read) => marginLines(read, currency)),
    ),
  });
}

function marginLines({ value }: Read<DerivativesBalances>, requested: string): string[] {
  const currency = answeredCurrency(value, requested);
  const margin = value.current_margin_balance?.effective_margin_balance;
  const available = value.current_available?.maintenance_available;
  return [
    `Effective margin: **${signedAmount(margin, currency)}**`,
    `Available after maintenance margin: **${signedAmount(available, currency)}**`,
  ];
}
