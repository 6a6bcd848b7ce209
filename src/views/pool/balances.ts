import type { APIEmbed } from 'discord-api-types/v10';
import type { Reply } from '../../domain/messages/reply.js';
import type { Read } from '../../pool-api/client.js';
import type { DerivativesBalances, Summary } from '../../pool-api/resources.js';
import type { Result } from '../../domain/errors/result.js';
import { answeredCurrency } from '../kit/answered-currency.js';
import { card, readNotes, wideField } from '../kit/card.js';
import { failureSentence } from '../errors/failures.js';
import { amount, fraction, signedAmount } from '../kit/figures.js';
import { scopeLine } from '../kit/scope.js';
import { balanceLines } from './summary.js';
import { escapeMarkdown } from '../kit/text.js';
import type { NamedScope } from '../../domain/guild/default-scope.js';

export interface BalancesParts {
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
export function balancesReply(parts: BalancesParts): Reply {
  const pool = parts.pool;
  return {
    embeds: [
      ...(pool === null
        ? []
        : [
            section(`Pool balance · ${pool.currency}`, pool.outcome, (title, read) =>
              poolCard(title, read, pool.scope),
            ),
          ]),
      ...parts.derivatives.map(({ currency, outcome }) =>
        section(`Derivatives balances · ${currency}`, outcome, (_, read) =>
          derivativesCard(read, currency),
        ),
      ),
    ],
  };
}

function section<Value>(
  title: string,
  outcome: Result<Value>,
  show: (title: string, value: Value) => APIEmbed,
): APIEmbed {
  if (outcome.ok) return show(title, outcome.value);
  return card({ title, tone: 'warning', lines: [`Not shown: ${failureSentence(outcome.error)}`] });
}

function poolCard(title: string, read: Read<Summary>, scope: NamedScope): APIEmbed {
  return card({
    title,
    lines: [scopeLine(scope), `**${balanceLines(read.value.balance)}**`, readNotes(read)],
    readAt: read.readAt,
  });
}

function derivativesCard(read: Read<DerivativesBalances>, asked: string): APIEmbed {
  const { value } = read;
  const currency = answeredCurrency(value, asked);
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
        [
          `Realized: ${signedAmount(margin?.realized_margin_balance, currency)}`,
          `Unrealized: ${signedAmount(margin?.unrealized_margin_balance, currency)}`,
          `**Effective: ${signedAmount(margin?.effective_margin_balance, currency)}**`,
        ].join('\n'),
      ),
      wideField(
        'Repayment',
        [
          `Upfront payment credits: ${amount(repayment?.upfront_payment_credits, currency)}`,
          `Repaid: ${amount(repayment?.upfront_repayment_made, currency)}`,
          `**Balance: ${signedAmount(repayment?.upfront_repayment_balance, currency)}**`,
        ].join('\n'),
      ),
      wideField(
        'Margin requirement',
        [
          `Maintenance margin: ${amount(requirement?.maintenance_requirement, currency)}`,
          `Initial buffer: ${amount(requirement?.initial_buffer_requirement, currency)}`,
          `Initial buffer rate: ${fraction(requirement?.initial_buffer_pct)}`,
        ].join('\n'),
      ),
      wideField(
        'Available above',
        [
          `Maintenance margin: ${signedAmount(available?.maintenance_available, currency)}`,
          `**Initial buffer: ${signedAmount(available?.initial_buffer_available, currency)}**`,
        ].join('\n'),
      ),
    ],
    readAt: read.readAt,
  });
}
