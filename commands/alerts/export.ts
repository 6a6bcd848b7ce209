import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { HISTORY_DAYS } from '../../src/domain/alerts/past-alert.js';
import { utcDateOf } from '../../src/domain/time/local-time.js';
import { alertsExportReply } from '../../src/views/alerts/replies/alert-replies.js';
import { alertColumns } from '../../src/views/files/csv-columns/alerts.js';
import { attachedRows } from '../../src/views/files/file-reply.js';

export const alertsExport = defineCommand({
  name: 'export',
  description: 'The alerts that ended in the last 400 days, as a CSV file',
  access: 'viewer',
  audience: 'choose',
  options: z.object({}),
  examples: ['', 'private:True'],
  async run(_options, { alerts, guildId, clock, attachmentLimit }) {
    const past = await alerts.past(guildId, HISTORY_DAYS);
    const attached = await attachedRows(`alerts-${utcDateOf(clock.now())}`, alertColumns, {
      rows: past.alerts,
      attachmentLimit,
    });
    return alertsExportReply(past, { attached, days: HISTORY_DAYS });
  },
});
