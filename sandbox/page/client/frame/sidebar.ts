import type { GuildView } from '../../protocol.js';
import { h } from '../dom.js';
import { createPeople } from './people.js';
import type { Store } from '../state/store.js';

export interface SidebarEvents {
  onGuild(id: string): void;
  onChannel(id: string): void;
  readonly onPerson: (id: string) => void;
}

/** Servers, channels and the person to speak as. */
export function createSidebar(store: Store, events: SidebarEvents) {
  const servers = h('nav', { class: 'servers', attrs: { 'aria-label': 'Servers' } });
  const name = h('div', { class: 'guild-name' });
  const channels = h('nav', { class: 'channels', attrs: { 'aria-label': 'Channels' } });
  const status = h('div', { class: 'bot-status', attrs: { role: 'status' } });
  const people = createPeople('people', events.onPerson);
  const element = h(
    'aside',
    { class: 'sidebar', attrs: { 'aria-label': 'Servers, channels and people' } },
    servers,
    h(
      'div',
      { class: 'sidebar-main' },
      name,
      channels,
      status,
      h('div', { class: 'people-heading', text: 'Speak as' }),
      people.element,
    ),
  );
  let drawn = '';

  function update(): void {
    const { world, bot } = store;
    status.className = `bot-status ${bot.state}`;
    status.textContent = `${world.botName}: ${bot.state}`;
    people.update(store);
    const key = JSON.stringify([world.guilds, store.guild.id, store.channelId]);
    if (key === drawn) return;
    drawn = key;
    drawPlaces(store);
  }

  function drawPlaces({ guild, world, channelId }: Store): void {
    const focused = [servers, channels].find((nav) => nav.contains(document.activeElement));
    servers.replaceChildren(...world.guilds.map((one) => serverButton(one, one.id === guild.id)));
    name.textContent = guild.name;
    channels.replaceChildren(
      h('div', { class: 'channels-heading', text: 'Text channels' }),
      ...guild.channels.map((channel) => channelButton(channel, channel.id === channelId)),
    );
    focused?.querySelector<HTMLElement>('.chosen')?.focus();
  }

  function channelButton({ id, name: label }: GuildView['channels'][number], chosen: boolean) {
    return h(
      'button',
      {
        class: chosen ? 'channel chosen' : 'channel',
        attrs: { type: 'button', 'aria-current': chosen ? 'page' : false },
        on: { click: () => events.onChannel(id) },
      },
      h('span', { class: 'hash', text: '#', attrs: { 'aria-hidden': 'true' } }),
      label,
    );
  }

  function serverButton(guild: GuildView, chosen: boolean): HTMLElement {
    const initials = guild.name.split(' ').map((word) => word.slice(0, 1));
    return h('button', {
      class: chosen ? 'server chosen' : 'server',
      text: initials.join('').toUpperCase(),
      attrs: {
        type: 'button',
        title: guild.name,
        'aria-label': guild.name,
        'aria-current': chosen ? 'true' : false,
      },
      on: { click: () => events.onGuild(guild.id) },
    });
  }

  return { element, update };
}
