import {
  ComponentType,
  TextInputStyle,
  type APIModalInteractionResponseCallbackComponent,
  type APIStringSelectComponent,
  type APITextInputComponent,
} from 'discord-api-types/v10';
import { h } from '../dom.js';
import { defaultChoice, isSelect, selectOptions } from './select-settings.js';
import { selectMenu } from './select-menu.js';

/** One input of a form. */
export interface ModalField {
  readonly element: HTMLElement;
  readonly customId: string | null;
  read(): string | readonly string[];
  /** Why it can't be sent, or null. */
  problem(): string | null;
}

interface Heading {
  readonly label: string;
  readonly description: string;
}

export function modalField(component: APIModalInteractionResponseCallbackComponent): ModalField {
  if (component.type === ComponentType.ActionRow) {
    const [input] = component.components;
    return input ? textField(input, { label: input.label ?? '', description: '' }) : note(h('div'));
  }
  if (component.type !== ComponentType.Label) return note(h('div'));
  const heading = { label: component.label, description: component.description ?? '' };
  const inner = component.component;
  if (inner.type === ComponentType.TextInput) return textField(inner, heading);
  if (isSelect(inner)) return selectField(inner, heading);
  return note(h('div', { class: 'field', text: `${heading.label}: not shown by this page` }));
}

function note(element: HTMLElement): ModalField {
  return { element, customId: null, read: () => '', problem: () => null };
}

function textField(input: APITextInputComponent, heading: Heading): ModalField {
  const required = input.required !== false;
  const long = input.style === TextInputStyle.Paragraph;
  const attrs = {
    name: input.custom_id,
    placeholder: input.placeholder,
    maxlength: input.max_length ?? 4000,
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-label': heading.label,
    'aria-description': heading.description || undefined,
    'aria-required': String(required),
  };
  const control = long
    ? h('textarea', { class: 'input', attrs: { ...attrs, rows: 4 } })
    : h('input', { class: 'input', attrs });
  control.value = input.value ?? '';
  const min = input.min_length ?? 0;
  return {
    element: framed(heading, required, control),
    customId: input.custom_id,
    read: () => control.value,
    problem() {
      if (control.value === '') return required ? 'This field is required.' : null;
      return control.value.length < min ? `Must be at least ${min} characters long.` : null;
    },
  };
}

function selectField(select: APIStringSelectComponent, heading: Heading): ModalField {
  let chosen = defaultChoice(select);
  const required = !('required' in select) || select.required !== false;
  const menu = selectMenu({
    options: selectOptions(select),
    chosen,
    placeholder: select.placeholder ?? 'Make a selection',
    label: heading.label,
    min: required ? (select.min_values ?? 1) : 0,
    max: select.max_values ?? 1,
    disabled: false,
    onChosen: (values) => {
      chosen = values;
    },
  });
  return {
    element: framed(heading, required, menu),
    customId: select.custom_id,
    read: () => chosen,
    problem: () => (required && chosen.length === 0 ? 'Choose at least one.' : null),
  };
}

function framed({ label, description }: Heading, required: boolean, control: HTMLElement) {
  return h(
    'div',
    { class: 'field' },
    h(
      'div',
      { class: 'field-label' },
      label,
      required ? h('span', { class: 'required', text: ' *', attrs: { title: 'required' } }) : null,
    ),
    description ? h('div', { class: 'field-description', text: description }) : null,
    control,
    h('div', { class: 'field-problem', attrs: { role: 'alert' } }),
  );
}
