import type { CommandGroup } from '../../src/command.js';
import { dailyMore } from './buttons.js';
import { dailyExport } from './export.js';
import { dailyNow } from './now.js';
import { dailyOff, dailyOffAnswered } from './off.js';
import { dailySet } from './set.js';
import { dailyShow } from './show.js';

export const daily: CommandGroup = {
  name: 'daily',
  description: 'A summary posted every day at a time you choose',
  subcommands: [dailySet, dailyShow, dailyNow, dailyOff, dailyExport],
  actions: [dailyMore, dailyOffAnswered],
};
