import { html, nothing, type TemplateResult } from 'lit-html';
import type { MessageView, PageState, StepView } from '../protocol.js';
import { app, control, show } from './app.js';
import { writeCommand } from './composer.js';

function nextStep(): StepView | undefined {
  return app.state?.story?.steps.find(({ isDone }) => !isDone);
}

/** Whether the story says to press this button: on the newest message that has it. */
export function isSuggested({ id }: MessageView, label: string | undefined): boolean {
  const step = nextStep();
  if (step?.press === undefined || step.press !== label || !isThere(step)) return false;
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
  const step = nextStep();
  return step && isThere(step) ? step.form : undefined;
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

/** On a phone: the step that is next, above the composer. */
export function storyStrip({ story }: PageState): unknown {
  if (!story) return nothing;
  const next = nextStep();
  return html`<section class="strip surface narrow" aria-label="Story">
    <p>${next?.say ?? `The end of “${story.title}”.`}</p>
    ${next ? help(next) : end(story.books)}
  </section>`;
}

export function stories({ stories: titles, story }: PageState): unknown {
  if (!story) {
    return html`<p>New here? Play a story: it starts over, and says what to do.</p>
      ${titles.map(
        (title) =>
          html`<button
            class="story surface"
            ?disabled=${app.waiting.has('control')}
            @click=${() => {
              hidePanel();
              return control('story', title);
            }}
          >
            ${title}
          </button>`,
      )}`;
  }
  const next = nextStep();
  return html`<h3>${story.title}</h3>
    <ol class="steps">
      ${story.steps.map(
        (step) =>
          html`<li class=${step === next ? 'next' : nothing}>
            ${step.say}${step.isDone ? ' ✓' : nothing} ${step === next ? help(step) : nothing}
          </li>`,
      )}
    </ol>
    ${end(story.books)}`;
}

function hidePanel(): void {
  document.querySelector<HTMLElement>('#panel')?.hidePopover();
}

function end(books: readonly string[]): TemplateResult {
  const shown = html`<section class="books" aria-label="The pool’s books">
    <h3>The pool’s books</h3>
    ${books.map((line) => html`<p>${line}</p>`)}
  </section>`;
  return html`${books.length > 0 ? shown : nothing}
    <button class="button" @click=${() => control('end')}>End the story</button>`;
}

/** Takes the reader to where the step happens, with its command written. */
function help(step: StepView): unknown {
  const { as, in: where, command, event } = step;
  if (event !== undefined) {
    const isBusy = app.waiting.has('control');
    const happen = () => control('event', event);
    return html`<button class="button primary" ?disabled=${isBusy} @click=${happen}>
      ${event}
    </button>`;
  }
  if (!command && isThere(step)) return nothing;
  const go = () => {
    hidePanel();
    show(placeOf(step));
    if (command) writeCommand(command);
  };
  return html`<button class="button primary" @click=${go}>
    ${command ? `Write it as ${as}` : `Be ${as} in #${where}`}
  </button>`;
}
