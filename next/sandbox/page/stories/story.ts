import { readMessage } from '../../discord/text.js';
import type { StepView, StoryView } from '../protocol.js';
import type { Stage } from '../stage.js';
import { poolBooks } from './pool-books.js';

/** What to try in the playground, step by step; ticked by what really happened. */
export interface Story {
  readonly title: string;
  /** Called on a stage that nobody has played on, so that numbers and names are known. */
  steps(stage: Stage): readonly Step[];
}

/** A command to send, a button to press, or something that happens elsewhere. */
export interface Step extends Omit<StepView, 'isDone' | 'event'> {
  readonly event?: Event;
  done(stage: Stage): boolean;
}

interface Event {
  /** Of the button that makes it happen. */
  readonly label: string;
  run(): unknown;
}

/** Somebody's act with this label was answered. */
export function did(label: string): Step['done'] {
  return ({ acts }) => acts.some((act) => act.label === label && act.outcome !== null);
}

/** Somebody sees a message with all these words. */
export function says(...words: readonly string[]): Step['done'] {
  return ({ guild }) =>
    guild.people
      .flatMap((person) => guild.channels.flatMap((channel) => channel.messages(person)))
      .map((message) => readMessage(message))
      .some((text) => words.every((each) => text.includes(each)));
}

/** The bot looks at the pool 5 s after its answer, then after 30 s. */
export function letPass({ clock }: Stage, label: string, seconds: number): Event {
  return { label, run: () => clock.advance(seconds * 1_000) };
}

/** Ticks what has been done. Who leaps ahead has left the steps before behind. */
export function storyView(stage: Stage): StoryView | null {
  const { story, workspace } = stage;
  if (!story) return null;
  const { title, steps } = story;
  const last = steps.findLastIndex((step, index) => index >= story.at && step.done(stage));
  story.at = Math.max(story.at, last + 1);
  return {
    title,
    steps: steps.map((step, index) => {
      return { ...step, event: step.event?.label, isDone: index < story.at };
    }),
    books: story.at === steps.length ? poolBooks(workspace) : [],
  };
}
