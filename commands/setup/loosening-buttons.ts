import { z } from 'zod';
import { defineAction, type Action, type Context } from '../../src/command.js';
import { LOOSENING_BUTTONS } from '../../src/views/audit/loosening-lines.js';
import { settingsReply } from '../../src/views/setup/settings-card.js';

/** A loosening's buttons. Open to everyone, because the engine judges and records each refusal. */

/** Number and hash head of the requesting entry. */
const args = z
  .array(z.string())
  .transform(([seq, head = '', ...more]) => ({ seq: Number([seq, ...more].join(':')), head }));

export const looseningButtonActions: readonly Action[] = (['confirm', 'withdraw'] as const).map(
  (decision) =>
    defineAction({
      kind: LOOSENING_BUTTONS[decision],
      access: 'anyone',
      answers: 'private',
      writes: true,
      args,
      async run({ args: asked }, context) {
        const { changes, guildId, member, clickedShown: shown } = context;
        await changes.loosenings[decision]({ guildId, member, asked, shown });
        return settingsNow(context);
      },
    }),
);

async function settingsNow({ changes, guilds, guildId, member }: Context) {
  const [settings, key, loosening] = await Promise.all([
    guilds.settings(guildId),
    guilds.keyInfo(guildId),
    changes.loosenings.waiting(guildId),
  ]);
  const { defaultWaitMs } = changes;
  return settingsReply(settings, key, { loosening, viewerId: member.userId, defaultWaitMs });
}
