import type { APIMessage } from 'discord-api-types/v10';
import type { Person, ShownMessage } from '../discord/types.js';
import { createActs, type Acts } from './acts.js';
import { createControls, type Controls } from './controls.js';
import type { MessageView, PageState } from './protocol.js';
import { startStage, type StageOptions } from './stage.js';
import { firstLook } from './stories/first-look.js';
import { fourEyes } from './stories/four-eyes.js';
import { outOfDate } from './stories/out-of-date.js';
import { secondThoughts } from './stories/second-thoughts.js';
import { silentPool } from './stories/silent-pool.js';
import { createStoryPlayer, type StoryPlayer } from './stories/story.js';

/** One stage with what the page does on it; "Start over" makes a new one. */
export interface Scene {
  readonly acts: Acts;
  readonly controls: Controls;
  readonly stories: StoryPlayer;
  /** Through the eyes of a person; of the first one if there is no such person. */
  state(personId: string): PageState;
  /** @returns undefined if the person sees no such file */
  file(from: { personId: string; messageId: string; name: string }): Buffer | undefined;
  stop(): Promise<void>;
}

const stories = [firstLook, fourEyes, secondThoughts, silentPool, outOfDate];

const parts: Readonly<Record<string, { readonly part: string; readonly color: string }>> = {
  Vera: { part: 'Viewer', color: '#3498db' },
  Marek: { part: 'Manager', color: '#e67e22' },
  Sofia: { part: 'Second manager', color: '#e91e63' },
  Adam: { part: 'Admin', color: '#2ecc71' },
  Ada: { part: 'Second admin', color: '#9b59b6' },
};

export async function startScene(options: StageOptions, onChange: () => void): Promise<Scene> {
  const stage = await startStage(options);
  const { discord, guild, workspace, clock } = stage;
  discord.onChange(onChange);
  const acts = createActs(guild, onChange);
  const controls = createControls(stage);
  const player = createStoryPlayer(stories, { acts, controls, guild, workspace, clock });

  const personOf = (id: string) => guild.people.find((each) => each.id === id) ?? guild.people[0];
  const messagesOf = (viewer: Person | undefined) =>
    guild.channels.flatMap((channel) => channel.messages(viewer));

  return {
    acts,
    controls,
    stories: player,
    state(personId) {
      const viewer = personOf(personId);
      return {
        now: clock.now(),
        guild: { id: guild.id, name: guild.name },
        people: guild.people.map(({ id, name }) => ({
          id,
          name,
          part: parts[name]?.part ?? '',
          color: parts[name]?.color ?? '#99aab5',
        })),
        channels: guild.channels.map(({ id, name, isThread }) => ({ id, name, isThread })),
        roles: guild.roles.map(({ id, name }) => ({ id, name })),
        commands: discord.commands,
        messages: messagesOf(viewer)
          .toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id)))
          .map((message) => viewOf(message, { viewer, acts })),
        stories: player.view(),
        controls: controls.view(),
        log: {
          requests: workspace.requests.slice(-20).toReversed(),
          refusals: discord.refusals,
        },
      };
    },
    file({ personId, messageId, name }) {
      const message = messagesOf(personOf(personId)).find(({ id }) => id === messageId);
      return message?.contents[name];
    },
    stop: () => stage.stop(),
  };
}

function viewOf(
  message: ShownMessage,
  { viewer, acts }: { viewer: Person | undefined; acts: Acts },
): MessageView {
  const payload = { ...message, contents: undefined, files: undefined };
  const ours = JSON.stringify(payload).replaceAll(
    /http:\/\/127\.0\.0\.1:\d+\/attachments\/(\d+)\/\d+\/([^"?]+)/g,
    `/file/$1/$2?as=${viewer?.id}`,
  );
  const shown: APIMessage = JSON.parse(ours);
  const isPrivate = message.privateTo !== null;
  return { ...shown, isPrivate, answers: acts.answeredBy(message) };
}
