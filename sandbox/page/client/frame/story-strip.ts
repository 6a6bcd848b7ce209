import { h } from '../dom.js';
import type { Store } from '../state/store.js';
import { nextStep, stepHelp, storyButton, type StoryEvents } from './story-step.js';

/** The next step, above the input line, shown while the panel with all steps is closed. */
export function createStoryStrip(events: StoryEvents) {
  const element = h('section', {
    class: 'story-strip',
    attrs: { 'aria-label': 'Next step', 'aria-live': 'polite', hidden: true },
  });
  let drawn = '';

  function update(store: Store): void {
    const { playing } = store.stories;
    const key = JSON.stringify([playing, store.person.id, store.channelId, store.guild.id]);
    if (key === drawn) return;
    drawn = key;
    element.hidden = playing === null;
    if (playing === null) return;
    const step = nextStep(playing);
    if (!step) {
      element.replaceChildren(
        h('p', { text: `${playing.title}: done.` }),
        storyButton('What happened to the money', () => events.onOpen(), 'primary'),
      );
      return;
    }
    const number = playing.steps.indexOf(step) + 1;
    element.replaceChildren(
      h(
        'p',
        {},
        h('b', {
          text: `${number}/${playing.steps.length} ${step.person === null ? '' : `${step.person}: `}`,
        }),
        step.words,
      ),
      ...(playing.astray === '' ? [] : [h('p', { class: 'story-astray', text: playing.astray })]),
      stepHelp(step, store, events),
    );
  }

  return { element, update };
}
