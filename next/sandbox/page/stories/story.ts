import type { LoopbackGuild } from '../../discord/types.js';
import type { Workspace } from '../../pool/types.js';
import type { Act } from '../acts.js';
import type { StoriesView, TypedCommand } from '../protocol.js';

/** What to try in the playground, step by step; ticked by what really happened. */
export interface Story {
  readonly title: string;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly say: string;
  /** Who acts, and in which channel, by name. */
  readonly as: string;
  readonly in: string;
  /** What the page can write into its composer. */
  readonly command?: TypedCommand;
  done(since: Since): boolean;
}

export interface Since {
  /** Since the step before was done. */
  readonly acts: readonly Act[];
  readonly guild: LoopbackGuild;
  readonly workspace: Workspace;
}

export function did(label: string): Step['done'] {
  return ({ acts }) => acts.some((act) => act.label === label);
}

export interface StoryPlayer {
  /** By its title; null ends the one being played. */
  play(title: string | null): void;
  view(): StoriesView;
}

interface Play {
  readonly story: Story;
  /** The step that is next. */
  readonly at: number;
  readonly actsBefore: number;
}

export function createStoryPlayer(stories: readonly Story[], now: () => Since): StoryPlayer {
  let playing: Play | null = null;

  /** Ticks what has been done. */
  function tick(): void {
    const { acts, ...rest } = now();
    const isDone = (play: Play) =>
      play.story.steps[play.at]?.done({ acts: acts.slice(play.actsBefore), ...rest }) ?? false;
    while (playing !== null && isDone(playing)) {
      playing = { story: playing.story, at: playing.at + 1, actsBefore: acts.length };
    }
  }

  return {
    play(title) {
      const story = stories.find((each) => each.title === title);
      playing = story ? { story, at: 0, actsBefore: now().acts.length } : null;
    },
    view() {
      tick();
      const at = playing?.at ?? 0;
      return {
        titles: stories.map(({ title }) => title),
        playing: playing && {
          title: playing.story.title,
          steps: playing.story.steps.map((step, index) => ({
            say: step.say,
            as: step.as,
            in: step.in,
            command: step.command,
            isDone: index < at,
          })),
        },
      };
    },
  };
}
