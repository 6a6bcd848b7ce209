import type { LoopbackMessage } from '../../discord/loopback-discord.js';
import { addDays } from '../../pool/workspace/days.js';
import { earnedLine, owedLine, writesLine } from './pool-books.js';
import { watch } from './happened-since.js';
import { setStage, type Stage, pressIfThere } from './stage.js';
import type { Story } from './story.js';
import { DAY_MS } from '../../../src/domain/time/units.js';

/** The daily posts of two mornings, and their figures as a file. */
export function tomorrow(stage: Stage): Story {
  const { workspace, clock, letDayPass } = stage;
  const night = { label: 'Let a day pass', run: letDayPass };
  return {
    id: 'tomorrow',
    title: 'Tomorrow morning',
    about: 'Set a daily post, and let two nights pass.',
    async begin() {
      await setStage(stage);
      await removePosts(stage);
      const since = watch(stage);
      const begun = { now: clock.now(), at: performance.now() };
      const lastDay = workspace.earnings.lastDay();
      const nights = () =>
        dayCount(clock.now()) - dayCount(begun.now + performance.now() - begun.at);
      const mornings = () => new Set(since.messages().flatMap((each) => dateOf(each) ?? [])).size;
      return {
        steps: [
          {
            words: 'Send /daily set as it stands: a post in this channel every day at 08:00.',
            person: 'Adam',
            channel: 'pool-ops',
            command: { path: 'daily set', options: {} },
            done: () => since.commands('daily set', 'Adam').length > 0,
          },
          {
            words: 'Go home: let the night pass. (Bot, Discord and pool go to 08:06 UTC tomorrow.)',
            channel: 'pool-ops',
            act: night,
            done: () => nights() > 0,
          },
          {
            words: 'Good morning! The bot posts the figures of the day before.',
            person: 'Vera',
            channel: 'pool-ops',
            done: () => mornings() > 0,
          },
          {
            words: 'One day says little. Let another day pass.',
            channel: 'pool-ops',
            act: night,
            done: () => nights() > 1,
          },
          {
            words: 'The next post comes, and says what changed since yesterday.',
            person: 'Vera',
            channel: 'pool-ops',
            done: () => mornings() > 1,
          },
          {
            words: 'Send /daily export: both mornings’ figures as a file.',
            person: 'Vera',
            channel: 'pool-ops',
            command: { path: 'daily export', options: {} },
            done: () => since.commands('daily export').length > 0,
          },
        ],
        astray: (step) =>
          (step === 2 || step === 4) && mornings() < nights()
            ? 'The post comes within half a minute. If not, it was set to a later time: set it again for 08:00.'
            : '',
        ending: () => [
          earnedLine(workspace, addDays(lastDay, 1)),
          earnedLine(workspace, addDays(lastDay, 2)),
          owedLine(workspace),
          writesLine(since),
        ],
      };
    },
  };
}

function dayCount(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** The date of a daily post: its buttons name schedule and date; a preview's name no date. */
function dateOf({ components }: LoopbackMessage): string | undefined {
  return /"daily-more:[^:"]+:(\d{4}-\d\d-\d\d):/.exec(JSON.stringify(components))?.[1];
}

/** Schedules set earlier would post too. */
async function removePosts({ discord, cast }: Stage): Promise<void> {
  const [channel = ''] = cast.guild.channels.keys();
  const admin = discord.as(cast.admin, channel);
  const set = await admin.complete('daily off', {}, 'schedule');
  if (!set.some(({ value }) => value !== 'all')) return;
  const question = await (await admin.command('daily off', { schedule: 'all' })).settled();
  await pressIfThere(admin, question, 'daily-off:remove:');
}
