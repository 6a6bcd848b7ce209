import { z } from 'zod';
import { CONDITIONS } from '../src/alerts/conditions.js';
import { ruleCard, ruleLabel, rulesReply, suggestedCard } from '../src/alerts/lists.js';
import { usualDraft, type Rule, type RuleDraft } from '../src/alerts/rule.js';
import { ruleName, watchedTyped } from '../src/alerts/threshold.js';
import { question } from '../src/cards/kit/buttons.js';
import { savedReply } from '../src/cards/setup.js';
import type { Autocomplete } from '../src/discord/command.js';
import { customId } from '../src/discord/custom-id.js';
import { cardReply } from '../src/discord/reply.js';
import { minutesIn } from '../src/durations.js';
import { POOL_CURRENCIES } from '../src/guilds/settings.js';
import { oneLine } from '../src/text.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './define.js';
import {
  channel,
  choice,
  mayMention,
  mayPost,
  role,
  scopeOptions,
  scopeTyped,
  suggestScope,
  text,
  withTyped,
} from './shared/options.js';

const MOST_MINUTES = 24 * 60;
const ruleOption = text('Which one');

export const suggestRules: Autocomplete<Context> = async (typed, { alerts, guildId }) => {
  const wanted = oneLine(typed).toLowerCase();
  const { rules } = await alerts.all(guildId);
  return rules
    .map((rule) => ({ label: ruleLabel(rule), value: rule.id }))
    .filter(({ label }) => label.toLowerCase().includes(wanted));
};

/** @throws UserError */
export function ruleNamed(typed: string, { alerts, guildId }: Context): Promise<Rule> {
  return alerts.rule(guildId, oneLine(typed).toLowerCase());
}

const minutes = (option: string, description: string) =>
  text(description)
    .transform((typed) => minutesIn(option, typed, { most: MOST_MINUTES }))
    .optional();

const draftOptions = {
  threshold: text('Such as 80%, 2.5 PH/s, 12, 85, 0.5 BTC, 24h, <0.0004', { max: 40 }).optional(),
  for: minutes('for', 'How long it must hold before people are told, such as 10 min or 1h'),
  currency: choice('Currency (default: the server’s)', [...POOL_CURRENCIES, 'USD']).optional(),
  ...scopeOptions,
  channel: channel('The channel where it is posted').optional(),
  role: role('Role to mention once, when it fires').optional(),
  'second-role': role('Role that reminders mention instead').optional(),
  remind: minutes('remind', 'First reminder while nobody acknowledges, such as 30 min; 0 = none'),
};

type TypedDraft = z.output<z.ZodObject<typeof draftOptions>>;

/** The rule with the typed options in place of its own. @throws UserError */
async function draftTyped(
  typed: TypedDraft,
  before: RuleDraft,
  context: Context,
): Promise<RuleDraft> {
  const watched = watchedTyped(typed, before);
  if (typed.channel !== undefined) await mayPost(typed.channel, context);
  for (const id of [typed.role, typed['second-role']])
    if (id !== undefined) await mayMention(id, context);
  return withTyped(before, {
    ...watched,
    ...(await scopeTyped(typed, context)),
    forMinutes: typed.for,
    channel: typed.channel,
    role: typed.role,
    secondRole: typed['second-role'],
    remindMinutes: typed.remind,
  });
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
    'condition:margin threshold:0.5 BTC role:@Treasury',
  ],
  writes: true,
  async run({ condition, ...typed }, context) {
    const { alerts, guildId, member, settings } = context;
    const draft = await draftTyped(typed, usualDraft(condition, settings), context);
    const rules = await alerts.add(guildId, member, [draft]);
    return { cards: rules.map((rule) => ruleCard('Alert rule added', rule, settings)) };
  },
});

const edit = defineCommand({
  name: 'alerts edit',
  description: 'Change a rule; what you leave out stays',
  access: 'admin',
  audience: 'private',
  options: z.object({ rule: ruleOption, ...draftOptions }),
  autocomplete: { rule: suggestRules, ...suggestScope },
  examples: ['rule:x3k2p threshold:75%', 'rule:x3k2p role:@On call remind:30 min'],
  writes: true,
  async run({ rule: name, ...typed }, context) {
    const { alerts, guildId, member, settings } = context;
    const before = await ruleNamed(name, context);
    const draft = await draftTyped(typed, before, context);
    const rule = await alerts.edit(guildId, member, { ...draft, id: before.id });
    return cardReply(ruleCard('Alert rule changed', rule, settings));
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
    const card = ruleCard('Remove this alert rule?', rule, context.settings);
    const idOf = (answer: string) => customId(removeAnswered.kind, rule.id, answer);
    return question(card, 'Remove', idOf);
  },
});

const removeAnswered = defineAction({
  kind: 'alerts-remove',
  access: 'admin',
  answers: 'update',
  writes: true,
  args: z.tuple([z.string(), z.enum(['remove', 'keep'])]),
  async run({ args: [id, answer] }, { alerts, guildId, member }) {
    if (answer === 'keep')
      return cardReply({ title: 'Kept', lines: [ruleName(await alerts.rule(guildId, id))] });
    const rule = await alerts.remove(guildId, member, id);
    return cardReply({ title: 'Removed', tone: 'over', lines: [ruleName(rule)] });
  },
});

const rules = defineCommand({
  name: 'alerts rules',
  description: 'What is watched, where it is told, and how each rule stands',
  run: async (_, { alerts, guildId }) => rulesReply(await alerts.all(guildId)),
});

const suggested = defineAction({
  kind: 'alerts-suggest',
  access: 'admin',
  writes: true,
  async run(_, context) {
    const { alerts, guildId, member, settings, channelId } = context;
    const where = settings.alerts.channel ?? channelId;
    await mayPost(where, context);
    return cardReply(suggestedCard(await alerts.suggest(guildId, member, where), where));
  },
});

const setChannel = defineCommand({
  name: 'alerts channel',
  description: 'Where alerts go if their rule has no channel of its own',
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
    const saved = await guilds.configure(guildId, member, (settings) => {
      const { role } = settings.alerts;
      return { ...settings, alerts: { channel: where, role: roleId ?? role } };
    });
    return savedReply(saved);
  },
});

export const alertRules: CommandFile = {
  commands: [add, edit, remove, rules, setChannel],
  actions: [removeAnswered, suggested],
};
