import type { APISelectMenuOption } from 'discord-api-types/v10';
import { html, type TemplateResult } from 'lit-html';

/** Beside what must be filled in. */
export const star = html`<span class="bad"> *</span>`;

export function selectOptions(options: readonly APISelectMenuOption[]): TemplateResult[] {
  return options.map(
    ({ label, value, description, default: isChosen = false }) =>
      html`<option value=${value} ?selected=${isChosen}>
        ${label}${description ? ` · ${description}` : ''}
      </option>`,
  );
}
