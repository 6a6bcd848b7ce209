import type { PlayView, StepView, StoriesView } from '../protocol.js';
import type { Play, Step, Story } from './story.js';

/** The stories as a page plays them: one at a time, for all viewers. */
export interface Stories {
  view(): StoriesView;
  /** Ticks what is done by now. Call whenever something happens. */
  look(): void;
  /** False if there is no such story. */
  begin(id: string): Promise<boolean>;
  leave(): void;
  /** Does what the next step says happens outside Discord. */
  act(): Promise<void>;
}

interface Playing {
  readonly story: Story;
  readonly play: Play;
  done: number;
  ending: readonly string[];
}

export function createStories(all: readonly Story[]): Stories {
  let playing: Playing | null = null;

  function leave(): void {
    playing?.play.close?.();
    playing = null;
  }

  function look(): void {
    if (!playing) return;
    const { play } = playing;
    const { steps } = play;
    while (steps[playing.done]?.done()) playing.done++;
    if (playing.done < steps.length || playing.ending.length > 0) return;
    playing.ending = play.ending();
    play.close?.();
  }

  return {
    look,
    leave,
    view: () => ({
      list: all.map(({ id, title, about }) => ({ id, title, about })),
      playing: playing && viewPlaying(playing),
    }),
    async begin(id) {
      const story = all.find((each) => each.id === id);
      if (!story) return false;
      leave();
      const play = await story.begin();
      // Another page may have begun one meanwhile.
      leave();
      playing = { story, play, done: 0, ending: [] };
      return true;
    },
    act: async () => playing?.play.steps[playing.done]?.act?.run(),
  };
}

function viewPlaying({ story: { id, title }, play, done, ending }: Playing): PlayView {
  return {
    id,
    title,
    steps: play.steps.map((step, index) => ({
      ...viewStep(step, index < done),
      channel: (index > 0 ? play.where?.() : undefined) ?? step.channel,
    })),
    astray: done < play.steps.length ? play.astray(done) : '',
    ending,
  };
}

function viewStep({ words, person, channel, command, copy, act }: Step, done: boolean): StepView {
  return {
    words: typeof words === 'string' ? words : words(),
    person: person ?? null,
    channel,
    command: command ?? null,
    copy: copy ?? '',
    act: act?.label ?? '',
    done,
  };
}
