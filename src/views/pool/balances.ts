import type { APIEmbed } from 'discord-api-types/v10';
import type { Reply } from '../../domain/messages/reply.js';
import type { Read } from '../../pool-api/client.js';
import type { DerivativesBalances, Summary } from '../../pool-api/resources.js';
import type { Result } from '../../domain/errors/result.js';
import { answeredCurrency, currencyTitle } from '../kit/answered-currency.js';
import { card, readNotes, wideField } from '../kit/card.js';
import { failureSentence } from '../errors/failures.js';
import { amount, fraction, signedAmount } from '../kit/figures.js';
import { scopeLine } from '../kit/scope.js';
import { balanceLines } from './summary.js';
import { escapeMarkdown } from '../kit/text.js';
import type { NamedScope } from '../../domain/guild/default-scope.js';

interface BalancesParts {
  /** Only the pool's part has a scope: derivatives are the whole workspace's. */
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

/** One card for the pool and one for each derivatives currency; a part that failed says why. */
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
  return card({
    title: `Derivatives balances · ${escapeMarkdown(currency, 20)}`,
    lines: [readNotes(read)],
    fields: [
      wideField(
        'Margin balance',
        `Realized: ${signedAmount(margin?.realized_margin_balance, currency)}`,
        `Unrealized: ${signedAmount(margin?.unrealized_margin_balance, currency)}`,
        `**Effective: ${signedAmount(margin?.effective_margin_balance, currency)}**`,
      ),
      wideField(
        'Repayment',
        `Upfront payment credits: ${amount(repayment?.upfront_payment_credits, currency)}`,
        `Repaid: ${amount(repayment?.upfront_repayment_made, currency)}`,
        `**Balance: ${signedAmount(repayment?.upfront_repayment_balance, currency)}**`,
      ),
      wideField(
        'Margin requirement',
        `Maintenance margin: ${amount(requirement?.maintenance_requirement, currency)}`,
        `Initial buffer: ${amount(requirement?.initial_buffer_requirement, currency)}`,
        `Initial buffer rate: ${fraction(requirement?.initial_buffer_pct)}`,
      ),
      wideField(
        'Available',
        `After maintenance margin: ${signedAmount(available?.maintenance_available, currency)}`,
        `**After initial buffer: ${signedAmount(available?.initial_buffer_available, currency)}**`,
      ),
    ],
    readAt: read.readAt,
  });
}
