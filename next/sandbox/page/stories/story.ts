import { readMessage } from '../../discord/text.js';
import type { LoopbackGuild } from '../../discord/types.js';
import type { MovableClock } from '../../movable-clock.js';
import type { Workspace } from '../../pool/types.js';
import type { Acts } from '../acts.js';
import type { Controls } from '../controls.js';
import type { StepView, StoriesView } from '../protocol.js';
import { poolBooks } from './pool-books.js';

/** What to try in the playground, step by step; ticked by what really happened. */
export interface Story {
  readonly title: string;
  /** Called on a stage that nobody has played on, so that numbers and names are known. */
  steps(stage: StoryStage): readonly Step[];
}

/** What a story plays on. */
export interface StoryStage {
  readonly acts: Acts;
  readonly controls: Controls;
  readonly guild: LoopbackGuild;
  readonly workspace: Workspace;
  readonly clock: MovableClock;
}

/** A command to send, a button to press, or something that happens elsewhere. */
export interface Step extends Omit<StepView, 'isDone' | 'event'> {
  readonly event?: Event;
  done(stage: StoryStage): boolean;
}

interface Event {
  /** Of the button that makes it happen. */
  readonly label: string;
  run(): unknown;
}

/** Somebody's act with this label was answered. */
export function did(label: string): Step['done'] {
  return ({ acts }) => acts.all.some((act) => act.label === label);
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
export function letPass(
  { clock }: StoryStage,
  { label, seconds }: { readonly label: string; readonly seconds: number },
): Event {
  return { label, run: () => clock.advance(seconds * 1_000) };
}

export interface StoryPlayer {
  /** By its title. */
  play(title: string): void;
  end(): void;
  /** Makes happen what the step that is next offers. */
  makeHappen(): Promise<void>;
  view(): StoriesView;
}

export function createStoryPlayer(stories: readonly Story[], stage: StoryStage): StoryPlayer {
  let playing: { readonly title: string; readonly steps: readonly Step[] } | null = null;
  /** The step that is next. */
  let at = 0;

  /** Ticks what has been done. Who leaps ahead has left the steps before behind. */
  function tick(): void {
    const last = playing?.steps.findLastIndex((step, index) => index >= at && step.done(stage));
    at = Math.max(at, (last ?? -1) + 1);
  }

  return {
    play(title) {
      const story = stories.find((each) => each.title === title);
      playing = story ? { title, steps: story.steps(stage) } : null;
      at = 0;
    },
    end() {
      playing = null;
    },
    async makeHappen() {
      await playing?.steps[at]?.event?.run();
    },
    view() {
      tick();
      return {
        titles: stories.map(({ title }) => title),
        playing: playing && {
          title: playing.title,
          steps: playing.steps.map((step, index) => viewOf(step, index < at)),
          books: at === playing.steps.length ? poolBooks(stage.workspace) : [],
        },
      };
    },
  };
}

function viewOf(step: Step, isDone: boolean): StepView {
  const { say, as, in: where, command, press, form, event } = step;
  return { say, as, in: where, command, press, form, event: event?.label, isDone };
}
