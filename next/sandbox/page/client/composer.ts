import type { APIApplicationCommandBasicOption } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import type { TypedCommand } from '../protocol.js';
import { act, app, place, post, redraw } from './app.js';
import { combobox } from './combobox.js';
import { Channel, Option } from './discord-numbers.js';
import {
  draftOf,
  entriesOf,
  matching,
  optionValues,
  type Draft,
  type Entry,
  type Offer,
} from './draft.js';
import { selectOptions, star } from './fields.js';

export function composer(): TemplateResult {
  return html`<div class="composer">
    ${app.note === '' ? nothing : html`<p class="bad" role="status">${app.note}</p>`}
    ${app.draft ? draftForm(app.draft) : commandInput()}
  </div>`;
}

/** Fills the composer with a command, for a person to send. */
export function writeCommand({ name, options }: TypedCommand): void {
  const entry = app.state && entriesOf(app.state).find((each) => each.name === name);
  if (entry) begin(entry, options);
}

function begin(entry: Entry, options?: TypedCommand['options']): void {
  app.draft = draftOf(entry, options);
  typeCommand('');
  focusOn(entry.options.some(({ required }) => required) && !options ? ':required' : '.send');
}

function leave(): void {
  app.draft = null;
  redraw();
  focusOn('input');
}

function focusOn(part: string): void {
  document.querySelector<HTMLElement>(`.composer ${part}`)?.focus();
}

function commandInput(): TemplateResult {
  const isOpen = app.state !== null && app.typed.startsWith('/');
  const found = isOpen && app.state ? matching(entriesOf(app.state), app.typed) : [];
  const channel = app.state?.channels.find(({ id }) => id === app.channelId)?.name ?? '';
  const offerAll = () => {
    focusOn('input');
    typeCommand('/');
  };
  return html`<div class="surface box">
    <button class="button" aria-label="Commands" @click=${offerAll}>/</button>
    ${combobox({
      name: 'command',
      value: app.typed,
      placeholder: `Type / for commands in #${channel}`,
      items: found.map(({ name, description }) => ({ title: `/${name}`, detail: description })),
      type: typeCommand,
      choose(index) {
        const entry = found[index];
        if (entry) begin(entry);
      },
      close: () => typeCommand(''),
    })}
  </div>`;
}

function typeCommand(text: string): void {
  app.typed = text;
  app.note = text === '' || text.startsWith('/') ? '' : 'Pitboss answers commands: type /';
  redraw();
}

function draftForm(draft: Draft): TemplateResult {
  const { name, description, options } = draft.entry;
  const send = (event: Event) => {
    event.preventDefault();
    leave();
    const request = { ...place(), kind: 'run', label: `/${name}`, command: name } as const;
    void act({ ...request, options: optionValues(draft) }, 'run');
  };
  const press = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented) leave();
  };
  return html`<form class="draft surface" @submit=${send} @keydown=${press}>
    <div class="between">
      <div><b>/${name}</b> <small>${description}</small></div>
      <button type="button" class="icon" aria-label="Leave this command" @click=${leave}>✕</button>
    </div>
    <div class="draft-fields">${options.map((option) => field(option, draft))}</div>
    <button class="button primary send">Send</button>
  </form>`;
}

function field(option: APIApplicationCommandBasicOption, draft: Draft): TemplateResult {
  const { name, description, required = false } = option;
  const isCompleted = 'autocomplete' in option && option.autocomplete;
  return html`<label class="field">
    <b>${name}${required ? star : nothing}</b>
    ${isCompleted ? completed(option, draft) : input(option, draft)}
    <small>${description}</small>
  </label>`;
}

function input(option: APIApplicationCommandBasicOption, draft: Draft): TemplateResult {
  const { name, type, required = false } = option;
  const shown = draft.values.get(name)?.shown ?? '';
  const set = ({ target }: { target: HTMLInputElement | HTMLSelectElement }) => {
    draft.values.set(name, { shown: target.value, value: target.value });
    redraw();
  };
  const choices = fixedChoices(option);
  if (choices) {
    return html`<select name=${name} ?required=${required} @change=${set}>
      <option value=""></option>
      ${selectOptions(choices.map((each) => ({ ...each, default: each.value === shown })))}
    </select>`;
  }
  return html`<input
    name=${name}
    type=${type === Option.Integer || type === Option.Number ? 'number' : 'text'}
    step=${type === Option.Number ? 'any' : nothing}
    autocomplete="off"
    ?required=${required}
    .value=${live(shown)}
    @input=${set}
  />`;
}

function fixedChoices(option: APIApplicationCommandBasicOption) {
  const choice = (label: string, value: string | number) => ({ label, value: String(value) });
  if ('choices' in option && option.choices?.length) {
    return option.choices.map(({ name, value }) => choice(name, value));
  }
  if (option.type === Option.Boolean) return [choice('True', 'true'), choice('False', 'false')];
  if (option.type === Option.Role) {
    return app.state?.roles.map(({ id, name }) => choice(`@${name.replace('@', '')}`, id));
  }
  if (option.type !== Option.Channel) return undefined;
  const takesThreads = option.channel_types?.includes(Channel.PublicThread) ?? true;
  const channels = app.state?.channels.filter(({ isThread }) => takesThreads || !isThread);
  return channels?.map(({ id, name }) => choice(`#${name}`, id));
}

/** An option that the bot completes while it is typed. */
function completed(
  { name, required = false }: APIApplicationCommandBasicOption,
  draft: Draft,
): TemplateResult {
  const choices = draft.offer?.option === name ? draft.offer.choices : [];
  const value = draft.values.get(name)?.shown ?? '';
  return combobox({
    name,
    value,
    required,
    items: choices.map((choice) => ({ title: choice.name })),
    type(text) {
      draft.values.set(name, { shown: text, value: text });
      ask(draft, name, text);
    },
    choose(index) {
      const choice = choices[index];
      if (choice) draft.values.set(name, { shown: choice.name, value: choice.value });
      offer(draft, null);
    },
    focus: () => ask(draft, name, value),
    close: () => offer(draft, null),
  });
}

function offer(draft: Draft, offered: Offer | null): void {
  draft.offer = offered;
  redraw();
}

let asking: ReturnType<typeof setTimeout> | undefined;

/** Asks the bot once somebody pauses. What comes too late is not shown. */
function ask(draft: Draft, option: string, typed: string): void {
  clearTimeout(asking);
  const waiting: Offer = { option, choices: [] };
  offer(draft, waiting);
  asking = setTimeout(async () => {
    const { [option]: _, ...others } = optionValues(draft);
    const request = { ...place(), command: draft.entry.name, option, typed, others };
    const choices = await post<Offer['choices']>('/complete', request).catch(() => []);
    if (draft.offer === waiting) offer(draft, { option, choices });
  }, 150);
}
