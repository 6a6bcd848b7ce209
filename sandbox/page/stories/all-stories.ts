import { drift } from './drift.js';
import { firstLook } from './first-look.js';
import { fourEyes } from './four-eyes.js';
import { night } from './night.js';
import { secondThought } from './second-thought.js';
import { silence } from './pool-silent.js';
import type { Stage } from './stage.js';
import type { Story } from './story.js';
import { tomorrow } from './tomorrow.js';

/** In the order the page offers them. */
export function allStories(stage: Stage): readonly Story[] {
  return [firstLook, secondThought, fourEyes, drift, silence, tomorrow, night].map((tell) =>
    tell(stage),
  );
}
