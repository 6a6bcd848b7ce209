import type { OptionValues } from '../../protocol.js';
import { api } from '../api.js';
import { h } from '../dom.js';
import type { Store } from '../store.js';
import { findEntries, listEntries, type Entry } from './entries.js';
import { createOptionField, type OptionField } from './option-field.js';
import { createPicker } from './picker.js';

export interface ComposerParts {
  readonly store: Store;
  /** Sends what was written. */
  run(path: string, options: OptionValues): void;
  note(words: string): void;
}

export interface Composer {
  readonly element: HTMLElement;
  /** Another channel, person or list of commands: what is half written is kept. */
  update(): void;
  focus(): void;
}

/** Where a person types: `/`, the list of commands, and a pill for each option. */
export function createComposer({ store, run, note }: ComposerParts): Composer {
  const picker = createPicker();
  const line = h('div', { class: 'composer-line' });
  const tail = h('input', {
    class: 'tail',
    attrs: {
      'aria-label': 'Message',
      autocomplete: 'off',
      spellcheck: 'false',
      autocapitalize: 'off',
      'aria-controls': 'picker-list',
      enterkeyhint: 'send',
    },
  });
  const slash = h('button', {
    class: 'slash-button',
    text: '/',
    attrs: { type: 'button', 'aria-label': 'Commands', title: 'Commands' },
  });
  const send = h('button', {
    class: 'send-button',
    text: '➤',
    attrs: { type: 'submit', 'aria-label': 'Send' },
  });
  const form = h('form', { class: 'composer-box' }, slash, line, send);
  const element = h('div', { class: 'composer' }, picker.element, form);
  let entry: Entry | null = null;
  let fields: OptionField[] = [];
  let asking: AbortController | undefined;

  function draw(): void {
    const name = entry ? [h('span', { class: 'command-name', text: `/${entry.path}` })] : [];
    line.replaceChildren(...name, ...fields.map((field) => field.element), tail);
    element.classList.toggle('has-command', entry !== null);
    update();
  }

  function update(): void {
    const channel = store.channelName(store.channelId) ?? '';
    const left = unusedOptions().length;
    const more = left > 0 ? `+${left} more` : 'Enter to send';
    tail.placeholder = entry ? more : `Message #${channel}, or type / for commands`;
  }

  function unusedOptions() {
    const used = new Set(fields.map(({ option }) => option.name));
    return entry?.options.filter(({ name }) => !used.has(name)) ?? [];
  }

  function choose(next: Entry): void {
    entry = next;
    fields = [];
    tail.value = '';
    for (const option of next.options) if (option.required) addField(option);
    draw();
    (fields[0]?.input ?? tail).focus();
    if (fields.length === 0) offerOptions();
  }

  function addField(option: Entry['options'][number]): OptionField {
    const field = createOptionField(option, {
      guild: store.guild,
      picker,
      complete: askBot,
      onPicked: focusNext,
      onRemove: () => remove(field),
      onSend: submit,
    });
    fields.push(field);
    return field;
  }

  async function askBot(focused: string, typed: string) {
    asking?.abort();
    asking = new AbortController();
    const from = { personId: store.person.id, channelId: store.channelId };
    const options = { ...valuesNow(), [focused]: typed };
    return api.complete({ ...from, path: entry?.path ?? '', options, focused }, asking.signal);
  }

  function focusNext(): void {
    const next = fields.find((field) => field.read() === null);
    (next?.input ?? tail).focus();
  }

  function remove(field: OptionField): void {
    if (field.option.required) return reset();
    fields = fields.filter((other) => other !== field);
    draw();
    return (fields.at(-1)?.input ?? tail).focus();
  }

  function reset(): void {
    entry = null;
    fields = [];
    tail.value = '';
    picker.hide();
    draw();
    tail.focus();
  }

  function valuesNow(): OptionValues {
    const values: OptionValues = {};
    for (const field of fields) {
      const read = field.read();
      if (read && 'value' in read) values[field.option.name] = read.value;
    }
    return values;
  }

  function offerCommands(): void {
    const found = findEntries(listEntries(store.guild.commands), tail.value.slice(1));
    const items = found.map((one) => ({
      title: `/${one.path}`,
      detail: one.description,
      onPick: () => choose(one),
    }));
    picker.show(items.length > 0 ? store.world.botName : 'No command matches.', items);
  }

  function offerOptions(): void {
    const typed = tail.value.trim().toLowerCase();
    const items = unusedOptions()
      .filter(({ name }) => name.includes(typed))
      .map((option) => ({
        title: option.name,
        detail: option.description,
        onPick: () => {
          tail.value = '';
          const field = addField(option);
          draw();
          field.input.focus();
        },
      }));
    picker.show(items.length > 0 ? 'Options' : '', items, typed === '' ? -1 : 0);
  }

  function offer(): void {
    if (entry) offerOptions();
    else if (tail.value.startsWith('/')) offerCommands();
    else picker.hide();
  }

  function firstProblem(): { field: OptionField; problem: string } | undefined {
    for (const field of fields) {
      const read = field.read();
      if (read === null && field.option.required) return { field, problem: 'This is required.' };
      if (read && 'problem' in read) return { field, problem: read.problem };
    }
    return undefined;
  }

  function submit(): void {
    if (!entry) {
      const typed = tail.value.trim();
      if (typed !== '') note('Only commands are sent here: type / to choose one.');
      return;
    }
    const wrong = firstProblem();
    if (wrong) {
      wrong.field.showProblem(wrong.problem);
      note(`${wrong.field.option.name}: ${wrong.problem}`);
      wrong.field.input.focus();
      return;
    }
    run(entry.path, valuesNow());
    reset();
  }

  tail.addEventListener('input', () => {
    const exact = listEntries(store.guild.commands).find(({ path }) => `/${path} ` === tail.value);
    if (!entry && exact) choose(exact);
    else offer();
  });
  tail.addEventListener('focus', offer);
  tail.addEventListener('blur', () => picker.hide());
  tail.addEventListener('keydown', (event) => {
    if (picker.handleKey(event)) return;
    if (event.key !== 'Backspace' || tail.value !== '' || !entry) return;
    event.preventDefault();
    const last = fields.at(-1);
    if (last) last.input.focus();
    else reset();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  // Pressing a button must not take the focus from a half written option.
  for (const button of [slash, send]) {
    button.addEventListener('mousedown', (event) => event.preventDefault());
  }
  slash.addEventListener('click', () => {
    reset();
    tail.value = '/';
    offerCommands();
  });
  line.addEventListener('click', (event) => {
    if (event.target === line) tail.focus();
  });
  draw();
  return { element, update, focus: () => tail.focus() };
}
