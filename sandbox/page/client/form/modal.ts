import type { OpenedModal } from '../../protocol.js';
import { api } from '../state/api.js';
import { h } from '../dom.js';
import { modalField, type ModalField } from './modal-fields.js';
import type { ViewContext } from '../view-context.js';

/** Opens a form as Discord does. It closes once the bot answers, and stays open if it doesn't. */
export function openModal({ interactionId, modal }: OpenedModal, context: ViewContext): void {
  const { store } = context;
  const fields = modal.components.map(modalField);
  const error = h('div', { class: 'modal-error', attrs: { role: 'alert', hidden: true } });
  const cancel = h('button', { class: 'button plain', text: 'Cancel', attrs: { type: 'button' } });
  const submit = h('button', {
    class: 'button primary',
    text: 'Submit',
    attrs: { type: 'submit' },
  });
  const close = h('button', {
    class: 'modal-close',
    text: '✕',
    attrs: { type: 'button', 'aria-label': 'Close' },
  });
  const form = h(
    'form',
    { attrs: { novalidate: true } },
    h(
      'header',
      {},
      h('img', { class: 'modal-app', attrs: { src: '/pitboss.svg', alt: '' } }),
      h('h2', { text: modal.title }),
      close,
    ),
    h('p', {
      class: 'modal-warning',
      text: `This form goes to ${store.world.botName}, which runs on your machine only.`,
    }),
    h('div', { class: 'modal-fields' }, ...fields.map(({ element }) => element)),
    error,
    h('footer', {}, cancel, submit),
  );
  const dialog = h('dialog', { class: 'modal', attrs: { 'aria-label': modal.title } }, form);

  const remove = () => dialog.close();
  dialog.addEventListener('close', () => dialog.remove());
  cancel.addEventListener('click', remove);
  close.addEventListener('click', remove);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!showProblems(fields)) return;
    submit.disabled = true;
    submit.classList.add('waiting');
    send(interactionId, fields)
      .then(remove)
      .catch((reason: unknown) => {
        error.textContent =
          reason instanceof Error ? reason.message : 'Something went wrong. Try again.';
        error.hidden = false;
        submit.disabled = false;
        submit.classList.remove('waiting');
      });
  });
  document.body.append(dialog);
  dialog.showModal();
  form.querySelector<HTMLElement>('.input, .select-button')?.focus();
}

function showProblems(fields: readonly ModalField[]): boolean {
  const problems = fields.map((field) => {
    const problem = field.problem();
    const place = field.element.querySelector('.field-problem');
    if (place) place.textContent = problem ?? '';
    const input = field.element.querySelector('.input, .select-button');
    input?.setAttribute('aria-invalid', String(problem !== null));
    return problem;
  });
  const wrong = fields[problems.findIndex((problem) => problem !== null)];
  wrong?.element.querySelector<HTMLElement>('.input, .select-button')?.focus();
  return problems.every((problem) => problem === null);
}

async function send(interactionId: string, fields: readonly ModalField[]): Promise<void> {
  const values: Record<string, string | readonly string[]> = {};
  for (const field of fields) {
    if (field.customId !== null) values[field.customId] = field.read();
  }
  const { interaction } = await api.submit({ interactionId, fields: values });
  if (interaction.state === 'failed') throw new Error('Something went wrong. Try again.');
}
