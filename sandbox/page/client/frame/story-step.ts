import type { CommandToWrite, PlayView, StepView } from '../../protocol.js';
import { h } from '../dom.js';
import type { Store } from '../state/store.js';

/** What buttons in a story do. */
export interface StoryEvents {
  readonly onBegin: (id: string) => void;
  onLeave(): void;
  onAct(): void;
  /** Switches to this person and channel. */
  onPlace(person: string | null, channel: string): void;
  onWrite(command: CommandToWrite): void;
  onOpen(): void;
}

/** The step to do next; undefined if the story has ended. */
export function nextStep({ steps }: PlayView): StepView | undefined {
  return steps.find(({ done }) => !done);
}

/** Help with a step: the right person and place, and less to type. */
export function stepHelp(step: StepView, store: Store, events: StoryEvents): HTMLElement {
  const { person, channel, command, act, copy } = step;
  const elsewhere =
    store.guild.id !== store.world.guilds[0]?.id ||
    channel !== store.channelName(store.channelId) ||
    (person !== null && person !== store.person.name);
  const place = person === null ? `Go to #${channel}` : `Speak as ${person} in #${channel}`;
  return h(
    'div',
    { class: 'story-help' },
    copy ? copied(copy) : null,
    elsewhere ? storyButton(place, () => events.onPlace(person, channel), 'primary') : null,
    command && !elsewhere
      ? storyButton('Write it for me', () => events.onWrite(command), 'primary')
      : null,
    act ? storyButton(act, () => events.onAct(), 'primary') : null,
  );
}

export function storyButton(
  text: string,
  onPress: () => void,
  look: 'primary' | 'secondary',
): HTMLElement {
  return h('button', {
    class: `button ${look} small`,
    text,
    attrs: { type: 'button' },
    on: { click: onPress },
  });
}

/** A tap selects it all, and copies it if the browser allows that. */
function copied(text: string): HTMLElement {
  const box = h('textarea', {
    class: 'choice copied story-copy',
    text,
    attrs: { readonly: true, rows: 3, 'aria-label': 'To copy' },
  });
  const copy = storyButton(
    'Copy',
    () => {
      box.select();
      // Without that right it stays selected, to be copied by hand.
      navigator.clipboard.writeText(text).catch(() => undefined);
    },
    'secondary',
  );
  return h('div', { class: 'story-copied' }, box, copy);
}
