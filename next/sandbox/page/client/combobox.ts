import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { redraw } from './app.js';

interface Combobox {
  readonly name: string;
  readonly value: string;
  /** None: the list is closed. */
  readonly items: readonly { readonly title: string; readonly detail?: string }[];
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly type: (text: string) => void;
  readonly choose: (index: number) => void;
  readonly focus?: () => void;
  readonly close: () => void;
}

/** The marked item; only one list is open at a time. */
let marked = 0;

/**
 * A text input with a list above it: arrow keys, Enter and Tab choose, Escape closes.
 * It closes after `blur`, which comes in the middle of a redraw where the input is removed.
 */
export function combobox(box: Combobox): TemplateResult {
  const { name, value, items, placeholder = '', required = false } = box;
  const isOpen = items.length > 0;
  marked = isOpen ? Math.min(marked, items.length - 1) : marked;
  return html`<div class="combobox">
    ${isOpen ? list(box) : nothing}
    <input
      name=${name}
      role="combobox"
      aria-label=${name}
      aria-controls="list-${name}"
      aria-expanded=${isOpen}
      aria-activedescendant=${isOpen ? `pick-${name}-${marked}` : nothing}
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      placeholder=${placeholder}
      ?required=${required}
      .value=${live(value)}
      @focus=${box.focus ?? nothing}
      @blur=${() => queueMicrotask(box.close)}
      @keydown=${(event: KeyboardEvent) => press(event, box)}
      @input=${({ target }: { target: HTMLInputElement }) => {
        marked = 0;
        box.type(target.value);
      }}
    />
  </div>`;
}

function list({ name, items, choose }: Combobox): TemplateResult {
  return html`<div class="list" id="list-${name}" role="listbox" aria-label="Suggestions">
    ${items.map(
      ({ title, detail }, index) =>
        html`<div
          id="pick-${name}-${index}"
          role="option"
          aria-selected=${index === marked}
          @mousedown=${(event: Event) => event.preventDefault()}
          @click=${() => choose(index)}
        >
          <b>${title}</b> <small>${detail}</small>
        </div>`,
    )}
  </div>`;
}

function press(event: KeyboardEvent, { items, choose, close }: Combobox): void {
  const { key, shiftKey } = event;
  if (items.length === 0) return;
  const isChoice = key === 'Enter' || (key === 'Tab' && !shiftKey);
  if (key === 'ArrowDown') marked = (marked + 1) % items.length;
  else if (key === 'ArrowUp') marked = (marked + items.length - 1) % items.length;
  else if (!isChoice && key !== 'Escape') return;
  event.preventDefault();
  if (isChoice) return choose(marked);
  if (key === 'Escape') return close();
  redraw();
  document.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
}
