import type { APISelectMenuOption } from 'discord-api-types/v10';
import { html, type TemplateResult } from 'lit-html';

interface Labelled {
  readonly name: string;
  readonly help?: string | undefined;
  readonly required?: boolean | undefined;
}

/** An input or select with its name and what it is for. */
export function field({ name, help = '', required = false }: Labelled, input: unknown) {
  return html`<label class="field">
    <b>${name}<span class="bad">${required ? ' *' : ''}</span></b>
    ${input}
    <small>${help}</small>
  </label>`;
}

export function selectOptions(options: readonly APISelectMenuOption[]): TemplateResult[] {
  return options.map(
    ({ label, value, description, default: isChosen = false }) =>
      html`<option value=${value} ?selected=${isChosen}>
        ${label}${description ? ` · ${description}` : ''}
      </option>`,
  );
}
