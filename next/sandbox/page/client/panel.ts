import { html, type TemplateResult } from 'lit-html';
import type { PageState } from '../protocol.js';
import { app, control } from './app.js';
import { stories } from './story.js';
import { timestamp } from './times.js';

/** Beside the messages; where there is no room, a popover. */
export function panel(state: PageState): TemplateResult {
  const isBusy = app.waiting.has('control');
  return html`<aside class="panel" id="panel" popover aria-label="Stories and controls">
    <header class="between">
      <h2>Stories</h2>
      <button class="icon narrow" aria-label="Close" popovertarget="panel">✕</button>
    </header>
    ${stories(state)}
    <details open>
      <summary>Make it happen</summary>
      <label>
        The pool
        <select
          @change=${({ target }: { target: HTMLSelectElement }) => control('pool', target.value)}
        >
          ${state.poolModes.map(
            (mode) => html`<option ?selected=${mode === state.poolMode}>${mode}</option>`,
          )}
        </select>
      </label>
      ${state.events.map(
        (name) =>
          html`<button class="button" ?disabled=${isBusy} @click=${() => control('event', name)}>
            ${name}
          </button>`,
      )}
    </details>
    <details>
      <summary>Requests to the pool</summary>
      <ol>
        ${state.requests.map(
          ({ method, path, at }) =>
            html`<li><time>${timestamp(at, 'T')}</time> <b>${method}</b> ${path}</li>`,
        )}
      </ol>
      ${state.refusals.map((reason) => html`<p class="bad">Discord would refuse: ${reason}</p>`)}
    </details>
    <button class="button danger" ?disabled=${isBusy} @click=${() => control('story')}>
      Start over
    </button>
  </aside>`;
}
