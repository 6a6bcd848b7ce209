import type {
  BotView,
  ControlView,
  GuildView,
  InteractionView,
  MessageView,
  PageEvent,
  PersonView,
  RoleView,
  StoriesView,
  Tails,
  PlaygroundView,
} from '../../protocol.js';
import { setClock } from './clock.js';
import { remember, remembered } from './memory.js';

/** What the page knows, and what it is showing. */
export interface Store {
  readonly messages: ReadonlyMap<string, MessageView>;
  readonly interactions: ReadonlyMap<string, InteractionView>;
  readonly world: PlaygroundView;
  readonly controls: readonly ControlView[];
  readonly stories: StoriesView;
  readonly bot: BotView;
  readonly tails: Tails;
  readonly guild: GuildView;
  readonly channelId: string;
  readonly person: PersonView;
  readonly apply: (event: PageEvent) => void;
  readonly chooseGuild: (id: string) => void;
  readonly chooseChannel: (id: string) => void;
  readonly choosePerson: (id: string) => void;
  /** In the first server: the person (null = unchanged) and the channel, by name. */
  readonly choosePlace: (person: string | null, channel: string) => void;
  /** Hides a message or an interaction. */
  readonly dismiss: (id: string) => void;
  readonly isDismissed: (id: string) => boolean;
  readonly anyPerson: (id: string) => PersonView | undefined;
  readonly anyRole: (id: string) => RoleView | undefined;
  readonly channelName: (id: string) => string | undefined;
}

const noTails: Tails = { pool: [], log: [], refusals: [] };
const nobody: PersonView = { id: '', name: '', part: '', color: '#99aab5', roleIds: [] };
const nowhere: GuildView = { id: '', name: '', channels: [], people: [], roles: [], commands: [] };

const dismissedKept = 500;

export function createStore(): Store {
  const messages = new Map<string, MessageView>();
  const interactions = new Map<string, InteractionView>();
  let world: PlaygroundView = { botName: 'Pitboss', clock: { aheadMs: 0 }, guilds: [] };
  let controls: readonly ControlView[] = [];
  let stories: StoriesView = { list: [], playing: null };
  let bot: BotView = { state: 'starting', reason: '' };
  let tails = noTails;
  let { guildId, channelId, personPart, dismissed } = remembered();

  const guild = () => world.guilds.find(({ id }) => id === guildId) ?? world.guilds[0] ?? nowhere;
  const person = () =>
    guild().people.find(({ part }) => part === personPart) ?? guild().people[0] ?? nobody;
  const channel = () =>
    guild().channels.find(({ id }) => id === channelId)?.id ?? guild().channels[0]?.id ?? '';

  function apply(event: PageEvent): void {
    switch (event.kind) {
      case 'snapshot': {
        messages.clear();
        interactions.clear();
        for (const message of event.snapshot.messages) messages.set(message.id, message);
        for (const one of event.snapshot.interactions) interactions.set(one.id, one);
        ({ world, controls, stories, bot, tails } = event.snapshot);
        setClock(world.clock);
        return;
      }
      case 'world':
        world = event.world;
        setClock(world.clock);
        return;
      case 'message':
        messages.set(event.message.id, event.message);
        return;
      case 'deleted':
        messages.delete(event.messageId);
        return;
      case 'interaction':
        interactions.set(event.interaction.id, event.interaction);
        return;
      case 'controls':
        controls = event.controls;
        return;
      case 'stories':
        stories = event.stories;
        return;
      case 'bot':
        bot = event.bot;
        return;
      case 'tails':
        tails = event.tails;
    }
  }

  function choosePlace(personName: string | null, channelName: string): void {
    guildId = world.guilds[0]?.id ?? '';
    channelId = guild().channels.find(({ name }) => name === channelName)?.id ?? '';
    personPart = guild().people.find(({ name }) => name === personName)?.part ?? personPart;
    remember({ guildId, channelId, personPart });
  }

  return {
    messages,
    interactions,
    get world() {
      return world;
    },
    get controls() {
      return controls;
    },
    get stories() {
      return stories;
    },
    get bot() {
      return bot;
    },
    get tails() {
      return tails;
    },
    get guild() {
      return guild();
    },
    get channelId() {
      return channel();
    },
    get person() {
      return person();
    },
    apply,
    chooseGuild(id) {
      guildId = id;
      remember({ guildId });
    },
    chooseChannel(id) {
      channelId = id;
      remember({ channelId });
    },
    choosePerson(id) {
      personPart = guild().people.find((candidate) => candidate.id === id)?.part ?? personPart;
      remember({ personPart });
    },
    choosePlace,
    dismiss(id) {
      dismissed = [...dismissed, id].slice(-dismissedKept);
      remember({ dismissed });
    },
    isDismissed: (id) => dismissed.includes(id),
    anyPerson: (id) => world.guilds.flatMap(({ people }) => people).find((one) => one.id === id),
    anyRole: (id) => world.guilds.flatMap(({ roles }) => roles).find((one) => one.id === id),
    channelName: (id) =>
      world.guilds.flatMap(({ channels }) => channels).find((one) => one.id === id)?.name,
  };
}
