import type { APIApplicationCommandBasicOption } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import type { TypedCommand } from '../protocol.js';
import { act, app, place, post, redraw } from './app.js';
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

let pickedEntry = 0;

export function composer(): TemplateResult {
  return html`<div class="composer">
    ${app.note === '' ? nothing : html`<p class="note" role="status">${app.note}</p>`}
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
  app.typed = '';
  redraw();
  // A phone's keyboard would cover what should be read first; without a field it never comes.
  const first = document.querySelector<HTMLElement>('.draft :is(input, select)');
  const isTouch = matchMedia('(pointer: coarse)').matches;
  (isTouch ? null : first)?.focus();
  if (!first) document.querySelector<HTMLElement>('.draft .send')?.focus();
}

function leave(): void {
  app.draft = null;
  app.typed = '';
  redraw();
  document.querySelector<HTMLElement>('.command-input')?.focus();
}

function commandInput(): TemplateResult {
  const found =
    app.state && app.typed.startsWith('/') ? matching(entriesOf(app.state), app.typed) : [];
  const channel = app.state?.channels.find(({ id }) => id === app.channelId)?.name ?? '';
  const list = found.map(({ name, description }) => ({ title: `/${name}`, detail: description }));
  pickedEntry = Math.min(pickedEntry, Math.max(0, found.length - 1));
  const choose = (index: number) => {
    const entry = found[index];
    if (entry) begin(entry);
  };
  return html`${picker(list, pickedEntry, choose)}
    <div class="composer-box">
      <button class="slash" aria-label="Commands" @click=${() => typeInto('/')}>/</button>
      <input
        class="command-input"
        role="combobox"
        aria-label="Command"
        aria-controls="picker"
        aria-expanded=${found.length > 0}
        aria-activedescendant=${found.length > 0 ? `pick-${pickedEntry}` : nothing}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        placeholder="Type / for commands in #${channel}"
        .value=${live(app.typed)}
        @input=${({ target }: { target: HTMLInputElement }) => typeInto(target.value)}
        @keydown=${(event: KeyboardEvent) => {
          pickedEntry =
            keyed(event, { at: pickedEntry, count: found.length, choose }) ?? pickedEntry;
          if (event.key === 'Escape') typeInto('');
          redraw();
        }}
      />
    </div>`;
}

function typeInto(text: string): void {
  app.typed = text;
  app.note = text === '' || text.startsWith('/') ? '' : 'Pitboss answers commands: type /';
  pickedEntry = 0;
  redraw();
  document.querySelector<HTMLElement>('.command-input')?.focus();
}

interface Keys {
  readonly at: number;
  readonly count: number;
  readonly choose: (index: number) => void;
}

/** Where a list's mark moves to; Enter and Tab choose. */
function keyed(event: KeyboardEvent, { at, count, choose }: Keys): number | undefined {
  if (count === 0) return undefined;
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  if (step === undefined && event.key !== 'Enter' && event.key !== 'Tab') return undefined;
  if (event.key === 'Tab' && event.shiftKey) return undefined;
  event.preventDefault();
  if (step === undefined) choose(at);
  else
    queueMicrotask(() =>
      document.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
    );
  return (at + (step ?? 0) + count) % count;
}

interface Pick {
  readonly title: string;
  readonly detail?: string;
}

function picker(items: readonly Pick[], at: number, choose: (index: number) => void) {
  if (items.length === 0) return nothing;
  return html`<div class="picker" id="picker" role="listbox" aria-label="Suggestions">
    ${items.map(
      ({ title, detail }, index) =>
        html`<div
          class="pick"
          id="pick-${index}"
          role="option"
          aria-selected=${index === at}
          @mousedown=${(event: Event) => event.preventDefault()}
          @click=${() => choose(index)}
        >
          <span class="pick-title">${title}</span><span class="pick-detail">${detail}</span>
        </div>`,
    )}
  </div>`;
}

function draftForm(draft: Draft): TemplateResult {
  const { name, description, options } = draft.entry;
  const send = (event: Event) => {
    event.preventDefault();
    app.draft = null;
    void act('/run', { ...place(), command: name, options: optionValues(draft) }, 'run');
    document.querySelector<HTMLElement>('.command-input')?.focus();
  };
  return html`<form
    class="draft"
    @submit=${send}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave();
    }}
  >
    <div class="draft-head">
      <span class="command-name">/${name}</span>
      <span class="draft-about">${description}</span>
      <button type="button" class="icon" aria-label="Leave this command" @click=${leave}>✕</button>
    </div>
    <div class="draft-fields">${options.map((option) => field(option, draft))}</div>
    <button class="button primary send">Send</button>
  </form>`;
}

function field(option: APIApplicationCommandBasicOption, draft: Draft): TemplateResult {
  const { name, description, required = false } = option;
  return html`<label class="field">
    <span class="field-name">${name}${required ? html`<b class="required"> *</b>` : nothing}</span>
    ${input(option, draft)}
    <span class="field-about">${description}</span>
  </label>`;
}

function input(option: APIApplicationCommandBasicOption, draft: Draft): TemplateResult {
  const { name, type, required = false } = option;
  if ('autocomplete' in option && option.autocomplete) return completed(option, draft);
  const shown = draft.values.get(name)?.shown ?? '';
  const set = ({ target }: { target: HTMLInputElement | HTMLSelectElement }) => {
    draft.values.set(name, { shown: target.value, value: target.value });
    redraw();
  };
  const choices = fixedChoices(option);
  if (choices) {
    return html`<select name=${name} ?required=${required} .value=${live(shown)} @change=${set}>
      <option value=""></option>
      ${choices.map(
        (choice) =>
          html`<option value=${choice.value} ?selected=${String(choice.value) === shown}>
            ${choice.name}
          </option>`,
      )}
    </select>`;
  }
  const isNumber = type === Option.Integer || type === Option.Number;
  return html`<input
    name=${name}
    type=${isNumber ? 'number' : 'text'}
    step=${type === Option.Number ? 'any' : nothing}
    min=${('min_value' in option && option.min_value) ?? nothing}
    max=${('max_value' in option && option.max_value) ?? nothing}
    autocomplete="off"
    ?required=${required}
    .value=${live(shown)}
    @input=${set}
  />`;
}

function fixedChoices(option: APIApplicationCommandBasicOption) {
  if ('choices' in option && option.choices?.length) return option.choices;
  if (option.type === Option.Boolean)
    return ['True', 'False'].map((name) => ({ name, value: name.toLowerCase() }));
  const named = (sign: string) => (thing: { id: string; name: string }) => ({
    name: thing.name.startsWith(sign) ? thing.name : sign + thing.name,
    value: thing.id,
  });
  if (option.type === Option.Role) return app.state?.roles.map(named('@'));
  if (option.type !== Option.Channel) return undefined;
  const takesThreads = option.channel_types?.includes(Channel.PublicThread) ?? true;
  return app.state?.channels.filter(({ isThread }) => takesThreads || !isThread).map(named('#'));
}

/** An option that the bot completes while it is typed. */
function completed(
  { name, required = false }: APIApplicationCommandBasicOption,
  draft: Draft,
): TemplateResult {
  const offer = draft.offer?.option === name ? draft.offer : null;
  const choose = (index: number) => {
    const choice = offer?.choices?.[index];
    if (choice) draft.values.set(name, { shown: choice.name, value: choice.value });
    draft.offer = null;
    redraw();
  };
  const typed = (text: string) => {
    draft.values.set(name, { shown: text, value: text });
    ask(draft, name, text);
  };
  return html`<span class="completed">
    <input
      name=${name}
      role="combobox"
      aria-controls="picker"
      aria-expanded=${offer !== null}
      aria-activedescendant=${offer?.choices?.length ? `pick-${offer.at}` : nothing}
      autocomplete="off"
      autocapitalize="off"
      ?required=${required}
      .value=${live(draft.values.get(name)?.shown ?? '')}
      @focus=${({ target }: { target: HTMLInputElement }) => ask(draft, name, target.value)}
      @blur=${() => offerTo(draft, null)}
      @input=${({ target }: { target: HTMLInputElement }) => typed(target.value)}
      @keydown=${(event: KeyboardEvent) => {
        if (!offer) return;
        const count = offer.choices?.length ?? 0;
        const at = keyed(event, { at: offer.at, count, choose });
        if (event.key === 'Escape') {
          event.preventDefault();
          offerTo(draft, null);
        } else if (at !== undefined && draft.offer) offerTo(draft, { ...offer, at });
      }}
    />
    ${
      offer?.choices
        ? picker(
            offer.choices.map((choice) => ({ title: choice.name })),
            offer.at,
            choose,
          )
        : nothing
    }
  </span>`;
}

function offerTo(draft: Draft, offer: Offer | null): void {
  draft.offer = offer;
  redraw();
}

let asking: ReturnType<typeof setTimeout> | undefined;

/** Asks the bot once somebody pauses. What comes too late is not shown. */
function ask(draft: Draft, option: string, typed: string): void {
  clearTimeout(asking);
  const waiting: Offer = { option, choices: null, at: 0 };
  offerTo(draft, waiting);
  asking = setTimeout(async () => {
    const { [option]: _, ...others } = optionValues(draft);
    const request = { ...place(), command: draft.entry.name, option, typed, others };
    const choices = await post<NonNullable<Offer['choices']>>('/complete', request).catch(() => []);
    if (draft.offer === waiting) offerTo(draft, { ...waiting, choices });
  }, 150);
}
