import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { noteOf } from '../../src/domain/alerts/alert.js';
import { setSilence } from '../../src/domain/alerts/acknowledge-and-silence.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import {
  noSilenceTimeWords,
  notSilencedWords,
} from '../../src/views/alerts/replies/alert-sentences.js';
import { silenceEndedReply } from '../../src/views/alerts/replies/silence-replies.js';
import { ruleOfId, autocompleteRules } from './find-rule.js';
import { readSilence, silenceUntil } from './apply-silence.js';

export const alertsSilence = defineCommand({
  name: 'silence',
  description: 'Hold alerts back for a while, such as during maintenance, or end that',
  access: 'manager',
  audience: 'private',
  writes: true,
  changes: 'for that time nobody is told of new alerts; they are still watched and listed',
  options: z.object({
    rule: z.string().max(100).optional().describe('Which one (default: all)'),
    for: z.string().trim().max(40).optional().describe('For how long, such as 45 min, 2h or 1d'),
    reason: z.string().trim().max(200).optional().describe('Why; shown on the alert'),
    off: z.boolean().optional().describe('End the silence'),
  }),
  autocomplete: {
    rule: async (typed, context) => [
      { name: 'all rules', value: 'all' },
      ...(await autocompleteRules(typed, context)),
    ],
  },
  examples: [
    'for:2h reason:Transformer maintenance',
    'rule:x3k2p for:3d reason:Firmware update',
    'off:True',
  ],
  async run({ rule: id = 'all', for: typed, reason, off = false }, context) {
    const { alerts, guildId, clock } = context;
    const rule = id.trim().toLowerCase() === 'all' ? null : await ruleOfId(id, context);
    if (!off) {
      if (typed === undefined || typed === '') throw new UserError(noSilenceTimeWords);
      const until = clock.now() + readSilence(rule, typed);
      return silenceUntil(rule, { until, ...(reason === undefined ? {} : { reason }) }, context);
    }
    const ended = await alerts.change(guildId, (now) => {
      const present = rule === null ? now.silence : noteOf(now, rule.id).silence;
      const isSilent = present !== undefined && present.until > clock.now();
      return isSilent ? setSilence(now, rule?.id ?? 'all', null) : null;
    });
    if (ended === null) throw new UserError(notSilencedWords);
    await alerts.deliver(guildId);
    return silenceEndedReply(rule);
  },
});
