import type { CommandGroup } from '../src/command.js';
import { setupCheck } from './setup/check.js';
import { setupDefaults } from './setup/defaults.js';
import { setupDisconnect } from './setup/disconnect.js';
import { setupKey } from './setup/key.js';
import { setupRoles } from './setup/roles.js';
import { setupShow } from './setup/show.js';

export const setup: CommandGroup = {
  name: 'setup',
  description: 'Connect the pool and say who may do what',
  subcommands: [setupKey, setupRoles, setupDefaults, setupShow, setupCheck, setupDisconnect],
};
