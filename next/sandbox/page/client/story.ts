import { html, nothing, type TemplateResult } from 'lit-html';
import type { MessageView, StepView, StoriesView } from '../protocol.js';
import { app, control, show } from './app.js';
import { writeCommand } from './composer.js';
import { Component } from './discord-numbers.js';

function nextStep(): StepView | undefined {
  return app.state?.stories.playing?.steps.find(({ isDone }) => !isDone);
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
      row.type === Component.ActionRow &&
      row.components.some((part) => 'label' in part && part.label === label),
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
export function storyStrip(): unknown {
  const playing = app.state?.stories.playing;
  if (!playing) return nothing;
  const next = nextStep();
  return html`<section class="strip surface narrow" aria-label="Story">
    ${
      next
        ? html`<p>${next.say}</p>
            ${help(next)}`
        : html`<p>The end of “${playing.title}”.</p>
            ${books(playing.books)} ${end()}`
    }
  </section>`;
}

export function stories({ titles, playing }: StoriesView): TemplateResult {
  if (!playing) {
    return html`<p>New here? Play a story: it starts over, and says what to do.</p>
      ${titles.map(
        (name) =>
          html`<button
            class="story surface"
            ?disabled=${app.waiting.has('control')}
            @click=${() => play(name)}
          >
            ${name}
          </button>`,
      )}`;
  }
  const next = nextStep();
  return html`<h3>${playing.title}</h3>
    <ol class="steps">
      ${playing.steps.map(
        (step) =>
          html`<li class=${step === next ? 'next' : nothing}>
            ${step.say}${step.isDone ? ' ✓' : nothing} ${step === next ? help(step) : nothing}
          </li>`,
      )}
    </ol>
    ${books(playing.books)} ${end()}`;
}

function play(name: string): void {
  app.isPanelOpen = false;
  void control('story', { name });
}

function books(lines: readonly string[]): unknown {
  if (lines.length === 0) return nothing;
  return html`<section class="books" aria-label="The pool’s books">
    <h3>The pool’s books</h3>
    ${lines.map((line) => html`<p>${line}</p>`)}
  </section>`;
}

function end(): TemplateResult {
  return html`<button class="button" @click=${() => control('end', {})}>End the story</button>`;
}

/** Takes the reader to where the step happens, with its command written. */
function help(step: StepView): unknown {
  const { as, in: where, command, event } = step;
  if (event !== undefined) {
    return html`<button
      class="button primary"
      ?disabled=${app.waiting.has('control')}
      @click=${() => control('make-happen', {})}
    >
      ${event}
    </button>`;
  }
  if (!command && isThere(step)) return nothing;
  const go = () => {
    app.isPanelOpen = false;
    show(placeOf(step));
    if (command) writeCommand(command);
  };
  return html`<button class="button primary" @click=${go}>
    ${command ? `Write it as ${as}` : `Be ${as} in #${where}`}
  </button>`;
}
