import type { ControlValue, ControlView } from '../../protocol.js';
import { h } from '../dom.js';
import type { Store } from '../state/store.js';
import { createTails } from '../state/log-tails.js';
import { createStoryPanel } from './stories.js';
import type { StoryEvents } from './story-step.js';

export interface PanelEvents extends StoryEvents {
  onControl(id: string, value: ControlValue): void;
  onClose(): void;
}

/** Groups that are open at first; the others are long. */
const openGroups = new Set(['Bot', 'Workspace', 'Changes', 'Pool', 'Discord']);

/** The stories and, behind them, all switches and what happens behind the page. */
export function createPanel(store: Store, events: PanelEvents) {
  const groups = h('div', { class: 'groups' });
  const tails = createTails();
  const stories = createStoryPanel(events);
  const element = h(
    'aside',
    { class: 'panel', attrs: { 'aria-label': 'Stories and controls' } },
    h(
      'header',
      { class: 'panel-header' },
      h('h2', { text: 'Stories' }),
      h('button', {
        class: 'icon-button',
        text: '✕',
        attrs: { type: 'button', 'aria-label': 'Close stories and controls' },
        on: { click: () => events.onClose() },
      }),
    ),
    h(
      'div',
      { class: 'panel-scroll' },
      stories.element,
      h(
        'details',
        { class: 'controls' },
        h('summary', { text: 'Controls' }),
        groups,
        tails.element,
      ),
    ),
  );
  let drawn = '';

  function update(): void {
    stories.update(store);
    tails.update(store.tails);
    const key = JSON.stringify(store.controls);
    if (key === drawn) return;
    drawn = key;
    const open = new Set(
      [...groups.querySelectorAll('details')].map(
        (group) => `${group.open} ${group.dataset['group'] ?? ''}`,
      ),
    );
    const focused = document.activeElement?.id;
    groups.replaceChildren(
      ...groupNames(store.controls).map((name) => {
        const isOpen = open.size === 0 ? openGroups.has(name) : open.has(`true ${name}`);
        return renderGroup(name, isOpen);
      }),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  function renderGroup(name: string, open: boolean): HTMLElement {
    return h(
      'details',
      { class: 'group', attrs: { open, 'data-group': name } },
      h('summary', { text: name }),
      ...store.controls
        .filter(({ group }) => group === name)
        .map((control) => renderControl(control, events)),
    );
  }

  return { element, update };
}

function groupNames(controls: readonly ControlView[]): readonly string[] {
  return [...new Set(controls.map(({ group }) => group))];
}

function renderControl(control: ControlView, events: PanelEvents): HTMLElement {
  if (control.kind === 'button') return renderButton(control, events);
  if (control.kind === 'text') return renderText(control);
  return control.kind === 'toggle' ? renderToggle(control, events) : renderChoice(control, events);
}

function renderButton({ id, label, hint, danger }: ControlView, events: PanelEvents): HTMLElement {
  return h(
    'div',
    { class: 'control' },
    h('button', {
      class: danger ? 'button danger small' : 'button secondary small',
      text: label,
      attrs: { type: 'button', id },
      on: { click: () => events.onControl(id, true) },
    }),
    hint ? h('span', { class: 'control-hint', text: hint }) : null,
  );
}

function renderText({ id, label, value }: ControlView): HTMLElement {
  const box = h('input', {
    class: 'choice copied',
    attrs: { id, readonly: true, value: `${value}`, title: `${value}` },
    on: { focus: () => box.select() },
  });
  return h('label', { class: 'control' }, h('span', { text: label }), box);
}

function renderToggle({ id, label, value }: ControlView, events: PanelEvents): HTMLElement {
  const box = h('input', {
    attrs: { type: 'checkbox', id, class: 'switch', checked: value === true },
  });
  box.addEventListener('change', () => events.onControl(id, box.checked));
  return h('label', { class: 'control toggle' }, h('span', { text: label }), box);
}

function renderChoice(
  { id, label, value, choices }: ControlView,
  events: PanelEvents,
): HTMLElement {
  const select = h(
    'select',
    { class: 'choice', attrs: { id } },
    ...choices.map((choice) =>
      h('option', {
        text: choice.label,
        attrs: { value: choice.value, selected: choice.value === value },
      }),
    ),
  );
  select.addEventListener('change', () => events.onControl(id, select.value));
  const unusual = value !== choices[0]?.value;
  return h(
    'label',
    { class: unusual ? 'control unusual' : 'control' },
    h('span', { text: label }),
    select,
  );
}
