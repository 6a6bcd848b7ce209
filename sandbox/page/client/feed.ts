import type { InteractionView, MessageView } from '../protocol.js';
import { h } from './dom.js';
import { renewTimes } from './markdown/render.js';
import { lastUse } from './message/components.js';
import { originOf, renderMessage, renderUnanswered } from './message/message.js';
import type { ViewContext } from './view-context.js';

interface Item {
  readonly id: string;
  readonly at: number;
  /** Says everything that its picture depends on. */
  readonly key: string;
  draw(): HTMLElement;
}

/** The messages of the chosen channel, as the chosen person sees them; redraws what changed. */
export function createFeed(context: ViewContext): { element: HTMLElement; update(): void } {
  const { store } = context;
  const list = h('ol', {
    class: 'messages',
    attrs: { 'aria-live': 'polite', 'aria-label': 'Messages' },
  });
  const welcome = h('div', { class: 'welcome' });
  const element = h('div', { class: 'feed' }, welcome, list);
  const drawn = new Map<string, { key: string; element: HTMLElement }>();
  let place = '';
  let atEnd = true;
  let pressed: { messageId: string; customId: string | undefined } | null = null;

  setInterval(() => renewTimes(list), 1_000);

  function update(): void {
    const here = `${store.channelId} ${store.person.id}`;
    const items = [...messageItems(context), ...waitingItems(context)].toSorted(
      (a, b) => a.at - b.at || a.id.localeCompare(b.id),
    );
    const elements = items.map((item) => {
      const known = drawn.get(item.id);
      if (known?.key === item.key) return known.element;
      const fresh = { key: item.key, element: item.draw() };
      drawn.set(item.id, fresh);
      return fresh.element;
    });
    replaceChanged(list, elements);
    renderWelcome(welcome, context);
    if (here !== place) atEnd = true;
    place = here;
    keepEnd();
    keepFocus();
  }

  /** A redrawn message gives the keyboard's focus back to the button that was pressed. */
  function keepFocus(): void {
    if (!pressed || document.activeElement !== document.body) return;
    const message = drawn.get(pressed.messageId)?.element;
    const buttons = [...(message?.querySelectorAll<HTMLButtonElement>('button.button') ?? [])];
    const same = buttons.find((button) => button.dataset['customId'] === pressed?.customId);
    const next = [same, ...buttons].find((button) => button?.disabled === false);
    next?.focus({ preventScroll: true });
    if (next) pressed = null;
  }

  list.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    const messageId = button?.closest<HTMLElement>('.message')?.dataset['messageId'];
    pressed = messageId ? { messageId, customId: button?.dataset['customId'] } : null;
  });

  function keepEnd(): void {
    if (atEnd) element.scrollTop = element.scrollHeight;
  }

  element.addEventListener('scroll', () => {
    atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 120;
  });
  // A picture that arrives late, or a keyboard that opens, must not hide the channel's end.
  const sizes = new ResizeObserver(keepEnd);
  sizes.observe(element);
  sizes.observe(list);
  return { element, update };
}

function replaceChanged(list: HTMLElement, elements: readonly HTMLElement[]): void {
  const same =
    list.children.length === elements.length &&
    elements.every((element, index) => list.children[index] === element);
  if (!same) list.replaceChildren(...elements);
}

function messageItems(context: ViewContext): Item[] {
  const { store } = context;
  const mine = ({ channelId, ephemeralFor }: MessageView) =>
    channelId === store.channelId && (ephemeralFor === null || ephemeralFor === store.person.id);
  return [...store.messages.values()].filter(mine).map((message) => ({
    id: message.id,
    at: message.createdAt,
    key: JSON.stringify([
      message,
      originOf(message, context)?.id,
      lastUse(message, context)?.state,
      store.person.id,
    ]),
    draw: () => renderMessage(message, context),
  }));
}

function waitingItems(context: ViewContext): Item[] {
  const { store } = context;
  const mine = ({ kind, state, channelId, personId }: InteractionView) =>
    channelId === store.channelId &&
    personId === store.person.id &&
    kind === 'command' &&
    (state === 'sending' || state === 'failed');
  return [...store.interactions.values()].filter(mine).map((interaction) => ({
    id: interaction.id,
    at: interaction.at,
    key: `${interaction.state} ${interaction.personId}`,
    draw: () => renderUnanswered(interaction, context),
  }));
}

function renderWelcome(welcome: HTMLElement, { store }: ViewContext): void {
  const channel = store.guild.channels.find(({ id }) => id === store.channelId);
  const name = channel?.name ?? '';
  if (welcome.dataset['name'] === `${store.guild.id}${name}`) return;
  welcome.dataset['name'] = `${store.guild.id}${name}`;
  welcome.replaceChildren(
    h('div', { class: 'welcome-icon', text: '#' }),
    h('h1', { text: `Welcome to #${name}!` }),
    h('p', { text: `${channel?.topic ?? ''}. Type / to see what the bot can do.` }),
  );
}
