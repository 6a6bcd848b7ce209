import type {
  APIApplicationCommandBasicOption,
  APIApplicationCommandOption,
} from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type { Choice, OptionValues, PageState, TypedCommand } from '../protocol.js';
import { act, app, place, post, redraw } from './app.js';
import { Channel, Option } from './discord-numbers.js';
import { field, selectOptions } from './fields.js';

/** A command as people type it, such as `miners list`. */
interface Entry {
  readonly name: string;
  readonly description: string;
  readonly options: readonly APIApplicationCommandBasicOption[];
}

/** A command being written. */
export interface Draft {
  readonly entry: Entry;
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

/** Fills the composer with a command, for a person to send. */
export function writeCommand({ name, options: given = {} }: TypedCommand): void {
  const entry = app.state && entriesOf(app.state).find((each) => each.name === name);
  if (!entry) return;
  app.draft = { entry, given, choices: new Map() };
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
  const entries = app.state ? entriesOf(app.state) : [];
  const channel = app.state?.channels.find(({ id }) => id === app.channelId)?.name ?? '';
  const named = (input: HTMLInputElement) => {
    const name = input.value.replace('/', '').trim();
    return entries.filter((entry) => entry.name.startsWith(name)).map((entry) => entry.name);
  };
  const type = (event: InputEvent & { currentTarget: HTMLInputElement }) => {
    const [name = '', other] = named(event.currentTarget).toSorted();
    // Somebody who types may still mean a longer name; somebody who picks one does not.
    const isPicked = event.inputType !== 'insertText';
    const isWhole = event.currentTarget.value === `/${name}`;
    if (isWhole && (isPicked || other === undefined)) writeCommand({ name });
  };
  const press = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    const [name = ''] = named(event.currentTarget).toSorted();
    if (event.key === 'Enter' && event.currentTarget.value.trim() === `/${name}`)
      writeCommand({ name });
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
    <div class="fields">
      ${options.map((option) => {
        const { name, description: help, required } = option;
        return field({ name, help, required }, input(option, draft));
      })}
    </div>
    <button class="button primary send">Send</button>
  </form>`;
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

function entriesOf({ commands }: PageState): Entry[] {
  return commands.flatMap(entriesIn).toSorted((one, other) => one.name.localeCompare(other.name));
}

interface Level {
  readonly name: string;
  readonly description: string;
  readonly options?: readonly APIApplicationCommandOption[];
}

function entriesIn({ name, description, options = [] }: Level): Entry[] {
  const inner = options.filter((option) => !isBasic(option));
  if (inner.length === 0) return [{ name, description, options: options.filter(isBasic) }];
  return inner.flatMap((option) => entriesIn({ ...option, name: `${name} ${option.name}` }));
}

function isBasic(option: APIApplicationCommandOption): option is APIApplicationCommandBasicOption {
  return option.type !== Option.Subcommand && option.type !== Option.SubcommandGroup;
}

/** As Discord's client sends what its form holds: of a choice its value; empty ones are left out. */
function optionValues({ entry, choices }: Draft, form: HTMLFormElement): OptionValues {
  const typed = new FormData(form);
  const sent: Record<string, OptionValues[string]> = {};
  for (const { name, type } of entry.options) {
    const text = typed.get(name);
    if (typeof text !== 'string' || text === '') continue;
    const isNumber = type === Option.Integer || type === Option.Number;
    const choice = choices.get(name)?.find((each) => each.name === text);
    if (type === Option.Boolean) sent[name] = text === 'true';
    else sent[name] = isNumber ? Number(text) : (choice?.value ?? text);
  }
  return sent;
}
