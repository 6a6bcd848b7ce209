import type { Action, Command, CommandGroup } from '../src/command.js';
import { action } from './fleet-action/fleet-action.js';
import { alerts } from './alerts/alerts.js';
import { balances } from './figures/balances.js';
import { changes } from './changes/changes.js';
import { daily } from './daily/daily.js';
import { derivatives } from './derivatives/derivatives.js';
import { devFee } from './figures/dev-fee.js';
import { help } from './help.js';
import { miners } from './miners/miners.js';
import { paymentSettings } from './payment-settings/payment-settings.js';
import { revenue } from './figures/revenue.js';
import { setup } from './setup/setup.js';
import { subaccount } from './subaccount/subaccount.js';
import { summary } from './summary/summary.js';

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
export const actions: readonly Action[] = commands
  .flatMap((each) => ('subcommands' in each ? [each, ...each.subcommands] : [each]))
  .flatMap((each) => each.actions ?? []);
