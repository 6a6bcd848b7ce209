import type { GuildView, PersonView } from '../protocol.js';
import { avatar, h } from './dom.js';
import type { Store } from './store.js';

export interface SidebarEvents {
  onGuild(id: string): void;
  onChannel(id: string): void;
  readonly onPerson: (id: string) => void;
}

/** Servers, channels and the person one speaks as. */
export function createSidebar(store: Store, events: SidebarEvents) {
  const servers = h('nav', { class: 'servers', attrs: { 'aria-label': 'Servers' } });
  const name = h('div', { class: 'guild-name' });
  const channels = h('nav', { class: 'channels', attrs: { 'aria-label': 'Channels' } });
  const status = h('div', { class: 'bot-status' });
  const people = h('div', {
    class: 'people',
    attrs: { role: 'radiogroup', 'aria-label': 'Speak as' },
  });
  const element = h(
    'aside',
    { class: 'sidebar' },
    servers,
    h(
      'div',
      { class: 'sidebar-main' },
      name,
      channels,
      status,
      h('div', { class: 'people-heading', text: 'Speak as' }),
      people,
    ),
  );

  function update(): void {
    const { guild, world, channelId, person, bot } = store;
    servers.replaceChildren(...world.guilds.map((one) => serverButton(one, one.id === guild.id)));
    name.textContent = guild.name;
    channels.replaceChildren(
      h('div', { class: 'channels-heading', text: 'Text channels' }),
      ...guild.channels.map((channel) =>
        h(
          'button',
          {
            class: channel.id === channelId ? 'channel chosen' : 'channel',
            attrs: { type: 'button', 'aria-current': channel.id === channelId ? 'page' : false },
            on: { click: () => events.onChannel(channel.id) },
          },
          h('span', { class: 'hash', text: '#' }),
          channel.name,
        ),
      ),
    );
    status.className = `bot-status ${bot.state}`;
    status.textContent = `${world.botName}: ${bot.state}`;
    people.replaceChildren(
      ...guild.people.map((one) => personButton(one, one.id === person.id, events.onPerson)),
    );
  }

  function serverButton(guild: GuildView, chosen: boolean): HTMLElement {
    const initials = guild.name.split(' ').map((word) => word.slice(0, 1));
    return h('button', {
      class: chosen ? 'server chosen' : 'server',
      text: initials.join('').toUpperCase(),
      attrs: { type: 'button', title: guild.name, 'aria-label': guild.name },
      on: { click: () => events.onGuild(guild.id) },
    });
  }

  return { element, update };
}

export function personButton(
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
