import type { APIApplicationCommandBasicOption } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type { Choice, CommandView, OptionValues, TypedCommand } from '../protocol.js';
import { act, app, place, post, redraw } from './app.js';
import { Channel, Option } from './discord-numbers.js';
import { field, selectOptions } from './fields.js';

/** A command being written. */
export interface Draft {
  readonly command: CommandView;
  /** What stands in its fields to begin with. */
  readonly given: NonNullable<TypedCommand['options']>;
  /** What the bot offered last, by option. */
  readonly choices: Map<string, readonly Choice[]>;
}

export function composer(): TemplateResult {
  return html`<div class="composer">
    ${app.note === '' ? nothing : html`<p class="bad" role="status">${app.note}</p>`}
    ${app.draft ? keyed(app.draft, draftForm(app.draft)) : commandInput()}
  </div>`;
}

let pause: ReturnType<typeof setTimeout> | undefined;

/** Fills the composer with a command, for a person to send. */
export function writeCommand({ name, options: given = {} }: TypedCommand): void {
  clearTimeout(pause);
  const command = app.state?.commands.find((each) => each.name === name);
  if (!command) return;
  app.draft = { command, given, choices: new Map() };
  app.note = '';
  redraw();
  focusOn(':is(.fields input, .fields select, .send)');
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
  const commands = app.state?.commands ?? [];
  const channel = app.state?.channels.find(({ id }) => id === app.channelId)?.name ?? '';
  const type = ({ inputType, currentTarget }: InputEvent & { currentTarget: HTMLInputElement }) => {
    const { value } = currentTarget;
    const [command, other] = commands.filter(({ name }) => `/${name}`.startsWith(value));
    // Somebody who types may still mean a longer name, or go on with options.
    const isPicked = inputType !== 'insertText';
    clearTimeout(pause);
    if (!command || value !== `/${command.name}` || !(isPicked || other === undefined)) return;
    pause = setTimeout(() => writeCommand({ name: command.name }), isPicked ? 0 : 500);
  };
  const press = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const typed = typedIn(event.currentTarget.value.trim());
    app.note = 'There is no such command';
    if (!typed) return redraw();
    writeCommand(typed);
    sendIfWhole(Object.keys(typed.options));
  };
  return html`<input
      aria-label="command"
      list="commands"
      autocomplete="off"
      placeholder="Type / for commands in #${channel}"
      @input=${type}
      @keydown=${press}
    />
    <datalist id="commands">
      ${commands.map(
        ({ name, description }) => html`<option value="/${name}">${description}</option>`,
      )}
    </datalist>`;
}

/** Such as `/revenue from:last 7 days site:North Ridge`. */
function typedIn(text: string): Required<TypedCommand> | undefined {
  const command = app.state?.commands.find(({ name }) => `${text} `.startsWith(`/${name} `));
  if (!command) return undefined;
  const { name } = command;
  const names = command.options.map((option) => option.name).join('|');
  const [stray, ...parts] = text.slice(name.length + 1).split(new RegExp(`\\s+(${names}):`));
  if (stray !== '') return undefined;
  const typed = parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1]?.trim()]] : []));
  return { name, options: Object.fromEntries(typed) };
}

/** Unless something typed has no place in the form, or something that is needed is missing. */
function sendIfWhole(options: readonly string[]): void {
  const form = document.querySelector<HTMLFormElement>('.draft');
  const taken = form && new FormData(form);
  if (options.length > 0 && options.every((name) => taken?.get(name))) form?.requestSubmit();
}

function draftForm(draft: Draft): TemplateResult {
  const { name, description, options } = draft.command;
  const send = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const values = optionValues(draft, event.currentTarget);
    leave();
    void act({ ...place(), kind: 'run', label: `/${name}`, command: name, options: values });
  };
  // Within a div, because an option such as `remove` hides the form's own method.
  return html`<div>
    <form
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
      <div class="fields">
        ${options.map((option) => field({ ...option, help: option.description }, input(option, draft)))}
      </div>
      <button class="button primary send">Send</button>
    </form>
  </div>`;
}

function input(option: APIApplicationCommandBasicOption, draft: Draft): TemplateResult {
  const { name, required = false } = option;
  const given = draft.given[name] ?? '';
  const choices = fixedChoices(option);
  if (choices) {
    return html`<select name=${name} ?required=${required}>
      <option value=""></option>
      ${selectOptions(choices.map((each) => ({ ...each, default: [each.value, each.label].includes(given) })))}
    </select>`;
  }
  const isCompleted = 'autocomplete' in option && option.autocomplete;
  const complete = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    ask(draft, currentTarget);
  return html`<input
      name=${name}
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

/** Asks the bot what it offers, once somebody pauses. */
function ask(draft: Draft, { name: option, value: typed, form }: HTMLInputElement): void {
  clearTimeout(pause);
  pause = setTimeout(async () => {
    if (!form) return;
    const { [option]: _, ...others } = optionValues(draft, form);
    const request = { ...place(), command: draft.command.name, option, typed, others };
    const choices = await post<readonly Choice[]>('/complete', request).catch(() => []);
    draft.choices.set(option, choices);
    redraw();
  }, 150);
}

/** As Discord's client sends what its form holds: of a choice its value; empty ones are left out. */
function optionValues({ command, choices }: Draft, form: HTMLFormElement): OptionValues {
  const typed = new FormData(form);
  const sent: Record<string, OptionValues[string]> = {};
  for (const { name, type } of command.options) {
    const text = typed.get(name);
    if (typeof text !== 'string' || text === '') continue;
    const choice = choices.get(name)?.find((each) => each.name === text);
    sent[name] = type === Option.Boolean ? text === 'true' : (choice?.value ?? text);
  }
  return sent;
}
