import { readMessage } from '../../discord/text.js';
import { events, letTimePass } from '../controls.js';
import type { StepView, StoryView } from '../protocol.js';
import type { Stage } from '../stage.js';

/** What to try in the playground, step by step; ticked by what really happened. */
export interface Story {
  readonly title: string;
  /** Called on a stage that nobody has played on, so that numbers and names are known. */
  steps(stage: Stage): readonly Step[];
}

/** A command to send, a button to press, or something that happens elsewhere. */
export interface Step extends Omit<StepView, 'event'> {
  /** One of the panel's, or one of the story's own. */
  readonly event?: keyof typeof events | Event;
  /** Default: its event has happened. */
  readonly done?: (stage: Stage) => boolean;
}

interface Event {
  /** Label of the button that makes it happen. */
  readonly label: string;
  run(): unknown;
}

type Who = Pick<Step, 'as' | 'in'>;

export function step(who: Who, say: string, what: Omit<Step, keyof Who | 'say'>): Step {
  return { ...who, say, ...what };
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
export function letPass(stage: Stage, label: string, seconds: number): Event {
  return { label, run: () => letTimePass(stage, seconds * 1_000) };
}

function labelOf({ event }: Step): string | undefined {
  return typeof event === 'object' ? event.label : event;
}

/** What the button with this label does, of the story's next step or else of the panel. */
export async function makeHappen(stage: Stage, label: string): Promise<void> {
  const { event } = stage.story?.steps[stage.story.at] ?? {};
  if (typeof event === 'object' && event.label === label) await event.run();
  else await Object.entries(events).find(([name]) => name === label)?.[1](stage);
  stage.happened.add(label);
}

/** Ticks what has been done. Who leaps ahead has left the steps before behind. */
export function storyView(stage: Stage): StoryView | null {
  const { story, workspace, happened } = stage;
  if (!story) return null;
  const { title, steps } = story;
  const isDone = (step: Step) => step.done?.(stage) ?? happened.has(labelOf(step) ?? '');
  const last = steps.findLastIndex((step, index) => index >= story.at && isDone(step));
  story.at = Math.max(story.at, last + 1);
  const next = steps[story.at];
  return {
    title,
    steps: steps.length,
    done: story.at,
    next: next ? { ...next, event: labelOf(next) } : null,
    books: workspace.writes.map(
      ({ method, path, body }) => `${method} ${path}\n${JSON.stringify(body, null, 1)}`,
    ),
  };
}
