import { did, step, type Story } from './story.js';

const vera = { as: 'Vera', in: 'pool-ops' };

export const firstLook: Story = {
  title: 'First look',
  steps: () => [
    step(vera, 'Vera asks how the pool is doing.', {
      command: { name: 'summary' },
      done: did('/summary'),
    }),
    step(vera, 'What was earned, day by day? The card has a chart.', {
      command: { name: 'revenue' },
      done: did('/revenue'),
    }),
    step(vera, 'Which miners are failing? The hottest come first.', {
      command: {
        name: 'miners list',
        options: { health: 'failing', sort: 'max_temperature', order: 'desc' },
      },
      done: did('/miners list'),
    }),
    step(vera, 'Seven fit on a page. Press CSV below the list: the file has them all.', {
      press: 'CSV',
      done: did('CSV'),
    }),
  ],
};
