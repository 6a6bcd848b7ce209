import { h } from './dom.js';
import { personButton } from './sidebar.js';
import type { Store } from './store.js';

export interface HeaderEvents {
  readonly onPerson: (id: string) => void;
  onMenu(): void;
  onPanel(): void;
}

/** The channel's name, who speaks, the panel's button, and a band when the bot is away. */
export function createHeader(store: Store, events: HeaderEvents) {
  const name = h('span', { class: 'channel-name' });
  const topic = h('span', { class: 'channel-topic' });
  const people = h('div', {
    class: 'header-people',
    attrs: { role: 'radiogroup', 'aria-label': 'Speak as' },
  });
  const band = h('div', { class: 'band', attrs: { role: 'alert', hidden: true } });
  const lost = h('div', {
    class: 'band lost',
    text: 'The playground has ended or restarts. Waiting for it …',
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
      h('span', { class: 'hash', text: '#' }),
      name,
      topic,
      people,
      h('button', {
        class: 'icon-button',
        text: '⚙',
        attrs: { type: 'button', 'aria-label': 'Control panel', title: 'Control panel' },
        on: { click: () => events.onPanel() },
      }),
    ),
    band,
    lost,
  );

  function update(): void {
    const channel = store.guild.channels.find(({ id }) => id === store.channelId);
    name.textContent = channel?.name ?? '';
    topic.textContent = channel?.topic ?? '';
    people.replaceChildren(
      ...store.guild.people.map((one) =>
        personButton(one, one.id === store.person.id, events.onPerson),
      ),
    );
    updateBand();
  }

  function updateBand(): void {
    const { state, reason } = store.bot;
    band.hidden = state === 'online';
    band.className = `band ${state}`;
    if (state !== 'dead') {
      band.textContent = `${store.world.botName} is ${state} …`;
      return;
    }
    const lines = store.tails.log.slice(-6).map(({ text }) => text);
    band.replaceChildren(
      h('div', { text: `${store.world.botName} ${reason}. Restart it in the control panel.` }),
      h('pre', { class: 'band-log', text: lines.join('\n') }),
    );
  }

  return { element, update };
}
