import { expect, test } from 'vitest';
import { changeAlertRules } from '../../../commands/shared/change-alert-rules.js';
import type { Context } from '../../../src/command.js';
import { rulesInForce, type AlertRule, type GuildRules } from '../../../src/domain/alerts/rule.js';
import { externalChangesToldText } from '../../../src/views/alerts/replies/silence-replies.js';

const ALERTS = '7';
const AUDIT = '9';

/** A server whose rules are `present` when read, and `meanwhile` when they are changed. */
function contextWith(present: GuildRules, meanwhile: GuildRules) {
  const posts: string[] = [];
  const context = {
    guildId: '1',
    member: { userId: '2' },
    settings: { auditChannelId: AUDIT },
    alerts: {
      rules: async () => present,
      changeRules: async (_guildId: string, change: (now: GuildRules) => GuildRules) =>
        change(meanwhile),
      post: async (channelId: string) => void posts.push(channelId),
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a context only what rules need
  return { context: context as unknown as Context, posts };
}

const moved = (now: GuildRules): GuildRules => ({ ...now, channelId: ALERTS });
const reworded = (now: GuildRules): GuildRules => ({ ...now, rules: [] });

test('the audit channel hears of what differs, and of nothing else', async () => {
  const before: GuildRules = { rules: [], channelId: '3' };
  const other = contextWith(before, before);
  expect(await changeAlertRules(other.context, moved)).toEqual(moved(before));
  expect(other.posts).toEqual([AUDIT]);
  const same = contextWith(before, before);
  await changeAlertRules(same.context, reworded);
  expect(same.posts).toEqual([]);
});

test('what somebody else changed meanwhile isn’t applied with words that don’t fit it', async () => {
  const before: GuildRules = { rules: [], channelId: '3' };
  const { context } = contextWith(before, { ...before, roleId: '5' });
  await expect(changeAlertRules(context, moved)).rejects.toThrow('at the same moment');
  const unrelated = contextWith(before, { ...before, roleId: '5' });
  expect(await changeAlertRules(unrelated.context, reworded)).toMatchObject({ roleId: '5' });
});

test('the audit channel hears of a rule of one’s own, also where it is told as before', async () => {
  const before: GuildRules = { rules: [], channelId: ALERTS };
  const { context, posts } = contextWith(before, before);
  const isOfElsewhere = ({ condition }: AlertRule) => condition === 'changed-elsewhere';
  const builtIn = rulesInForce(before).find(isOfElsewhere) ?? never();
  const own = { ...builtIn, id: 'mine1', channelId: ALERTS };
  await changeAlertRules(context, (now) => ({ ...now, rules: [own] }));
  expect(posts).toEqual([AUDIT]);
  expect(externalChangesToldText({ ...before, rules: [own] })).toBe(
    externalChangesToldText(before),
  );
});

function never(): never {
  throw new Error('no rule watches for it');
}
