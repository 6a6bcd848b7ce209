import type { Action, Command, CommandGroup } from '../src/command.js';
import { action } from './action.js';
import { balances } from './balances.js';
import { help } from './help.js';
import { miners, minersActions } from './miners.js';
import { setup } from './setup.js';
import { disconnectAnswered } from './setup/disconnect.js';
import { keySubmitted } from './setup/key.js';
import { summary } from './summary.js';

/** Everything people can type. A command that is not in this list does not exist. */
export const commands: readonly (Command | CommandGroup)[] = [
  summary,
  balances,
  miners,
  action,
  setup,
  help,
];

/** Everything people can click, select and submit, found by the kind in its custom id. */
export const actions: readonly Action[] = [...minersActions, keySubmitted, disconnectAnswered];
