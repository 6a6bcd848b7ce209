import type { PersonView } from '../../protocol.js';
import { avatar, h } from '../dom.js';
import type { Store } from '../state/store.js';

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/** The people to speak as: one Tab stop, chosen with arrow keys. */
export function createPeople(look: string, onPerson: (id: string) => void) {
  const element = h('div', {
    class: look,
    attrs: { role: 'radiogroup', 'aria-label': 'Speak as' },
  });
  let drawn = '';

  element.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...element.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = buttons[(at + step + buttons.length) % buttons.length];
    next?.focus();
    next?.click();
  });

  function update({ guild, person }: Store): void {
    const key = JSON.stringify([guild.people, person.id]);
    // A button redrawn between press and release would never be clicked.
    if (key === drawn) return;
    drawn = key;
    const focused = element.contains(document.activeElement);
    element.replaceChildren(
      ...guild.people.map((one) => personButton(one, one.id === person.id, onPerson)),
    );
    if (focused) element.querySelector<HTMLElement>('.chosen')?.focus();
  }

  return { element, update };
}

function personButton(
  person: PersonView,
  chosen: boolean,
  onPerson: (id: string) => void,
): HTMLElement {
  const name = h('span', { class: 'person-name', text: person.name });
  name.style.color = person.color;
  return h(
    'button',
    {
      class: chosen ? 'person chosen' : 'person',
      attrs: {
        type: 'button',
        role: 'radio',
        tabindex: chosen ? 0 : -1,
        'aria-checked': String(chosen),
        'aria-label': `${person.name}, ${person.part}`,
        title: `${person.name} (${person.part})`,
      },
      on: { click: () => onPerson(person.id) },
    },
    avatar(person.name, person.color),
    h(
      'span',
      { class: 'person-words' },
      name,
      h('span', { class: 'person-part', text: person.part }),
    ),
  );
}
