import type { Stage } from '../stage.js';
import { behindTheBack } from './behind-the-back.js';
import { firstLook } from './first-look.js';
import { fourEyes } from './four-eyes.js';
import { outOfDate } from './out-of-date.js';
import { powerCut } from './power-cut.js';
import { secondThoughts } from './second-thoughts.js';
import { silentPool } from './silent-pool.js';

export const stories = [
  firstLook,
  fourEyes,
  secondThoughts,
  silentPool,
  outOfDate,
  powerCut,
  behindTheBack,
];

/** Plays a story by its title; none if there is no such story. */
export function play(stage: Stage, title: string): void {
  const story = stories.find((each) => each.title === title);
  stage.story = story ? { title, steps: story.steps(stage), at: 0 } : null;
}
