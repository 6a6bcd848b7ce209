import { createOfflineBanner } from './offline-banner.js';
import { h } from '../dom.js';
import { createTimeBanner } from './time-banner.js';
import { createPeople } from './people.js';
import type { Store } from '../state/store.js';

export interface HeaderEvents {
  readonly onPerson: (id: string) => void;
  onMenu(): void;
  onPanel(): void;
}

/** The channel's name, the speaker, the panel's button, and a band while the bot is away. */
export function createHeader(store: Store, events: HeaderEvents) {
  const name = h('h1', { class: 'channel-name' });
  const topic = h('span', { class: 'channel-topic' });
  const people = createPeople('header-people', events.onPerson);
  const banner = createOfflineBanner();
  const timeBanner = createTimeBanner();
  const lost = h('div', {
    class: 'band lost',
    text: 'The playground has ended or restarts. Waiting for it …',
    attrs: { role: 'status' },
  });
  const element = h(
    'div',
    { class: 'header-area' },
    h(
      'header',
      { class: 'header' },
      h('button', {
        class: 'icon-button menu-button',
        text: '☰',
        attrs: { type: 'button', 'aria-label': 'Channels' },
        on: { click: () => events.onMenu() },
      }),
      h('span', { class: 'hash', text: '#', attrs: { 'aria-hidden': 'true' } }),
      name,
      topic,
      people.element,
      h('button', {
        class: 'icon-button panel-button',
        text: '▶',
        attrs: {
          type: 'button',
          'aria-label': 'Stories and controls',
          title: 'Stories and controls',
        },
        on: { click: () => events.onPanel() },
      }),
    ),
    banner.element,
    timeBanner.element,
    lost,
  );

  function update(): void {
    const channel = store.guild.channels.find(({ id }) => id === store.channelId);
    name.textContent = channel?.name ?? '';
    topic.textContent = channel?.topic ?? '';
    people.update(store);
    banner.update(store);
    timeBanner.update();
  }

  return { element, update };
}
