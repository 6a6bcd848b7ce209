import type { PlayView, StepView, StoriesView } from '../../protocol.js';
import { h } from '../dom.js';
import type { Store } from '../state/store.js';
import { nextStep, stepHelp, storyButton, type StoryEvents } from './story-step.js';

/** The start panel: the stories to choose from, or the one being played. */
export function createStoryPanel(events: StoryEvents) {
  const element = h('section', { class: 'stories', attrs: { 'aria-label': 'Stories' } });
  let drawn = '';

  function update(store: Store): void {
    const { stories, person, channelId, guild, world } = store;
    const key = JSON.stringify([stories, person.id, channelId, guild.id, world.guilds[0]?.id]);
    // A button redrawn between press and release would never be clicked.
    if (key === drawn) return;
    drawn = key;
    element.replaceChildren(
      ...(stories.playing ? played(stories.playing, store) : offered(stories.list)),
    );
  }

  function offered(list: StoriesView['list']): HTMLElement[] {
    return [
      h('p', {
        class: 'stories-lead',
        text: 'New here? Play a story: it says what to do, and ends with what happened to the money.',
      }),
      ...list.map(({ id, title, about }, index) =>
        h(
          'button',
          {
            class: 'story-choice',
            attrs: { type: 'button', 'data-story': id },
            on: { click: () => events.onBegin(id) },
          },
          h('span', { class: 'story-number', text: `${index + 1}` }),
          h('span', { class: 'story-title', text: title }),
          h('span', { class: 'story-about', text: about }),
        ),
      ),
    ];
  }

  function played(play: PlayView, store: Store): HTMLElement[] {
    const next = nextStep(play);
    return [
      h('h3', { class: 'story-name', text: play.title }),
      h(
        'ol',
        { class: 'story-steps' },
        ...play.steps.map((step) => stepItem(step, step === next, store)),
      ),
      ...(play.astray === '' ? [] : [h('p', { class: 'story-astray', text: play.astray })]),
      ...(next ? [] : [ending(play)]),
      h(
        'div',
        { class: 'story-help story-ways' },
        storyButton('Begin again', () => events.onBegin(play.id), 'secondary'),
        storyButton(next ? 'Leave' : 'All stories', () => events.onLeave(), 'secondary'),
      ),
    ];
  }

  function stepItem(step: StepView, isNext: boolean, store: Store): HTMLElement {
    const state = step.done ? 'done' : isNext ? 'next' : 'later';
    return h(
      'li',
      {
        class: `story-step ${state}`,
        attrs: { 'aria-current': isNext ? 'step' : false },
      },
      step.person === null ? null : h('b', { text: `${step.person}: ` }),
      step.words,
      step.done ? h('span', { class: 'story-tick', text: ' ✓ done' }) : null,
      isNext ? stepHelp(step, store, events) : null,
    );
  }

  return { element, update };
}

function ending({ ending: lines }: PlayView): HTMLElement {
  return h(
    'section',
    { class: 'story-ending', attrs: { 'aria-label': 'What happened to the money' } },
    h('h4', { text: 'What happened to the money' }),
    h('p', { class: 'story-source', text: 'By the pool’s own books, whatever the bot says:' }),
    h('ul', {}, ...lines.map((text) => h('li', { text }))),
  );
}
