import type { APIMessage } from 'discord-api-types/v10';
import { typable } from '../discord/typed.js';
import type { Person, ShownMessage } from '../discord/types.js';
import { events, poolModes } from './controls.js';
import type { MessageView, PageState } from './protocol.js';
import type { Stage } from './stage.js';
import { stories } from './stories/stories.js';
import { storyView } from './stories/story.js';

const parts: Readonly<Record<string, { readonly part: string; readonly color: string }>> = {
  Vera: { part: 'Viewer', color: '#3498db' },
  Marek: { part: 'Manager', color: '#e67e22' },
  Sofia: { part: 'Second manager', color: '#e91e63' },
  Adam: { part: 'Admin', color: '#2ecc71' },
  Nora: { part: 'Second admin', color: '#9b59b6' },
};

/** Through the eyes of a person; of the first one if there is no such person. */
export function stateOf(stage: Stage, personId: string): PageState {
  const { discord, guild, workspace, clock } = stage;
  const viewer = guild.people.find(({ id }) => id === personId) ?? guild.people[0];
  return {
    now: clock.now(),
    guild: { id: guild.id, name: guild.name },
    people: guild.people.map(({ id, name }) => ({
      id,
      name,
      ...(parts[name] ?? { part: '', color: '#99aab5' }),
    })),
    channels: guild.channels.map(({ id, name, isThread }) => ({ id, name, isThread })),
    roles: guild.roles.map(({ id, name }) => ({ id, name })),
    commands: discord.commands
      .flatMap((command) => typable(command))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    messages: messagesFor(stage, viewer)
      .toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id)))
      .map((message) => viewOf(stage, message)),
    stories: stories.map(({ title }) => title),
    story: storyView(stage),
    actions: workspace.actions.map(({ id, description }) => {
      return { id: String(id), name: String(description) };
    }),
    poolModes: Object.keys(poolModes),
    poolMode: stage.poolMode,
    events: Object.keys(events),
    requests: workspace.requests.slice(-20).toReversed(),
    refusals: discord.refusals,
  };
}

/** A file of a message that somebody sees. */
export function fileOf(stage: Stage, messageId: string, name: string): Buffer | undefined {
  return stage.guild.people
    .flatMap((person) => messagesFor(stage, person))
    .find(({ id }) => id === messageId)?.contents[name];
}

function messagesFor({ guild }: Stage, viewer: Person | undefined): ShownMessage[] {
  return guild.channels.flatMap((channel) => channel.messages(viewer));
}

function viewOf(stage: Stage, message: ShownMessage): MessageView {
  const ours = JSON.stringify({ ...message, contents: undefined }).replaceAll(
    /http:\/\/127\.0\.0\.1:\d+\/attachments\/(\d+)\/\d+\/([^"?]+)/g,
    '/file/$1/$2',
  );
  const shown: APIMessage = JSON.parse(ours);
  return { ...shown, privateTo: message.privateTo, answers: answeredBy(stage, message) };
}

/** Whose act a message answers. */
function answeredBy({ acts }: Stage, { interaction_metadata }: APIMessage): MessageView['answers'] {
  const act = acts.find(({ outcome }) => outcome?.interactionId === interaction_metadata?.id);
  return act && interaction_metadata ? { personId: act.personId, label: act.label } : null;
}
