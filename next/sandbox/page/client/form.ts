import type {
  APILabelComponent,
  APIStringSelectComponent,
  APITextInputComponent,
} from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { act, app, redraw, type OpenForm } from './app.js';
import { Component, TextStyle } from './discord-numbers.js';
import { markdown } from './markdown.js';
import { suggestedForm } from './story.js';

/** The form that the bot opened, if it did. */
export function form(): unknown {
  return app.form ? keyed(app.form, dialog(app.form)) : nothing;
}

function dialog({ interactionId, place, form: { title, components } }: OpenForm): TemplateResult {
  const close = () => {
    app.form = null;
    redraw();
  };
  const submit = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === 'string' && !isEmptySelect(event.currentTarget, name, value)
        ? [[name, value]]
        : [],
    );
    close();
    void act('/submit', { ...place, interactionId, fields: Object.fromEntries(given) }, 'form');
  };
  return html`<dialog aria-label=${title} @close=${close}>
    <form @submit=${submit}>
      <h2>${title}</h2>
      ${components.map((part) => {
        if (part.type === Component.Label) return label(part);
        return part.type === Component.TextDisplay ? markdown(part.content) : nothing;
      })}
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

/** What isn't chosen isn't sent. */
function isEmptySelect(form: HTMLFormElement, name: string, value: string): boolean {
  return value === '' && form.elements.namedItem(name) instanceof HTMLSelectElement;
}

function label({ label, description, component }: APILabelComponent): unknown {
  const isKnown =
    component.type === Component.TextInput || component.type === Component.StringSelect;
  if (!isKnown) return nothing;
  const isText = component.type === Component.TextInput;
  return html`<label class="field">
    <b>${label}${component.required === false ? nothing : html`<span class="bad"> *</span>`}</b>
    ${description ? html`<small>${description}</small>` : nothing}
    ${isText ? textInput(component) : select(component)}
  </label>`;
}

function textInput(part: APITextInputComponent): TemplateResult {
  const { custom_id: name, value = '', placeholder = '', required = true } = part;
  const max = part.max_length ?? 4_000;
  if (part.style === TextStyle.Paragraph) {
    return html`<textarea
      name=${name}
      rows="4"
      maxlength=${max}
      placeholder=${placeholder}
      ?required=${required}
    >
${value}</textarea>`;
  }
  return html`<input
    name=${name}
    value=${value}
    minlength=${part.min_length ?? 0}
    maxlength=${max}
    placeholder=${placeholder}
    autocomplete="off"
    ?required=${required}
  />`;
}

function select(part: APIStringSelectComponent): TemplateResult {
  const { custom_id: name, options, placeholder = '', required = true } = part;
  return html`<select name=${name} ?required=${required}>
    ${options.some((option) => option.default) ? nothing : html`<option value="">${placeholder}</option>`}
    ${options.map(
      (option) =>
        html`<option value=${option.value} ?selected=${option.default === true}>
          ${option.label}${option.description ? ` · ${option.description}` : ''}
        </option>`,
    )}
  </select>`;
}
