import type { OptionValues } from '../../protocol.js';
import { api } from '../state/api.js';
import { arrange, h, isNarrow } from '../dom.js';
import type { Store } from '../state/store.js';
import { composerView } from './composer-view.js';
import { draftValues, firstProblem, unusedOptions, type Draft } from './draft.js';
import { listEntries, type Entry } from './entries.js';
import { commandItems, optionItems } from './items.js';
import { createOptionField, type OptionField } from './option-field.js';
import { createPicker } from './picker.js';

export interface ComposerParts {
  readonly store: Store;
  /** Sends what was written. */
  readonly run: (path: string, options: OptionValues) => void;
  readonly say: (content: string) => void;
  readonly note: (words: string) => void;
}

export interface Composer {
  readonly element: HTMLElement;
  /** For another channel, person or list of commands: keeps what is half-written. */
  update(): void;
  focus(): void;
  /** Writes a command with these options, for a person to check and send. */
  readonly write: (path: string, options: Readonly<Record<string, string>>) => void;
}

/** Where a person types: `/`, the list of commands, and a pill for each option. */
export function createComposer({ store, run, say, note }: ComposerParts): Composer {
  const picker = createPicker();
  const { element, form, line, tail, slash } = composerView(picker.element);
  let draft: Draft | null = null;
  let guildId = '';
  let asking: AbortController | undefined;

  function draw(): void {
    const name = draft && h('span', { class: 'command-name', text: `/${draft.entry.path}` });
    const pills = draft?.fields.map((field) => field.element) ?? [];
    arrange(line, [...(name ? [name] : []), ...pills, tail]);
    element.classList.toggle('has-command', draft !== null);
    update();
  }

  function update(): void {
    // Another server has other channels and roles to choose from.
    const moved = draft !== null && guildId !== store.guild.id;
    guildId = store.guild.id;
    if (moved) return reset();
    tail.placeholder = draft ? optionHint(draft) : channelHint(store);
    return undefined;
  }

  function begin(entry: Entry): Draft {
    const next: Draft = { entry, fields: [] };
    draft = next;
    tail.value = '';
    for (const option of entry.options) if (option.required) addField(next, option);
    draw();
    return next;
  }

  function choose(entry: Entry): void {
    const next = begin(entry);
    (next.fields[0]?.input ?? tail).focus();
    offer();
  }

  function write(path: string, options: Readonly<Record<string, string>>): void {
    const entry = listEntries(store.guild.commands).find((each) => each.path === path);
    if (!entry) return note('There is no such command.');
    const next = begin(entry);
    for (const [name, text] of Object.entries(options)) {
      const option = entry.options.find((each) => each.name === name);
      if (!option) continue;
      const field = next.fields.find((each) => each.option === option) ?? addField(next, option);
      field.write(text);
    }
    draw();
    // On a phone the keyboard would cover what should be read before sending.
    return isNarrow() ? undefined : tail.focus();
  }

  function addField(to: Draft, option: Entry['options'][number]): OptionField {
    const field: OptionField = createOptionField(option, {
      guild: store.guild,
      picker,
      complete: (focused, typed) => askBot(to, focused, typed),
      onPicked: () => (to.fields.find((one) => one.read() === null)?.input ?? tail).focus(),
      onRemove: () => remove(to, field),
      onSend: submit,
    });
    to.fields = [...to.fields, field];
    return field;
  }

  async function askBot(from: Draft, focused: string, typed: string) {
    asking?.abort();
    asking = new AbortController();
    const options = { ...draftValues(from), [focused]: typed };
    const { person, channelId } = store;
    const request = { personId: person.id, channelId, path: from.entry.path, options, focused };
    return api.complete(request, asking.signal);
  }

  function remove(from: Draft, field: OptionField): void {
    if (field.option.required) return reset();
    from.fields = from.fields.filter((other) => other !== field);
    tail.focus();
    draw();
    return offer();
  }

  function reset(): void {
    const focused = line.contains(document.activeElement);
    draft = null;
    tail.value = '';
    note('');
    // Must precede removing the input that has the focus, or its question would outlive it.
    if (focused) tail.focus();
    picker.hide();
    draw();
  }

  function offerCommands(): void {
    const items = commandItems(store.guild, tail.value.slice(1), choose);
    picker.show(items.length > 0 ? store.world.botName : 'No command matches.', items);
  }

  function offerOptions(to: Draft): void {
    const typed = tail.value.trim().toLowerCase();
    const items = optionItems(to, typed, (option) => {
      tail.value = '';
      const field = addField(to, option);
      draw();
      field.input.focus();
    });
    picker.show(items.length > 0 ? 'Options' : '', items, typed === '' ? -1 : 0);
  }

  function offer(): void {
    if (document.activeElement !== tail) return;
    if (draft) offerOptions(draft);
    else if (tail.value.startsWith('/')) offerCommands();
    else picker.hide();
  }

  function sayTyped(): void {
    const typed = tail.value.trim();
    if (typed.startsWith('/')) return note('There is no such command.');
    if (typed !== '') say(typed);
    return reset();
  }

  function submit(): void {
    if (!draft) {
      sayTyped();
      return;
    }
    const wrong = firstProblem(draft);
    if (wrong) {
      wrong.field.showProblem(wrong.problem);
      note(`${wrong.field.option.name}: ${wrong.problem}`);
      wrong.field.input.focus();
      return;
    }
    run(draft.entry.path, draftValues(draft));
    reset();
    tail.focus();
  }

  tail.addEventListener('input', () => {
    const exact = listEntries(store.guild.commands).find(({ path }) => `/${path} ` === tail.value);
    if (!draft && exact) choose(exact);
    else offer();
  });
  // Typing means the problem in the note is being fixed.
  line.addEventListener('input', () => note(''));
  // Anything with a use for Escape, such as the list, has prevented the default.
  line.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (draft || tail.value.startsWith('/')) reset();
  });
  tail.addEventListener('focus', offer);
  tail.addEventListener('blur', picker.hide);
  tail.addEventListener('keydown', (event) => {
    if (picker.handleKey(event)) return;
    if (event.key !== 'Backspace' || tail.value !== '' || !draft) return;
    event.preventDefault();
    const last = draft.fields.at(-1);
    if (last) last.input.focus();
    else reset();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  slash.addEventListener('click', () => {
    reset();
    tail.value = '/';
    tail.focus();
    offer();
  });
  draw();
  return { element, update, focus: () => tail.focus(), write };
}

function optionHint(draft: Draft): string {
  const left = unusedOptions(draft).length;
  return left > 0 ? `+${left} more` : 'Enter to send';
}

function channelHint({ channelName, channelId }: Store): string {
  const hint = isNarrow() ? '' : ', or type / for commands';
  return `Message #${channelName(channelId) ?? ''}${hint}`;
}
