import type { Alert } from './alert.js';
import type { Condition } from './conditions.js';
import type { Rule } from './rule.js';

/** A command that shows what an alert is about. */
export interface NextStep {
  readonly command: string;
  readonly options: Readonly<Record<string, string>>;
}

interface Step extends NextStep {
  /** Options that are the rule's. */
  readonly of: readonly ('currency' | 'site' | 'subaccounts')[];
}

const FIGURES = ['currency', 'site', 'subaccounts'] as const;
const miners = (options: NextStep['options']): Step => ({
  command: 'miners list',
  options,
  of: ['site'],
});
const command = (name: string, of: Step['of']): Step => ({ command: name, options: {}, of });

const STEPS: Readonly<Record<Condition, Step | null>> = {
  hashrate: miners({ status: 'offline' }),
  'active-miners': miners({ status: 'offline' }),
  'offline-miners': miners({ status: 'offline' }),
  efficiency: miners({ health: 'failing' }),
  'failing-miners': miners({ health: 'failing' }),
  temperature: miners({ sort: 'max_temperature', order: 'desc' }),
  hashprice: command('summary', ['currency']),
  revenue: command('revenue', FIGURES),
  payout: command('payment-settings list', FIGURES),
  margin: command('balances', ['currency']),
  contracts: command('derivatives contracts', ['currency']),
  'approval-waiting': command('payment-settings list', FIGURES),
  'changed-elsewhere': command('payment-settings list', []),
  pool: null,
};

/** Null where nothing can be read. */
export function nextStep(
  { condition, event }: Pick<Alert, 'condition' | 'event'>,
  rule: Rule | null,
): NextStep | null {
  if (event?.kind === 'elsewhere' && event.key.startsWith('subaccount'))
    return command('subaccount list', []);
  const step = STEPS[condition];
  const typed = {
    currency: rule?.currency,
    site: rule?.site?.name,
    subaccounts: rule?.subaccounts.join(', '),
  };
  const own = step?.of.flatMap((name) => (typed[name] ? [[name, typed[name]] as const] : [])) ?? [];
  return step && { ...step, options: { ...step.options, ...Object.fromEntries(own) } };
}

/** `/miners list status:offline`, tappable once it is sent. */
export function stepWords({ command, options }: NextStep): string {
  const typed = Object.entries(options).map(([name, value]) => `${name}:${value}`);
  return `\`/${[command, ...typed].join(' ').replaceAll('`', '')}\``;
}
