import { html, nothing } from 'lit-html';
import type { MessageView, PageState, StepView } from '../protocol.js';
import { app, control, show } from './app.js';
import { writeCommand } from './composer.js';

/** Whether the story says to press this button: on the newest message that has it. */
export function isSuggested({ id }: MessageView, label: string): boolean {
  const next = app.state?.story?.next;
  if (next?.press !== label || !isThere(next)) return false;
  const newest = app.state?.messages.findLast(
    (message) => message.channel_id === app.channelId && hasButton(message, label),
  );
  return newest?.id === id;
}

function hasButton({ components = [] }: MessageView, label: string): boolean {
  return components.some(
    (row) =>
      'components' in row && row.components.some((part) => 'label' in part && part.label === label),
  );
}

/** What the story says to fill in, by field. */
export function suggestedForm(): StepView['form'] {
  const next = app.state?.story?.next;
  return next && isThere(next) ? next.form : undefined;
}

function isThere(step: StepView): boolean {
  const { personId, channelId } = placeOf(step);
  return personId === app.personId && channelId === app.channelId;
}

function placeOf({ as, in: where }: StepView) {
  return {
    personId: app.state?.people.find(({ name }) => name === as)?.id ?? app.personId,
    channelId: app.state?.channels.find(({ name }) => name === where)?.id ?? app.channelId,
  };
}

/** The step that is next, above the composer; at the end what the pool received, whatever the bot says. */
export function storyStrip({ story }: PageState): unknown {
  if (!story) return nothing;
  const { title, next, done, steps, books } = story;
  return html`<section class="strip surface" aria-label="Story">
    <small>${title} · ${next ? `step ${done + 1} of ${steps}` : 'the end'}</small>
    ${
      next
        ? html`<p>${next.say}</p>
            ${help(next)}`
        : html`<p>Requests to change something that reached the pool: ${books.length}</p>
            <button class="button" @click=${() => control('end')}>End the story</button>
            ${books.map((request) => html`<pre>${request}</pre>`)}`
    }
  </section>`;
}

/** Takes the reader to where the step happens, with its command written. */
function help(step: StepView): unknown {
  const { as, in: where, command, event } = step;
  if (event !== undefined) {
    return html`<button
      class="button primary"
      ?disabled=${app.isBusy}
      @click=${() => control('event', event)}
    >
      ${event}
    </button>`;
  }
  if (!command && isThere(step)) return nothing;
  const go = () => {
    show(placeOf(step));
    if (command) writeCommand(command);
  };
  return html`<button class="button primary" @click=${go}>
    ${command ? `Write it as ${as}` : `Be ${as} in #${where}`}
  </button>`;
}
