import { h } from '../dom.js';

interface PickerItem {
  readonly title: string;
  readonly detail: string;
  onPick(): void;
}

/** The list above the composer. Keys come from whichever input has the focus. */
export interface Picker {
  readonly element: HTMLElement;
  /** `highlighted` = -1 leaves Enter to the composer until an arrow was pressed. */
  show(heading: string, items: readonly PickerItem[], highlighted?: number): void;
  readonly hide: () => void;
  /** True when the key was used. */
  handleKey(event: KeyboardEvent): boolean;
}

export function createPicker(): Picker {
  const heading = h('div', { class: 'picker-heading' });
  const list = h('div', { class: 'picker-list', attrs: { role: 'listbox', id: 'picker-list' } });
  const element = h('div', { class: 'picker', attrs: { hidden: true } }, heading, list);
  let items: readonly PickerItem[] = [];
  let at = -1;

  // The input must keep the focus, or the list would close before the click arrives.
  element.addEventListener('mousedown', (event) => event.preventDefault());

  function highlight(next: number): void {
    at = next;
    for (const [index, row] of [...list.children].entries()) {
      row.setAttribute('aria-selected', String(index === at));
      if (index === at) row.scrollIntoView({ block: 'nearest' });
    }
  }

  function hide(): void {
    element.hidden = true;
    items = [];
    at = -1;
  }

  return {
    element,
    show(words, next, highlighted = 0) {
      items = next;
      heading.textContent = words;
      list.replaceChildren(...items.map(pickerRow));
      element.hidden = items.length === 0 && words === '';
      highlight(Math.min(highlighted, items.length - 1));
    },
    hide,
    handleKey(event) {
      if (element.hidden || items.length === 0) return false;
      if (event.key === 'ArrowDown') highlight((at + 1) % items.length);
      else if (event.key === 'ArrowUp') highlight((at <= 0 ? items.length : at) - 1);
      else if (event.key === 'Escape') hide();
      else if (event.key === 'Tab' && !event.shiftKey) items[Math.max(at, 0)]?.onPick();
      else if (event.key === 'Enter' && at >= 0) items[at]?.onPick();
      else return false;
      event.preventDefault();
      return true;
    },
  };
}

function pickerRow(item: PickerItem): HTMLElement {
  return h(
    'div',
    { class: 'picker-item', attrs: { role: 'option' }, on: { click: () => item.onPick() } },
    h('span', { class: 'picker-title', text: item.title }),
    h('span', { class: 'picker-detail', text: item.detail }),
  );
}
