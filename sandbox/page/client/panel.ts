import { html, type TemplateResult } from 'lit-html';
import type { PageState } from '../protocol.js';
import { app, control } from './app.js';
import { writeCommand } from './composer.js';
import { timestamp } from './times.js';

/** Beside the messages; where there is no room, a popover. */
export function panel(state: PageState): TemplateResult {
  const button = (label: string, press: () => unknown) =>
    html`<button class="button" ?disabled=${app.isBusy} @click=${press}>${label}</button>`;
  const act = (press: () => unknown) => () => {
    document.querySelector<HTMLElement>('#panel')?.hidePopover();
    return press();
  };
  return html`<aside class="panel" id="panel" popover aria-label="Stories and controls">
    <button class="button narrow" aria-label="Close" popovertarget="panel">✕</button>
    <h2>Stories</h2>
    <p>New here? Play one: it starts over, and says what to do.</p>
    ${state.stories.map((title) =>
      button(
        title,
        act(() => control('story', title)),
      ),
    )}
    <h2>Make it happen</h2>
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
    ${state.events.map((name) => button(name, () => control('event', name)))}
    ${state.actions.map(({ id, name }) =>
      button(
        `Ask about “${name}”`,
        act(() => writeCommand({ name: 'action status', options: { id } })),
      ),
    )}
    <details>
      <summary>Requests to the pool</summary>
      <ol>
        ${state.requests.map(
          ({ method, path, at }) =>
            html`<li><time>${timestamp(at, 'T')}</time> <b>${method}</b> ${path}</li>`,
        )}
      </ol>
    </details>
    ${state.refusals.map((reason) => html`<p class="bad">Discord would refuse: ${reason}</p>`)}
    <button class="button danger" @click=${() => control('story')}>Start over</button>
  </aside>`;
}
