import { h } from '../dom.js';
import { comboAttributes } from './picker.js';

/** The composer's elements, without their behaviour. */
export function composerView(picker: HTMLElement) {
  const line = h('div', { class: 'composer-line' });
  const tail = h('input', {
    class: 'tail',
    attrs: { ...comboAttributes, 'aria-label': 'Message', enterkeyhint: 'send' },
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
  // Pressing a button must not take the focus from a half-written option.
  for (const button of [slash, send]) {
    button.addEventListener('mousedown', (event) => event.preventDefault());
  }
  line.addEventListener('click', (event) => {
    if (event.target === line) tail.focus();
  });
  line.append(tail);
  const form = h('form', { class: 'composer-box' }, slash, line, send);
  return { element: h('div', { class: 'composer' }, picker, form), form, line, tail, slash };
}
