import type { InteractionView, MessageView } from '../protocol.js';
import { arrange, h } from './dom.js';
import { renewTimes } from './markdown/render.js';
import { lastUse } from './message/components.js';
import { renderMessage, renderUnanswered } from './message/message.js';
import { createScrollAnchor } from './frame/scroll-anchor.js';
import type { ViewContext } from './view-context.js';

interface Item {
  readonly id: string;
  readonly at: number;
  /** Covers everything that its drawing depends on. */
  readonly key: string;
  draw(): HTMLElement;
}

export interface Feed {
  readonly element: HTMLElement;
  update(): void;
  /** Scrolls to the end, as after one's own words. */
  readonly showEnd: () => void;
}

/** The chosen channel's messages, as the chosen person sees them; redraws what changed. */
export function createFeed(context: ViewContext): Feed {
  const { store } = context;
  const list = h('ol', {
    class: 'messages',
    attrs: { 'aria-live': 'polite', 'aria-label': 'Messages' },
  });
  const welcome = h('div', { class: 'welcome' });
  const feed = h(
    'div',
    { class: 'feed', attrs: { tabindex: 0, role: 'region', 'aria-label': 'Channel' } },
    welcome,
    list,
  );
  const anchor = createScrollAnchor(feed, list);
  const drawn = new Map<string, { key: string; element: HTMLElement }>();
  let pressed: { messageId: string; index: number } | null = null;
  /** The message its reader is looking at since pressing something on it. */
  let watched: string | null = null;

  setInterval(() => renewTimes(list), 1_000);

  function update(): void {
    const items = [...messageItems(context), ...waitingItems(context)].toSorted(
      (a, b) => a.at - b.at || a.id.localeCompare(b.id),
    );
    let redrawn: HTMLElement | null = null;
    const elements = items.map((item) => {
      const known = drawn.get(item.id);
      if (known?.key === item.key) return known.element;
      const fresh = { key: item.key, element: item.draw() };
      drawn.set(item.id, fresh);
      if (known && item.id === watched) redrawn = fresh.element;
      return fresh.element;
    });
    arrange(list, elements);
    renderWelcome(welcome, context);
    anchor.update(`${store.channelId} ${store.person.id}`);
    if (redrawn !== null) anchor.showTop(redrawn);
    keepFocus();
  }

  function lookElsewhere(): void {
    watched = null;
  }
  feed.addEventListener('wheel', lookElsewhere, { passive: true });
  feed.addEventListener('touchmove', lookElsewhere, { passive: true });

  /**
   * After a redraw, returns the keyboard's focus to what was used, by its position: its custom id
   * may name the next page now.
   */
  function keepFocus(): void {
    if (!pressed || document.activeElement !== document.body) return;
    const parts = usableParts(drawn.get(pressed.messageId)?.element);
    const next = [parts[pressed.index], ...parts].find((part) => part?.disabled === false);
    next?.focus({ preventScroll: true });
    if (next) pressed = null;
  }

  list.addEventListener('click', ({ target }) => {
    const message = target instanceof Element ? target.closest<HTMLElement>('.message') : null;
    const messageId = message?.dataset['messageId'];
    const part = target instanceof Element && target.closest('.select, button.button');
    const index = usableParts(message).findIndex((one) => part && part.contains(one));
    pressed = messageId !== undefined && index >= 0 ? { messageId, index } : null;
    watched = pressed?.messageId ?? null;
  });

  const element = h('div', { class: 'feed-area' }, feed, anchor.jump);
  return { element, update, showEnd: anchor.showEnd };
}

/** A message's buttons, including those that open selects. */
function usableParts(message: HTMLElement | null | undefined): readonly HTMLButtonElement[] {
  return [...(message?.querySelectorAll<HTMLButtonElement>('button.button, .select-button') ?? [])];
}

function messageItems(context: ViewContext): Item[] {
  const { store } = context;
  const mine = ({ id, channelId, ephemeralFor }: MessageView) =>
    channelId === store.channelId &&
    (ephemeralFor === null || ephemeralFor === store.person.id) &&
    !store.isDismissed(id);
  return [...store.messages.values()].filter(mine).map((message) => ({
    id: message.id,
    at: message.createdAt,
    key: JSON.stringify([
      message,
      lastUse(message, context)?.state,
      store.person.id,
      message.repliesTo !== null && store.messages.get(message.repliesTo)?.content,
    ]),
    draw: () => renderMessage(message, context),
  }));
}

function waitingItems(context: ViewContext): Item[] {
  const { store } = context;
  const answers = [...store.messages.values()];
  /** The answer may come before the interaction; then it must not be shown twice. */
  const isAnswered = ({ at, command, personId }: InteractionView) =>
    answers.some(
      ({ createdAt, origin }) =>
        createdAt >= at && origin?.command === command && origin.personId === personId,
    );
  const mine = (interaction: InteractionView) =>
    interaction.channelId === store.channelId &&
    interaction.personId === store.person.id &&
    interaction.kind === 'command' &&
    !store.isDismissed(interaction.id) &&
    (interaction.state === 'failed' ||
      (interaction.state === 'sending' && !isAnswered(interaction)));
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
