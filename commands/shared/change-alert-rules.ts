import type { Context } from '../../src/command.js';
import { EXTERNAL_CHANGES, rulesInForce, type GuildRules } from '../../src/domain/alerts/rule.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import {
  externalChangesToldReply,
  externalChangesToldText,
} from '../../src/views/alerts/replies/silence-replies.js';
import { rulesChangedMeanwhileWords } from '../../src/views/alerts/replies/rule-sentences.js';
import { tellAudit } from './tell-audit.js';

/** Changes the server's rules; the audit channel hears first if external changes are told differently. */
export async function changeAlertRules(
  context: Context,
  change: (now: GuildRules) => GuildRules,
): Promise<GuildRules> {
  const { alerts, guildId, member } = context;
  const present = await alerts.rules(guildId);
  const next = change(present);
  const told = howTold(next);
  if (told !== howTold(present))
    await tellAudit(externalChangesToldReply(next, member.userId), context);
  return alerts.changeRules(guildId, (now) => {
    const after = change(now);
    const tells = howTold(after);
    // Somebody else changed the rules while the channel was told.
    if (tells !== told && tells !== howTold(now)) throw new UserError(rulesChangedMeanwhileWords);
    return after;
  });
}

/** By which rules external changes are told, and in which words. */
function howTold(rules: GuildRules): string {
  const watching = rulesInForce(rules).filter(({ condition }) => condition === EXTERNAL_CHANGES);
  return [externalChangesToldText(rules), ...watching.map(({ id }) => id)].join('\n');
}
