import type { APISelectMenuOption } from 'discord-api-types/v10';
import { html, type TemplateResult } from 'lit-html';

export function selectOptions(options: readonly APISelectMenuOption[]): TemplateResult[] {
  return options.map(
    ({ label, value, description, default: isChosen = false }) =>
      html`<option value=${value} ?selected=${isChosen}>
        ${label}${description ? ` · ${description}` : ''}
      </option>`,
  );
}
