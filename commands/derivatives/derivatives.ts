import type { CommandGroup } from '../../src/command.js';
import { contract, contractChosen } from './contract.js';
import { contractPages, contracts } from './contracts.js';
import { paymentPages, payments } from './payments.js';
import { positions } from './positions.js';

export const derivatives: CommandGroup = {
  name: 'derivatives',
  description: 'Hashrate contracts, their payments, and positions',
  subcommands: [contracts, contract, payments, positions],
  actions: [...contractPages.actions, contractChosen, ...paymentPages.actions],
};
