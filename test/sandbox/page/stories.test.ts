import { describe, expect, test } from 'vitest';
import { untilMorning } from '../../../sandbox/page/bot/playground-clock.js';
import { createStories } from '../../../sandbox/page/stories/story-player.js';
import type { Story } from '../../../sandbox/page/stories/story.js';

/** Two steps, each done while its switch is on. */
function twoSteps() {
  const switches = [false, false];
  const heard: string[] = [];
  const story: Story = {
    id: 'two',
    title: 'Two steps',
    about: '',
    begin: () => ({
      steps: [0, 1].map((index) => ({
        words: `step ${index}`,
        channel: 'pool-ops',
        act: { label: 'Act', run: () => void heard.push(`act ${index}`) },
        done: () => switches[index] === true,
      })),
      astray: (step) => `astray at ${step}`,
      ending: () => ['the books'],
      close: () => void heard.push('closed'),
    }),
  };
  return { switches, heard, stories: createStories([story]) };
}

describe('a story', () => {
  test('ticks what happened, in its order, and what was ticked stays so', async () => {
    const { switches, stories } = twoSteps();
    await stories.begin('two');
    switches[1] = true;
    stories.look();
    const done = () => stories.view().playing?.steps.map((step) => step.done);
    expect(done()).toEqual([false, false]);
    switches.splice(0, 2, true, false);
    stories.look();
    switches[0] = false;
    stories.look();
    expect(done()).toEqual([true, false]);
    expect(stories.view().playing?.astray).toBe('astray at 1');
    expect(stories.view().playing?.ending).toEqual([]);
  });

  test('ends with the books, and takes back what it set up', async () => {
    const { switches, heard, stories } = twoSteps();
    await stories.begin('two');
    switches.fill(true);
    stories.look();
    expect(stories.view().playing).toMatchObject({ astray: '', ending: ['the books'] });
    expect(heard).toEqual(['closed']);
  });

  test('is left and begun anew, and lets only its own step act', async () => {
    const { switches, heard, stories } = twoSteps();
    await stories.act();
    await stories.begin('two');
    await stories.act();
    switches[0] = true;
    stories.look();
    await stories.act();
    switches[0] = false;
    await stories.begin('two');
    expect(stories.view().playing?.steps.map((step) => step.done)).toEqual([false, false]);
    stories.leave();
    expect(stories.view().playing).toBe(null);
    expect(heard).toEqual(['act 0', 'act 1', 'closed', 'closed']);
    expect(await stories.begin('unheard-of')).toBe(false);
  });
});

test('a day passes to the next calendar day’s morning, from whatever time', () => {
  for (const time of ['00:00:00.000', '08:06:00.000', '23:59:59.999']) {
    const now = Date.parse(`2026-11-22T${time}Z`);
    expect(new Date(now + untilMorning(now)).toISOString()).toBe('2026-11-23T08:06:00.000Z');
  }
});
