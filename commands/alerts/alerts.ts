import type { CommandGroup } from '../../src/command.js';
import { alertsAdd } from './add.js';
import { alertAcknowledged, alertListedAcknowledged } from './buttons/acknowledge.js';
import { alertShown } from './buttons/show.js';
import { silenceActions } from './buttons/silence.js';
import { alertsChannel } from './channel.js';
import { alertsEdit } from './edit.js';
import { alertsExport } from './export.js';
import { alertsList } from './list.js';
import { alertsRemove, alertsRemoveAnswered } from './remove.js';
import { alertsRules } from './rules.js';
import { alertsSilence } from './silence.js';
import { suggestedAdded } from './suggested/suggested.js';
import { alertsTest } from './test.js';

export const alerts: CommandGroup = {
  name: 'alerts',
  description: 'Be told when something is wrong, before anybody asks',
  subcommands: [
    alertsAdd,
    alertsEdit,
    alertsRemove,
    alertsRules,
    alertsList,
    alertsSilence,
    alertsTest,
    alertsChannel,
    alertsExport,
  ],
  actions: [
    alertAcknowledged,
    alertListedAcknowledged,
    alertShown,
    ...silenceActions,
    alertsRemoveAnswered,
    suggestedAdded,
  ],
};
