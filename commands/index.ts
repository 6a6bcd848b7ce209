import type { Action, Command, CommandGroup } from '../src/command.js';
import { action, fleetActionButtons } from './fleet-action/fleet-action.js';
import { alerts, alertsActions } from './alerts/alerts.js';
import { balances } from './figures/balances.js';
import { changes, changesActions } from './changes/changes.js';
import { changeButtonActions } from './changes/buttons.js';
import { daily } from './daily/daily.js';
import { dailyMore } from './daily/buttons.js';
import { dailyOffAnswered } from './daily/off.js';
import { derivatives, derivativesActions } from './derivatives/derivatives.js';
import { devFee, devFeeActions } from './figures/dev-fee.js';
import { help } from './help.js';
import { miners, minersActions } from './miners/miners.js';
import { paymentSettings, paymentSettingsActions } from './payment-settings/payment-settings.js';
import { revenue, revenueActions } from './figures/revenue.js';
import { setup } from './setup/setup.js';
import { disconnectAnswered } from './setup/disconnect.js';
import { connectPressed, keySubmitted } from './setup/key.js';
import { looseningButtonActions } from './setup/loosening-buttons.js';
import { subaccount, subaccountActions } from './subaccount/subaccount.js';
import { summary, summaryActions } from './summary/summary.js';

/** Every slash command. */
export const commands: readonly (Command | CommandGroup)[] = [
  summary,
  revenue,
  devFee,
  balances,
  derivatives,
  miners,
  action,
  subaccount,
  paymentSettings,
  changes,
  daily,
  alerts,
  setup,
  help,
];

/** Every button, select and form, by the kind in its custom id. */
export const actions: readonly Action[] = [
  ...summaryActions,
  ...revenueActions,
  ...devFeeActions,
  ...derivativesActions,
  ...minersActions,
  ...fleetActionButtons,
  ...subaccountActions,
  ...paymentSettingsActions,
  ...changesActions,
  ...changeButtonActions,
  dailyMore,
  dailyOffAnswered,
  ...alertsActions,
  connectPressed,
  keySubmitted,
  disconnectAnswered,
  ...looseningButtonActions,
];
