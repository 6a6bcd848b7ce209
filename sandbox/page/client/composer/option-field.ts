import type { APIApplicationCommandBasicOption } from 'discord-api-types/v10';
import type { GuildView } from '../../protocol.js';
import { h } from '../dom.js';
import { fixedPicks, isCompleted, readTyped, type Pick, type Read } from './option-values.js';
import { comboAttributes, type Picker } from './picker.js';

/** One option of the command being written: a pill with its name and an input. */
export interface OptionField {
  readonly option: APIApplicationCommandBasicOption;
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  /** What would be sent; null if empty. */
  read(): Read | null;
  showProblem(problem: string | null): void;
  /** As if a person had typed it, but without asking for completions. */
  write(text: string): void;
}

export interface FieldParts {
  readonly guild: GuildView;
  readonly picker: Picker;
  /** Asks the bot; the answer to an outdated question never arrives. */
  complete(option: string, typed: string): Promise<readonly Pick[]>;
  onPicked(): void;
  onRemove(): void;
  onSend(): void;
}

const debounceMs = 250;

export function createOptionField(
  option: APIApplicationCommandBasicOption,
  parts: FieldParts,
): OptionField {
  const { picker, guild } = parts;
  const fixed = fixedPicks(option, guild);
  let picked: Pick | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: symbol | null = null;
  const input = h('input', {
    class: 'pill-input',
    attrs: {
      ...comboAttributes,
      'aria-label': option.name,
      'aria-description': option.description,
      'aria-required': String(option.required === true),
    },
  });
  const element = h(
    'span',
    { class: 'pill', attrs: { 'data-option': option.name } },
    h('span', { class: 'pill-name', text: option.name }),
    input,
  );

  function choose(pick: Pick): void {
    picked = pick;
    input.value = pick.name;
    fit();
    field.showProblem(null);
    picker.hide();
    parts.onPicked();
  }

  function offer(picks: readonly Pick[], empty: string): void {
    const items = picks.map((pick) => ({
      title: pick.name,
      detail: '',
      onPick: () => choose(pick),
    }));
    picker.show(items.length > 0 ? `${option.name} — ${option.description}` : empty, items);
  }

  function endAsking(): void {
    clearTimeout(timer);
    asked = null;
  }

  function suggest(): void {
    endAsking();
    if (picked) return;
    const typed = input.value;
    if (fixed) {
      const matching = fixed.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));
      offer(matching, 'Nothing matches.');
    } else if (isCompleted(option)) {
      if (input.value === '') picker.show(`${option.name} — loading options…`, []);
      timer = setTimeout(() => void ask(typed), typed === '' ? 0 : debounceMs);
    } else picker.show(`${option.name} — ${option.description}`, []);
  }

  async function ask(typed: string): Promise<void> {
    const question = Symbol(typed);
    asked = question;
    const picks = await parts.complete(option.name, typed).catch(() => null);
    if (document.activeElement !== input || asked !== question) return;
    if (picks === null) picker.show('Loading options failed.', []);
    else offer(picks, 'No options match your search.');
  }

  function fit(): void {
    input.style.width = `${Math.max(input.value.length + 1, 4)}ch`;
  }

  input.addEventListener('input', () => {
    picked = null;
    fit();
    field.showProblem(null);
    suggest();
  });
  input.addEventListener('focus', suggest);
  input.addEventListener('blur', () => {
    endAsking();
    picker.hide();
  });
  input.addEventListener('keydown', (event) => {
    // A pending answer must not reopen what Escape has closed.
    if (event.key === 'Escape') endAsking();
    if (picker.handleKey(event)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      parts.onSend();
    } else if (event.key === 'Backspace' && input.value === '') {
      event.preventDefault();
      parts.onRemove();
    }
  });

  const field: OptionField = {
    option,
    element,
    input,
    write(text) {
      picked = null;
      input.value = text;
      fit();
    },
    read() {
      if (picked) return { value: picked.value };
      const typed = input.value;
      if (typed === '') return null;
      if (!fixed) return readTyped(option, typed);
      const match = fixed.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
      return match ? { value: match.value } : { problem: 'Choose one from the list.' };
    },
    showProblem(problem) {
      element.classList.toggle('wrong', problem !== null);
      input.setAttribute('aria-invalid', String(problem !== null));
      element.title = problem ?? option.description;
    },
  };
  fit();
  field.showProblem(null);
  return field;
}
