import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import { mayUse } from '../../src/domain/guild/access-levels.js';
import { ALERT_LISTED_ACK, alertsReply } from '../../src/views/alerts/replies/alerts-list.js';

const DAYS = 30;

export const alertsList = defineCommand({
  name: 'list',
  description: 'What fires, who has it, what is silenced, and the last 30 days',
  access: 'viewer',
  audience: 'choose',
  options: z.object({}),
  examples: ['', 'private:True'],
  async run(_options, { alerts, guildId, clock, member, settings, isPrivate }) {
    const [rules, state, past] = await Promise.all([
      alerts.rules(guildId),
      alerts.state(guildId),
      alerts.past(guildId, DAYS),
    ]);
    // Others may use a public list; each of them is checked then.
    const mayAcknowledge = !isPrivate || mayUse('manager', member, settings.roles);
    return alertsReply({
      guildId,
      rules,
      state,
      past,
      days: DAYS,
      now: clock.now(),
      acknowledgeId: mayAcknowledge ? encodeCustomId(ALERT_LISTED_ACK) : null,
    });
  },
});
