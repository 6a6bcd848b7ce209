import type { CommandGroup } from '../src/command.js';
import { dailyExport } from './daily/export.js';
import { dailyNow } from './daily/now.js';
import { dailyOff } from './daily/off.js';
import { dailySet } from './daily/set.js';
import { dailyShow } from './daily/show.js';

export const daily: CommandGroup = {
  name: 'daily',
  description: 'A summary posted every day at a time of yours',
  subcommands: [dailySet, dailyShow, dailyNow, dailyOff, dailyExport],
};
