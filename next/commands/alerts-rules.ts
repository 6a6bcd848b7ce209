import { z } from 'zod';
import { CONDITIONS } from '../src/alerts/conditions.js';
import {
  channelCard,
  keptCard,
  removedCard,
  removeQuestion,
  ruleCard,
  rulesReply,
  suggestedCard,
  type RulesStand,
} from '../src/alerts/rule-cards.js';
import { channelOf, isBuiltIn, ruleChoice, withCurrency } from '../src/alerts/rule-words.js';
import type { Rule } from '../src/alerts/rule.js';
import { sampleReply } from '../src/alerts/sample.js';
import { oneLine } from '../src/cards/kit/text.js';
import type { Autocomplete } from '../src/discord/command.js';
import { channel, choice, flag, role, text } from '../src/discord/options.js';
import { cardReply } from '../src/discord/reply.js';
import { UserError } from '../src/errors.js';
import { draftChange, draftOptions, usualDraft } from './alerts-draft.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './context.js';
import { mayMention, mayPost } from './shared/may-post.js';
import { suggestScope } from './shared/options.js';

const ruleOption = text('Which one');

export const suggestRules: Autocomplete<Context> = async (typed, context) => {
  const wanted = oneLine(typed).toLowerCase();
  const rules = await context.alerts.rules(context.guildId);
  return rules
    .map((rule) => ruleChoice(withCurrency(rule, context.settings)))
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .slice(0, 25);
};

/** @throws UserError */
export function ruleNamed(typed: string, { alerts, guildId }: Context): Promise<Rule> {
  return alerts.rule(guildId, oneLine(typed).toLowerCase());
}

export async function rulesStand({
  alerts,
  guildId,
  settings,
  clock,
}: Context): Promise<RulesStand> {
  const [rules, open, pending, silences] = await Promise.all([
    alerts.rules(guildId),
    alerts.open(guildId),
    alerts.pending(guildId),
    alerts.silences(guildId),
  ]);
  return { rules, open, pending, silences, settings, now: clock.now() };
}

async function answerWith(title: string, rule: Rule, { alerts, guildId, settings }: Context) {
  return cardReply(ruleCard(title, rule, { others: await alerts.rules(guildId), settings }));
}

const add = defineCommand({
  name: 'alerts add',
  description: 'Be told when something is wrong: a rule that watches the pool every minute',
  access: 'admin',
  audience: 'private',
  options: z.object({
    // The others are built in.
    condition: z.enum(CONDITIONS).exclude(['changed-elsewhere', 'pool']).describe('What to watch'),
    ...draftOptions,
  }),
  autocomplete: suggestScope,
  examples: [
    'condition:hashrate threshold:80% for:10 min role:@On call',
    'condition:offline-miners threshold:12 site:North Ridge channel:#pool-ops',
    'condition:margin threshold:0.5 BTC severity:critical',
  ],
  writes: true,
  async run({ condition, ...typed }, context) {
    const change = await draftChange(typed, condition, context);
    const draft = change(usualDraft(condition, context));
    const rule = await context.alerts.add(context.guildId, context.member, draft);
    return answerWith('Alert rule added', rule, context);
  },
});

const edit = defineCommand({
  name: 'alerts edit',
  description: 'Change a rule; what you leave out stays',
  access: 'admin',
  audience: 'private',
  options: z.object({
    rule: ruleOption,
    ...draftOptions,
    clear: choice('Take out: a role, the margin, the site or subaccounts, its own channel', [
      'role',
      'second-role',
      'margin',
      'scope',
      'channel',
    ]).optional(),
  }),
  autocomplete: { rule: suggestRules, ...suggestScope },
  examples: [
    'rule:x3k2p threshold:75%',
    'rule:x3k2p role:@On call remind:30 min',
    'rule:x3k2p clear:role',
  ],
  writes: true,
  async run({ rule: name, clear, ...typed }, context) {
    const { alerts, guildId, member } = context;
    const { id, condition } = await ruleNamed(name, context);
    const change = await draftChange(typed, condition, context);
    const cleared = {
      role: { role: null },
      'second-role': { secondRole: null },
      margin: { margin: null },
      scope: { site: null, subaccounts: [] },
      channel: { channel: null },
    };
    const rule = await alerts.edit(guildId, member, {
      id,
      change: (before) => change({ ...before, ...(clear && cleared[clear]) }),
    });
    return answerWith('Alert rule changed', rule, context);
  },
});

