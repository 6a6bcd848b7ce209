import { z } from 'zod';
import { defineAction, type Replies, type Context } from '../../../src/command.js';
import type { Alert } from '../../../src/domain/alerts/alert.js';
import { rulesInForce, type AlertRule } from '../../../src/domain/alerts/rule.js';
import {
  DERIVATIVES_CURRENCIES,
  POOL_CURRENCIES,
  type PoolCurrency,
} from '../../../src/domain/pool/currencies.js';
import { UserError } from '../../../src/domain/errors/user-errors.js';
import { ALERT_SHOW } from '../../../src/views/alerts/alert-buttons.js';
import { oldAlertWords } from '../../../src/views/alerts/replies/alert-sentences.js';
import { openBalances } from '../../figures/balances.js';
import { contractPages } from '../../derivatives/contracts.js';
import { minerPages } from '../../miners/miners.js';
import { paymentSettingsPages } from '../../payment-settings/payment-settings.js';
import { revenuePages } from '../../figures/revenue.js';
import { rangeOf } from '../../shared/date-options.js';
import { subaccountPages } from '../../subaccount/subaccount.js';
import { showSummary } from '../../summary/show-summary.js';
import { alertsList } from '../list.js';

/** What an alert is about, with current figures, shown to the person who clicked. */
export const alertShown = defineAction({
  kind: ALERT_SHOW,
  access: 'viewer',
  answers: 'private',
  // The id of an alert, rule or burst, then whatever tells its messages apart.
  args: z.tuple([z.string()], z.string()),
  async run({ args: [id] }, context) {
    const { alerts, guildId } = context;
    const [state, rules] = await Promise.all([alerts.state(guildId), alerts.rules(guildId)]);
    // The list has each of a burst's alerts.
    if (state.storms.some((burst) => burst.id === id)) return listedAlerts(context);
    const alert = state.alerts.find((each) => each.id === id);
    // The rule outlives the alert, whose id begins with the rule's.
    const rule = rulesInForce(rules).find((each) => each.id === id || id.startsWith(`${each.id}-`));
    if (rule === undefined) throw new UserError(oldAlertWords);
    return concerned(rule, alert, context);
  },
});

function listedAlerts(context: Context) {
  return alertsList.run({}, { ...context, isPrivate: true });
}

function concerned(
  rule: AlertRule,
  alert: Alert | undefined,
  context: Context,
): Promise<Replies> | ReturnType<typeof listedAlerts> {
  const { siteId, siteName, subaccounts } = rule;
  const site = { siteId, siteName };
  const scope = { ...site, ...(subaccounts === undefined ? {} : { subaccountNames: subaccounts }) };
  const currency = poolCurrencyOf(rule, context);
  switch (rule.condition) {
    case 'hashrate':
    case 'efficiency':
      return showSummary(currency, scope, context);
    case 'active-miners':
    case 'offline-miners':
      return minerPages.open({ status: 'offline', ...site }, context);
    case 'failing-miners':
      return minerPages.open({ health: 'failing', ...site }, context);
    case 'temperature':
      return minerPages.open({ sort: 'max_temperature', order: 'desc', ...site }, context);
    case 'revenue':
      return revenuePages.open({ currency, scope, range: rangeOf({}, context) }, context);
    case 'margin':
      return openBalances(derivativesCurrencyOf(rule), context);
    case 'contracts':
      return contractPages.open({ currency: derivativesCurrencyOf(rule) }, context);
    case 'approval-waiting':
      return paymentSettingsPages.open({ currency, scope }, context);
    case 'changed-elsewhere':
      return isAboutPayments(alert)
        ? paymentSettingsPages.open({ currency: currencyIn(alert) ?? currency, scope: {} }, context)
        : subaccountPages.open({}, context);
    case 'pool':
    default:
      // The pool can't be read, so only what the bot keeps can be shown.
      return listedAlerts(context);
  }
}

function poolCurrencyOf({ currency }: AlertRule, { settings }: Context): PoolCurrency {
  return POOL_CURRENCIES.find((each) => each === currency) ?? settings.currency;
}

function derivativesCurrencyOf({ currency }: AlertRule) {
  return DERIVATIVES_CURRENCIES.find((each) => each === currency) ?? DERIVATIVES_CURRENCIES[0];
}

const record = z
  .object({ currency: z.enum(POOL_CURRENCIES) })
  .nullish()
  .catch(null);
const facts = z.object({ before: record, after: record });

/** Changed payment settings have a currency, subaccounts don't. */
function currencyIn(alert: Alert | undefined): PoolCurrency | undefined {
  const parsed = facts.safeParse(alert?.facts);
  return parsed.success ? (parsed.data.after ?? parsed.data.before)?.currency : undefined;
}

function isAboutPayments(alert: Alert | undefined): boolean {
  return alert === undefined || currencyIn(alert) !== undefined;
}
