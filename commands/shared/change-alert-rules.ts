import type { Context } from '../../src/command.js';
import type { GuildRules } from '../../src/domain/alerts/rule.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import {
  elsewhereToldReply,
  elsewhereToldText,
} from '../../src/views/alerts/rules/silence-replies.js';
import { rulesChangedMeanwhileWords } from '../../src/views/alerts/rules/rule-sentences.js';
import { tellAudit } from './tell-audit.js';

/** Changes the server's rules; the audit channel hears first if changes made elsewhere are told differently. */
export async function changeAlertRules(
  context: Context,
  change: (now: GuildRules) => GuildRules,
): Promise<GuildRules> {
  const { alerts, guildId, member } = context;
  const present = await alerts.rules(guildId);
  const next = change(present);
  const told = elsewhereToldText(next);
  if (told !== elsewhereToldText(present))
    await tellAudit(elsewhereToldReply(next, member.userId), context);
  return alerts.changeRules(guildId, (now) => {
    const after = change(now);
    const words = elsewhereToldText(after);
    // Somebody else changed the rules while the channel was told.
    if (words !== told && words !== elsewhereToldText(now))
      throw new UserError(rulesChangedMeanwhileWords);
    return after;
  });
}
