import { action } from './fleet-action.js';
import { alerts } from './alerts.js';
import { balances } from './balances.js';
import { changes } from './changes.js';
import { daily } from './daily.js';
import { derivatives } from './derivatives.js';
import { devFee } from './dev-fee.js';
import { help } from './help.js';
import { miners } from './miners.js';
import { paymentSettings } from './payment-settings.js';
import { revenue } from './revenue.js';
import { setup } from './setup.js';
import { subaccount } from './subaccount.js';
import { summary } from './summary.js';

const files = [
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

export const commands = files.flatMap((file) => file.commands);
export const actions = files.flatMap((file) => file.actions);

/** What Discord shows of a group of subcommands. */
export const groups = {
  derivatives: 'Contracts, payments and positions',
  miners: 'Miners of the fleet',
  action: 'Fleet actions',
  subaccount: 'Subaccounts and their sites',
  'payment-settings': 'Payout schedules and addresses',
  changes: 'Requested changes: list, show, export, freeze',
  daily: 'Daily, weekly and monthly posts',
  alerts: 'What is watched, what fires, who has it',
  setup: 'Connect this server and set it up',
};
