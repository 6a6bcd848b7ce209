import { did, type Story } from './story.js';

export const firstLook: Story = {
  title: 'First look',
  steps: [
    {
      say: 'Vera asks how the pool is doing.',
      as: 'Vera',
      in: 'pool-ops',
      command: { name: 'summary' },
      done: did('/summary'),
    },
    {
      say: 'What was earned, day by day? The card has a chart.',
      as: 'Vera',
      in: 'pool-ops',
      command: { name: 'revenue' },
      done: did('/revenue'),
    },
    {
      say: 'Which miners are failing? The hottest come first.',
      as: 'Vera',
      in: 'pool-ops',
      command: {
        name: 'miners list',
        options: { health: 'failing', sort: 'max_temperature', order: 'desc' },
      },
      done: did('/miners list'),
    },
    {
      say: 'Seven fit on a page. Press CSV below the list: the file has them all.',
      as: 'Vera',
      in: 'pool-ops',
      done: did('CSV'),
    },
  ],
};
