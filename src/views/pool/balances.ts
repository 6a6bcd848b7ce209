import type { APIEmbed } from 'discord-api-types/v10';
import type { Reply } from '../../domain/messages/reply.js';
import type { Read } from '../../pool-api/client.js';
import type { DerivativesBalances, Summary } from '../../pool-api/resources.js';
import type { Result } from '../../domain/errors/result.js';
import { answeredCurrency, currencyTitle } from '../kit/reported-currency.js';
import { card, readNotes } from '../kit/card.js';
import { failureSentence } from '../errors/failures.js';
import type { Numeric } from '../../domain/numbers/numeric.js';
import { amount, bareAmount, bareSignedAmount, fraction, signedAmount } from '../kit/figures.js';
import { scopeLine } from '../kit/scope.js';
import { balanceLines } from './summary/summary.js';
import { escapeMarkdown } from '../kit/text.js';
import type { NamedScope } from '../../domain/guild/default-scope.js';

interface BalancesParts {
  /** Only the pool's part has a scope: derivatives cover the whole workspace. */
  readonly pool: {
    readonly currency: string;
    readonly scope: NamedScope;
    readonly outcome: Result<Read<Summary>>;
  } | null;
  readonly derivatives: readonly {
    readonly currency: string;
    readonly outcome: Result<Read<DerivativesBalances>>;
  }[];
}

/** A card for the pool and one per derivatives currency; a failed part says why. */
export function balancesReply({ pool, derivatives }: BalancesParts): Reply {
  const embeds = derivatives.map(({ currency, outcome }) =>
    outcome.ok
      ? derivativesCard(outcome.value, currency)
      : failedCard(`Derivatives balances · ${currency}`, outcome.error),
  );
  const outcomes = [pool, ...derivatives].flatMap((part) => part?.outcome ?? []);
  const failed = outcomes.find(({ ok }) => !ok);
  return {
    embeds: pool === null ? embeds : [poolCard(pool), ...embeds],
    ...(failed?.ok === false && { failure: failed.error }),
  };
}

function failedCard(title: string, error: unknown): APIEmbed {
  return card({ title, tone: 'warning', lines: [`Not shown: ${failureSentence(error)}`] });
}

function poolCard({ currency, scope, outcome }: NonNullable<BalancesParts['pool']>): APIEmbed {
  const title = `Pool balance · ${currencyTitle(currency)}`;
  if (!outcome.ok) return failedCard(title, outcome.error);
  const { value, readAt, ...notes } = outcome.value;
  return card({
    title,
    lines: [scopeLine(scope), `**${balanceLines(value.balance)}**`, readNotes(notes)],
    readAt,
  });
}

function derivativesCard(read: Read<DerivativesBalances>, requested: string): APIEmbed {
  const { value } = read;
  const currency = answeredCurrency(value, requested);
  const margin = value.current_margin_balance;
  const repayment = value.current_repayment_balance;
  const requirement = value.current_margin_requirement;
  const available = value.current_available;
  const signed = (figure: Numeric | null | undefined) => bareSignedAmount(figure, currency);
  const bare = (figure: Numeric | null | undefined) => bareAmount(figure, currency);
  return card({
    title: `Derivatives balances · ${escapeMarkdown(currency, 20)}`,
    // First what is available, then the breakdown of each figure in small print: a phone shows both
    // currencies without scrolling.
    lines: [
      `**Available: ${signedAmount(available?.initial_buffer_available, currency)}**`,
      `-# after initial buffer · after maintenance margin ${signed(available?.maintenance_available)}`,
      `Effective margin: **${signedAmount(margin?.effective_margin_balance, currency)}**`,
      `-# realized ${signed(margin?.realized_margin_balance)} · unrealized ${signed(margin?.unrealized_margin_balance)}`,
      `Repayment balance: **${signedAmount(repayment?.upfront_repayment_balance, currency)}**`,
      `-# upfront credits ${bare(repayment?.upfront_payment_credits)} · repaid ${bare(repayment?.upfront_repayment_made)}`,
      `Maintenance margin: **${amount(requirement?.maintenance_requirement, currency)}**`,
      `-# initial buffer ${bare(requirement?.initial_buffer_requirement)} · buffer rate ${fraction(requirement?.initial_buffer_pct)}`,
      readNotes(read),
    ],
    readAt: read.readAt,
  });
}
