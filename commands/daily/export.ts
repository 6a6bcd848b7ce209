import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { utcDateOf } from '../../src/domain/time/local-time.js';
import { snapshotColumns } from '../../src/views/files/csv-columns/daily.js';
import { attachedRows } from '../../src/views/files/file-reply.js';
import { snapshotsReply } from '../../src/views/daily/daily-export.js';

export const dailyExport = defineCommand({
  name: 'export',
  description: 'The figures of each daily post, up to 400 days, as a CSV file',
  access: 'viewer',
  audience: 'choose',
  options: z.object({}),
  examples: ['', 'private:True'],
  async run(_options, { daily, guildId, clock, attachmentLimit }) {
    const rows = await daily.snapshots(guildId);
    const today = utcDateOf(clock.now());
    const taken = { rows, attachmentLimit };
    return snapshotsReply(
      rows,
      await attachedRows(`daily-figures-${today}`, snapshotColumns, taken),
    );
  },
});
