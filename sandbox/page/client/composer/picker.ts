import { h } from '../dom.js';

export interface PickerItem {
  readonly title: string;
  readonly detail: string;
  onPick(): void;
}

/** The list above the composer. Keys come from whichever input has the focus. */
export interface Picker {
  readonly element: HTMLElement;
  /** `highlighted` = -1 leaves Enter to the composer until an arrow is pressed. */
  show(heading: string, items: readonly PickerItem[], highlighted?: number): void;
  readonly hide: () => void;
  /** True if the key was used. */
  handleKey(event: KeyboardEvent): boolean;
}

/** Makes an input a combobox over the picker's list, for people who don't see it. */
export const comboAttributes = {
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-controls': 'picker-list',
  'aria-expanded': 'false',
  autocomplete: 'off',
  spellcheck: 'false',
  autocapitalize: 'off',
} as const;

export function createPicker(): Picker {
  const heading = h('div', { class: 'picker-heading', attrs: { role: 'status' } });
  const list = h('div', {
    class: 'picker-list',
    attrs: { role: 'listbox', id: 'picker-list', 'aria-label': 'Suggestions' },
  });
  const element = h('div', { class: 'picker', attrs: { hidden: true } }, heading, list);
  let items: readonly PickerItem[] = [];
  let at = -1;
  let input: Element | null = null;

  // The input must keep the focus, or the list would close before the click arrives.
  element.addEventListener('mousedown', (event) => event.preventDefault());

  function highlight(next: number): void {
    at = next;
    for (const [index, row] of [...list.children].entries()) {
      row.setAttribute('aria-selected', String(index === at));
    }
    input?.setAttribute('aria-expanded', String(items.length > 0));
    if (at >= 0) input?.setAttribute('aria-activedescendant', rowId(at));
    else input?.removeAttribute('aria-activedescendant');
  }

  function move(next: number): void {
    highlight(next);
    list.children[at]?.scrollIntoView({ block: 'nearest' });
  }

  function hide(): void {
    element.hidden = true;
    items = [];
    list.replaceChildren();
    highlight(-1);
  }

  return {
    element,
    show(words, next, highlighted = 0) {
      items = next;
      input = document.activeElement;
      heading.textContent = words;
      list.replaceChildren(...items.map((item, index) => pickerRow(item, index, highlight)));
      element.hidden = items.length === 0 && words === '';
      list.scrollTop = 0;
      move(Math.min(highlighted, items.length - 1));
    },
    hide,
    handleKey(event) {
      if (element.hidden) return false;
      if (event.key === 'Escape') hide();
      else if (items.length === 0) return false;
      else if (event.key === 'ArrowDown') move((at + 1) % items.length);
      else if (event.key === 'ArrowUp') move((at <= 0 ? items.length : at) - 1);
      else if (event.key === 'Tab' && !event.shiftKey) items[Math.max(at, 0)]?.onPick();
      else if (event.key === 'Enter' && at >= 0) items[at]?.onPick();
      else return false;
      event.preventDefault();
      return true;
    },
  };
}

function rowId(index: number): string {
  return `picker-item-${index}`;
}

function pickerRow(
  item: PickerItem,
  index: number,
  highlight: (index: number) => void,
): HTMLElement {
  return h(
    'div',
    {
      class: 'picker-item',
      attrs: { role: 'option', id: rowId(index) },
      // Not on mouseenter: a list that opens below a resting mouse keeps its first line.
      on: { click: () => item.onPick(), mousemove: () => highlight(index) },
    },
    h('span', { class: 'picker-title', text: item.title }),
    h('span', { class: 'picker-detail', text: item.detail }),
  );
}
