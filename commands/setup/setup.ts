import type { CommandGroup } from '../../src/command.js';
import { setupCheck } from './check.js';
import { setupDefaults } from './defaults.js';
import { disconnectAnswered, setupDisconnect } from './disconnect.js';
import { connectPressed, keySubmitted, setupKey } from './key.js';
import { looseningButtonActions } from './loosening-buttons.js';
import { setupRoles } from './roles.js';
import { setupShow } from './show.js';

export const setup: CommandGroup = {
  name: 'setup',
  description: 'Connect the pool and say who may do what',
  subcommands: [setupKey, setupRoles, setupDefaults, setupShow, setupCheck, setupDisconnect],
  actions: [connectPressed, keySubmitted, disconnectAnswered, ...looseningButtonActions],
};
