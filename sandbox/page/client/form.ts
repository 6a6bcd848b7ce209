import type {
  APILabelComponent,
  APIStringSelectComponent,
  APITextInputComponent,
} from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { act, app, redraw, type OpenForm } from './app.js';
import { Component, TextStyle } from './discord-numbers.js';
import { field, selectOptions } from './fields.js';
import { suggestedForm } from './story.js';

/** The form that the bot opened, if it did. */
export function form(): unknown {
  return app.form ? keyed(app.form, dialog(app.form)) : nothing;
}

function dialog({ opener, interactionId, form: { title, components } }: OpenForm): TemplateResult {
  const { personId, channelId, label: name } = opener;
  const close = () => {
    app.form = null;
    redraw();
  };
  const submit = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const fields: Record<string, string> = {};
    for (const [field, value] of new FormData(event.currentTarget)) {
      if (typeof value === 'string') fields[field] = value;
    }
    close();
    void act({ personId, channelId, label: name, kind: 'submit', interactionId, fields });
  };
  return html`<dialog class="surface" aria-label=${title} @close=${close}>
    <form @submit=${submit}>
      <h2>${title}</h2>
      ${components.map((part) => (part.type === Component.Label ? label(part) : nothing))}
      <div class="row">
        <button type="button" class="button" @click=${close}>Cancel</button>
        ${writeForMe()}
        <button class="button primary">Submit</button>
      </div>
    </form>
  </dialog>`;
}

/** Fills in what the story's next step needs; the person submits it. */
function writeForMe(): unknown {
  const suggested = suggestedForm();
  if (!suggested) return nothing;
  const write = ({ currentTarget }: { currentTarget: HTMLButtonElement }) => {
    for (const [name, value] of Object.entries(suggested)) {
      const field = currentTarget.form?.elements.namedItem(name);
      if (field && 'value' in field) field.value = value;
    }
  };
  return html`<button type="button" class="button suggested" @click=${write}>
    Write it for me
  </button>`;
}

function label({ label: name, description: help, component }: APILabelComponent): unknown {
  const required = !('required' in component) || component.required !== false;
  if (component.type === Component.TextInput) {
    return field({ name, help, required }, textInput(component));
  }
  if (component.type !== Component.StringSelect) return nothing;
  return field({ name, help, required }, select(component));
}

function textInput(part: APITextInputComponent): TemplateResult {
  const { custom_id: name, value = '', required = true } = part;
  const max = part.max_length ?? 4_000;
  return part.style === TextStyle.Paragraph
    ? html`<textarea
        name=${name}
        rows="4"
        maxlength=${max}
        ?required=${required}
        .value=${value}
      ></textarea>`
    : html`<input
        name=${name}
        value=${value}
        maxlength=${max}
        autocomplete="off"
        ?required=${required}
      />`;
}

/** Its placeholder cannot be chosen: a select with nothing chosen isn't sent. */
function select(part: APIStringSelectComponent): TemplateResult {
  const { custom_id: name, options, placeholder = '', required = true } = part;
  return html`<select name=${name} ?required=${required}>
    ${
      options.some((option) => option.default)
        ? nothing
        : html`<option value="" disabled selected>${placeholder}</option>`
    }
    ${selectOptions(options)}
  </select>`;
}
