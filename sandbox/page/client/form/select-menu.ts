import { h } from '../dom.js';

export interface SelectOption {
  readonly label: string;
  readonly value: string;
  readonly description?: string | undefined;
  readonly emoji?: string | undefined;
}

export interface SelectSettings {
  readonly options: readonly SelectOption[];
  readonly chosen: readonly string[];
  readonly placeholder: string;
  readonly min: number;
  readonly max: number;
  readonly disabled: boolean;
  readonly label: string;
  /** Called at every choice if one may be chosen, and at closing if several may. */
  onChosen(values: readonly string[]): void;
}

/** Discord's select menu: opens on click, Enter or arrow down; arrows move, Escape closes. */
export function selectMenu(settings: SelectSettings): HTMLElement {
  const { options, max, min } = settings;
  let chosen = [...settings.chosen];
  const list = h('div', {
    class: 'select-list',
    attrs: {
      role: 'listbox',
      'aria-label': settings.label,
      'aria-multiselectable': String(max > 1),
      hidden: true,
    },
  });
  const shown = h('span', { class: 'select-shown' });
  const button = h(
    'button',
    {
      class: 'select-button',
      attrs: {
        type: 'button',
        'aria-haspopup': 'listbox',
        'aria-expanded': 'false',
        disabled: settings.disabled,
      },
    },
    shown,
    h('span', { class: 'select-arrow', text: '⌄', attrs: { 'aria-hidden': 'true' } }),
  );
  const root = h('div', { class: 'select' }, button, list);

  function describe(): void {
    const labels = options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
    shown.textContent = labels.join(', ') || settings.placeholder;
    shown.classList.toggle('placeholder', labels.length === 0);
    button.setAttribute('aria-label', [settings.label, ...labels].join(', '));
    for (const item of list.querySelectorAll<HTMLElement>('[role=option]')) {
      item.setAttribute('aria-selected', String(chosen.includes(item.dataset['value'] ?? '')));
    }
  }

  function open(): void {
    list.hidden = false;
    button.setAttribute('aria-expanded', 'true');
    const below = window.innerHeight - button.getBoundingClientRect().bottom;
    root.classList.toggle('upwards', below < list.offsetHeight + 16);
    const first = list.querySelector<HTMLElement>('[aria-selected=true]') ?? list.firstElementChild;
    if (first instanceof HTMLElement) first.focus();
    document.addEventListener('pointerdown', closeOutside, true);
  }

  function close(): void {
    if (list.hidden) return;
    list.hidden = true;
    button.setAttribute('aria-expanded', 'false');
    document.removeEventListener('pointerdown', closeOutside, true);
    if (max > 1 && chosen.length >= min && chosen.join() !== settings.chosen.join()) {
      settings.onChosen(chosen);
    }
  }

  function closeOutside(event: Event): void {
    if (!(event.target instanceof Node) || !root.contains(event.target)) close();
  }

  function choose(value: string): void {
    if (max > 1) {
      const without = chosen.filter((other) => other !== value);
      if (without.length < chosen.length) chosen = without;
      else if (chosen.length < max) chosen = [...chosen, value];
      describe();
      return;
    }
    chosen = chosen.includes(value) && min === 0 ? [] : [value];
    describe();
    close();
    button.focus();
    settings.onChosen(chosen);
  }

  list.append(...options.map((option) => optionRow(option, () => choose(option.value))));
  list.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      // Otherwise the form around it would close too.
      event.preventDefault();
      close();
      button.focus();
    }
    if (event.key === 'Tab') close();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const focused = document.activeElement;
    const next =
      event.key === 'ArrowDown' ? focused?.nextElementSibling : focused?.previousElementSibling;
    if (next instanceof HTMLElement) next.focus();
  });
  button.addEventListener('click', () => (list.hidden ? open() : close()));
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    open();
  });
  describe();
  return root;
}

function optionRow(option: SelectOption, onPick: () => void): HTMLElement {
  return h(
    'button',
    {
      class: 'select-option',
      attrs: { type: 'button', role: 'option', tabindex: -1, 'data-value': option.value },
      on: { click: onPick },
    },
    option.emoji ? h('span', { class: 'select-emoji', text: option.emoji }) : null,
    h(
      'span',
      { class: 'select-words' },
      h('span', { text: option.label }),
      option.description
        ? h('span', { class: 'select-description', text: option.description })
        : null,
    ),
  );
}
