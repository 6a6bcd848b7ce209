import type { Alert } from './alert.js';
import type { Rule } from './rule.js';

type Options = Readonly<Record<string, string>>;

/** A command that shows what an alert is about. */
export interface NextStep {
  readonly command: string;
  readonly options: Options;
}

/** Null where nothing can be read. */
export function nextStep(
  { condition, event }: Pick<Alert, 'condition' | 'event'>,
  rule: Rule | null,
): NextStep | null {
  const site: Options = rule?.site ? { site: rule.site.name } : {};
  const subaccounts: Options = rule?.subaccounts.length
    ? { subaccounts: rule.subaccounts.join(', ') }
    : {};
  const currency: Options = rule?.currency ? { currency: rule.currency } : {};
  const miners = (options: Options) => ({
    command: 'miners list',
    options: { ...options, ...site },
  });
  switch (condition) {
    case 'hashrate':
    case 'active-miners':
    case 'offline-miners':
      return miners({ status: 'offline' });
    case 'efficiency':
    case 'failing-miners':
      return miners({ health: 'failing' });
    case 'temperature':
      return miners({ sort: 'max_temperature', order: 'desc' });
    case 'hashprice':
      return { command: 'summary', options: currency };
    case 'revenue':
      return { command: 'revenue', options: { ...currency, ...site, ...subaccounts } };
    case 'payout':
      return {
        command: 'payment-settings list',
        options: { ...currency, ...site, ...subaccounts },
      };
    case 'margin':
      return { command: 'balances', options: currency };
    case 'contracts':
      return { command: 'derivatives contracts', options: currency };
    case 'approval-waiting':
      return {
        command: 'payment-settings list',
        options:
          event?.kind === 'approval'
            ? { currency: event.currency, subaccounts: event.subaccount }
            : currency,
      };
    case 'changed-elsewhere':
      return event?.kind === 'elsewhere' && event.key.startsWith('subaccount')
        ? { command: 'subaccount list', options: {} }
        : { command: 'payment-settings list', options: {} };
    case 'pool':
      return null;
    default:
      return condition satisfies never;
  }
}

/** `/miners list status:offline`, tappable once it is sent. */
export function stepWords({ command, options }: NextStep): string {
  const typed = Object.entries(options).map(([name, value]) => `${name}:${value}`);
  return typed.length === 0
    ? `/${command}`
    : `\`/${[command, ...typed].join(' ').replaceAll('`', '')}\``;
}
