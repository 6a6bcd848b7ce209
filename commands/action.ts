import { z } from 'zod';
import { defineCommand, type CommandGroup } from '../src/command.js';
import { fleetActionReply } from '../src/views/fleet-action.js';

const status = defineCommand({
  name: 'status',
  description: 'Progress and failures of one fleet action',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    id: z.string().trim().min(1).max(200).describe('The action’s id, as the pool gives it'),
  }),
  examples: ['id:a-2f1c9d1e-5b7a-4c58-9a3e-0d4b6a7c8e90'],
  async run({ id }, { pool }) {
    return fleetActionReply(await pool.getFleetAction(id));
  },
});

export const action: CommandGroup = {
  name: 'action',
  description: 'What was done to the fleet',
  subcommands: [status],
};
