import type { CommandGroup } from '../../src/command.js';
import { setupCheck } from './check.js';
import { setupDefaults } from './defaults.js';
import { setupDisconnect } from './disconnect.js';
import { setupKey } from './key.js';
import { setupRoles } from './roles.js';
import { setupShow } from './show.js';

export const setup: CommandGroup = {
  name: 'setup',
  description: 'Connect the pool and say who may do what',
  subcommands: [setupKey, setupRoles, setupDefaults, setupShow, setupCheck, setupDisconnect],
};
