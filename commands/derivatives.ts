import type { Action, CommandGroup } from '../src/command.js';
import { contract } from './derivatives/contract.js';
import { contractPages, contracts } from './derivatives/contracts.js';
import { paymentPages, payments } from './derivatives/payments.js';
import { positions } from './derivatives/positions.js';

export const derivatives: CommandGroup = {
  name: 'derivatives',
  description: 'Hashrate contracts, what they owe and bring, and positions',
  subcommands: [contracts, contract, payments, positions],
};

export const derivativesActions: readonly Action[] = [
  ...contractPages.actions,
  ...paymentPages.actions,
];
