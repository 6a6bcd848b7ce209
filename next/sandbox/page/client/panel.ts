import { html, nothing, type TemplateResult } from 'lit-html';
import type { ControlsView, LogView, StepView, StoriesView } from '../protocol.js';
import { app, control, redraw, show } from './app.js';
import { writeCommand } from './composer.js';
import { timestamp } from './times.js';

export function panel(): unknown {
  const { state } = app;
  if (!state) return nothing;
  return html`<aside
    class="panel ${app.isPanelOpen ? 'open' : ''}"
    aria-label="Stories and controls"
  >
    <header class="between">
      <h2>Stories</h2>
      <button class="icon narrow" aria-label="Close" @click=${closePanel}>✕</button>
    </header>
    <div class="panel-body">
      ${stories(state.stories)}
      <details open>
        <summary>Make it happen</summary>
        ${controls(state.controls)}
      </details>
      <details>
        <summary>How the pool answers</summary>
        ${deviations(state.controls)}
      </details>
      <details>
        <summary>Requests to the pool</summary>
        ${log(state.log)}
      </details>
      <button
        class="button danger"
        ?disabled=${app.waiting.has('control')}
        @click=${() => control('reset', {})}
      >
        Start over
      </button>
    </div>
  </aside>`;
}

export function closePanel(): void {
  app.isPanelOpen = false;
  redraw();
}

/** On a phone: the step that is next, above the composer. */
export function storyStrip(): unknown {
  const playing = app.state?.stories.playing;
  if (!playing) return nothing;
  const next = playing.steps.find(({ isDone }) => !isDone);
  return html`<section class="strip surface narrow" aria-label="Story">
    ${
      next
        ? html`<p>${next.say}</p>
            ${help(next)}`
        : html`<p>The end of “${playing.title}”.</p>
            ${end()}`
    }
  </section>`;
}

function stories({ titles, playing }: StoriesView): TemplateResult {
  if (!playing) {
    return html`<p>New here? Play a story: it says what to do.</p>
      ${titles.map(
        (name) => html`<button class="story surface" @click=${() => play(name)}>${name}</button>`,
      )}`;
  }
  const next = playing.steps.find(({ isDone }) => !isDone);
  return html`<h3>${playing.title}</h3>
    <ol class="steps">
      ${playing.steps.map(
        (step) =>
          html`<li class=${step === next ? 'next' : nothing}>
            ${step.say}${step.isDone ? ' ✓' : nothing} ${step === next ? help(step) : nothing}
          </li>`,
      )}
    </ol>
    ${end()}`;
}

function play(name: string | null): void {
  app.isPanelOpen = false;
  void control('story', { name });
}

function end(): TemplateResult {
  return html`<button class="button" @click=${() => play(null)}>End the story</button>`;
}

/** Takes the reader to where the step happens, with its command written. */
function help({ as, in: where, command }: StepView): TemplateResult {
  const go = () => {
    const personId = app.state?.people.find(({ name }) => name === as)?.id ?? app.personId;
    const channelId = app.state?.channels.find(({ name }) => name === where)?.id ?? app.channelId;
    app.isPanelOpen = false;
    show({ personId, channelId });
    if (command) writeCommand(command);
  };
  return html`<button class="button primary" @click=${go}>
    ${command ? `Write it as ${as}` : `Be ${as} in #${where}`}
  </button>`;
}

function controls({ events, poolMode, poolModes }: ControlsView): TemplateResult {
  const isBusy = app.waiting.has('control');
  return html`<label>
      The pool
      <select
        @change=${({ target }: { target: HTMLSelectElement }) => control('pool', { name: target.value })}
      >
        ${poolModes.map((mode) => html`<option ?selected=${mode === poolMode}>${mode}</option>`)}
      </select>
    </label>
    ${events.map(
      (name) =>
        html`<button class="button" ?disabled=${isBusy} @click=${() => control('event', { name })}>
          ${name}
        </button>`,
    )}`;
}

function deviations({ deviations: all }: ControlsView): TemplateResult[] {
  return all.map(({ name, isOn }) => {
    const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    const change = ({ target }: { target: HTMLInputElement }) =>
      control('deviation', { name, isOn: target.checked });
    return html`<label class="check">
      <input type="checkbox" .checked=${isOn} @change=${change} /> ${words}
    </label>`;
  });
}

function log({ requests, refusals }: LogView): TemplateResult {
  return html`<ol class="line">
      ${requests.map(
        ({ method, path, at }) =>
          html`<li><time>${timestamp(at, 'T')}</time> <b>${method}</b> ${path}</li>`,
      )}
    </ol>
    ${refusals.map((reason) => html`<p class="bad">Discord would refuse: ${reason}</p>`)}`;
}