const remove = defineCommand({
  name: 'alerts remove',
  description: 'Remove a rule; its alert is closed, but changes made elsewhere stay open',
  access: 'admin',
  audience: 'private',
  options: z.object({ rule: ruleOption }),
  autocomplete: { rule: suggestRules },
  examples: ['rule:x3k2p'],
  async run({ rule: name }, context) {
    const rule = await ruleNamed(name, context);
    if (isBuiltIn(rule)) throw new UserError('Always on', 'Every connected server has this rule.');
    return removeQuestion(rule, context.settings);
  },
});

const removeAnswered = defineAction({
  kind: 'alerts-remove',
  access: 'admin',
  answers: 'update',
  writes: true,
  args: z.tuple([z.string(), z.enum(['remove', 'keep'])]),
  async run({ args: [id, answer] }, { alerts, guildId, member }) {
    if (answer === 'keep') return cardReply(keptCard(await alerts.rule(guildId, id)));
    return cardReply(removedCard(await alerts.remove(guildId, member, id)));
  },
});

const rules = defineCommand({
  name: 'alerts rules',
  description: 'What is watched, where it is told, and how each rule stands',
  access: 'viewer',
  audience: 'choose',
  options: z.object({}),
  examples: [''],
  run: async (_, context) => rulesReply(await rulesStand(context)),
});

const suggested = defineAction({
  kind: 'alerts-suggest',
  access: 'admin',
  answers: 'private',
  writes: true,
  args: z.tuple([]),
  async run(_, context) {
    const { alerts, guildId, member, settings, channelId } = context;
    const where = settings.alerts.channel ?? channelId;
    await mayPost(where, context);
    return cardReply(suggestedCard(await alerts.suggest(guildId, member, where), settings));
  },
});

const test = defineCommand({
  name: 'alerts test',
  description: 'Show what a rule’s message looks like, to you alone or in its channel',
  access: 'admin',
  audience: 'private',
  options: z.object({
    rule: ruleOption,
    post: flag('Post it to its channel, mentioning nobody').optional(),
  }),
  autocomplete: { rule: suggestRules },
  examples: ['rule:x3k2p', 'rule:x3k2p post:True'],
  writes: true,
  async run({ rule: name, post = false }, context) {
    const { settings, clock, channels } = context;
    const rule = withCurrency(await ruleNamed(name, context), settings);
    const sample = sampleReply(rule, clock.now());
    if (!post) return sample;
    const where = channelOf(rule, settings);
    if (where === null) throw new UserError('Posted nowhere', 'Set a channel: `/alerts channel`.');
    await mayPost(where, context);
    await channels.post(where, sample);
    return cardReply({ title: 'Test posted', tone: 'good', lines: [`Posted in <#${where}>`] });
  },
});

const setChannel = defineCommand({
  name: 'alerts channel',
  description: 'Where alerts go whose rule has no channel of its own',
  access: 'admin',
  audience: 'private',
  options: z.object({
    channel: channel('Channel (default: this one)').optional(),
    role: role('Mentioned for changes made elsewhere and a pool that can’t be read').optional(),
  }),
  examples: ['', 'channel:#alerts role:@On call'],
  writes: true,
  async run({ channel: typed, role: roleId }, context) {
    const { guilds, guildId, member, channelId } = context;
    const where = typed ?? channelId;
    await mayPost(where, context);
    if (roleId !== undefined) await mayMention(roleId, context);
    const { after } = await guilds.configure(guildId, member, (settings) => ({
      ...settings,
      alerts: { channel: where, role: roleId ?? settings.alerts.role },
    }));
    return cardReply(channelCard(after));
  },
});

export const alertRules: CommandFile = {
  commands: [add, edit, remove, rules, test, setChannel],
  actions: [removeAnswered, suggested],
};
