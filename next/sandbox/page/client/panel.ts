import { html, nothing, type TemplateResult } from 'lit-html';
import type { ControlsView, LogView } from '../protocol.js';
import { app, control, redraw } from './app.js';
import { stories } from './story.js';
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
