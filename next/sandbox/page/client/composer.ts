import type { APIApplicationCommandBasicOption } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type { Choice, TypedCommand } from '../protocol.js';
import { act, app, place, post, redraw } from './app.js';
import { Channel, Option } from './discord-numbers.js';
import { entriesOf, optionValues, type Draft } from './draft.js';
import { selectOptions, star } from './fields.js';

export function composer(): TemplateResult {
  return html`<div class="composer">
    ${app.note === '' ? nothing : html`<p class="bad" role="status">${app.note}</p>`}
    ${app.draft ? keyed(app.draft, draftForm(app.draft)) : commandInput()}
  </div>`;
}

/** Fills the composer with a command, for a person to send. */
export function writeCommand({ name, options: given = {} }: TypedCommand): void {
  const entry = app.state && entriesOf(app.state).find((each) => each.name === name);
  if (!entry) return;
  app.draft = { entry, given, choices: new Map() };
  app.note = '';
  redraw();
  focusOn(':is(:required, .send)');
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
  const entries = app.state ? entriesOf(app.state) : [];
  const channel = app.state?.channels.find(({ id }) => id === app.channelId)?.name ?? '';
  const type = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const name = currentTarget.value.replace('/', '');
    if (entries.some((entry) => entry.name === name)) writeCommand({ name });
  };
  return html`<input
      aria-label="command"
      list="commands"
      autocomplete="off"
      placeholder="Type / for commands in #${channel}"
      @input=${type}
    />
    <datalist id="commands">
      ${entries.map(
        ({ name, description }) => html`<option value="/${name}">${description}</option>`,
      )}
    </datalist>`;
}

function draftForm(draft: Draft): TemplateResult {
  const { name, description, options } = draft.entry;
  const send = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const values = optionValues(draft, event.currentTarget);
    leave();
    void act({ ...place(), kind: 'run', label: `/${name}`, command: name, options: values });
  };
  return html`<form
    class="draft surface"
    @submit=${send}
    @keydown=${({ key }: KeyboardEvent) => key === 'Escape' && leave()}
  >
    <div class="between">
      <div><b>/${name}</b> <small>${description}</small></div>
      <button type="button" class="button" aria-label="Leave this command" @click=${leave}>
        ✕
      </button>
    </div>
    <div class="fields">${options.map((option) => field(option, draft))}</div>
    <button class="button primary send">Send</button>
  </form>`;
}

function field(option: APIApplicationCommandBasicOption, draft: Draft): TemplateResult {
  const { name, description, required = false } = option;
  return html`<label class="field">
    <b>${name}${required ? star : nothing}</b>
    ${input(option, draft)}
    <small>${description}</small>
  </label>`;
}

function input(option: APIApplicationCommandBasicOption, draft: Draft): TemplateResult {
  const { name, type, required = false } = option;
  const given = draft.given[name] ?? '';
  const choices = fixedChoices(option);
  if (choices) {
    return html`<select name=${name} ?required=${required}>
      <option value=""></option>
      ${selectOptions(choices.map((each) => ({ ...each, default: each.value === given })))}
    </select>`;
  }
  const isCompleted = 'autocomplete' in option && option.autocomplete;
  const complete = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    ask(draft, currentTarget);
  return html`<input
      name=${name}
      type=${type === Option.Integer || type === Option.Number ? 'number' : 'text'}
      step=${type === Option.Number ? 'any' : nothing}
      list=${isCompleted ? `offered-${name}` : nothing}
      autocomplete="off"
      ?required=${required}
      value=${given}
      @focus=${isCompleted ? complete : nothing}
      @input=${isCompleted ? complete : nothing}
    />
    <datalist id="offered-${name}">
      ${draft.choices.get(name)?.map((choice) => html`<option value=${choice.name}></option>`)}
    </datalist>`;
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

let asking: ReturnType<typeof setTimeout> | undefined;

/** Asks the bot what it offers, once somebody pauses. */
function ask(draft: Draft, { name: option, value: typed, form }: HTMLInputElement): void {
  clearTimeout(asking);
  asking = setTimeout(async () => {
    if (!form) return;
    const { [option]: _, ...others } = optionValues(draft, form);
    const request = { ...place(), command: draft.entry.name, option, typed, others };
    const choices = await post<readonly Choice[]>('/complete', request).catch(() => []);
    draft.choices.set(option, choices);
    redraw();
  }, 150);
}
