import { APPLICATION_ID, channelId, guildId } from './protocol.js';
import { PLAIN_GUILD } from '../../sandbox/discord/payloads/plain-guild.js';

/** What Discord tells a bot, as large as for a server with twenty channels. */

const CHANNELS = 20;
const ROLES = 12;
const NAMES = ['general', 'pool-ops', 'alerts', 'payouts', 'north-ridge', 'maintenance'];

export const botUser = {
  id: APPLICATION_ID,
  username: 'bench',
  discriminator: '0001',
  global_name: null,
  avatar: null,
  bot: true,
};

export const application = {
  id: APPLICATION_ID,
  name: 'Bench',
  icon: null,
  description: '',
  bot_public: false,
  bot_require_code_grant: false,
  bot: botUser,
  verify_key: '0'.repeat(64),
  flags: 0,
};

/** View, send, embed links, attach files, history, commands, and Manage Server for the person. */
const PERMISSIONS = '2147601504';

function channel(index: number, position: number) {
  return {
    id: position === 0 ? channelId(index) : String(BigInt(channelId(index * 100 + position)) * 2n),
    type: 0,
    guild_id: guildId(index),
    name: NAMES[position % NAMES.length] ?? 'general',
    position,
    parent_id: null,
    topic: 'What the pool did today, and who is on call',
    nsfw: false,
    rate_limit_per_user: 0,
    last_message_id: null,
    permission_overwrites: [{ id: guildId(index), type: 0, allow: '0', deny: '2048' }],
  };
}

function member(index: number, person = 0) {
  return {
    user: {
      id: String(BigInt(guildId(index)) + 500_000n + BigInt(person) * 10_000n),
      username: `adam${index}.${person}`,
      discriminator: '0',
      global_name: 'Adam',
      avatar: null,
    },
    nick: null,
    avatar: null,
    banner: null,
    roles: [],
    joined_at: '2026-01-01T00:00:00.000000+00:00',
    premium_since: null,
    deaf: false,
    mute: false,
    pending: false,
    flags: 0,
    communication_disabled_until: null,
  };
}

export function guildCreate(index: number): object {
  const id = guildId(index);
  return {
    id,
    name: `Northwind Mining ${index}`,
    ...PLAIN_GUILD,
    owner_id: String(BigInt(id) + 500_000n),
    roles: Array.from({ length: ROLES }, (_, position) => ({
      id: position === 0 ? id : String(BigInt(id) + 1_000_000n * BigInt(position)),
      name: position === 0 ? '@everyone' : `Role ${position}`,
      color: 0,
      colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
      hoist: false,
      position,
      permissions: PERMISSIONS,
      managed: false,
      mentionable: true,
      flags: 0,
    })),
    joined_at: '2026-01-01T00:00:00.000000+00:00',
    large: false,
    member_count: 40,
    voice_states: [],
    members: [{ ...member(index), user: botUser }],
    channels: Array.from({ length: CHANNELS }, (_, position) => channel(index, position)),
    threads: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

export interface Asked {
  readonly id: string;
  readonly token: string;
  /** The number of the guild. */
  readonly guild: number;
  /** The number of the person asking in it. */
  readonly person: number;
  readonly command: string;
  /** For `/summary`. */
  readonly subaccounts: string | null;
}

export function interactionCreate(asked: Asked): object {
  const { id, token, guild, person, command, subaccounts } = asked;
  const permissions = PERMISSIONS;
  return {
    id,
    application_id: APPLICATION_ID,
    type: 2,
    token,
    version: 1,
    data: {
      id: `14${APPLICATION_ID.slice(2)}`,
      name: command,
      type: 1,
      options: subaccounts === null ? [] : [{ name: 'subaccounts', type: 3, value: subaccounts }],
    },
    guild_id: guildId(guild),
    guild: { id: guildId(guild), locale: 'en-US', features: [] },
    channel_id: channelId(guild),
    channel: { ...channel(guild, 0), permissions },
    member: { ...member(guild, person), permissions },
    app_permissions: permissions,
    locale: 'en-US',
    guild_locale: 'en-US',
    entitlements: [],
    authorizing_integration_owners: { 0: guildId(guild) },
    context: 0,
    attachment_size_limit: 10 * 1024 * 1024,
  };
}

/** A message of the bot: what it sent, as shown in the channel. */
export function messageText(body: Buffer, where: { readonly guild: number; readonly id: string }) {
  const sent = body[0] === 0x7b ? body.toString().slice(1) : '"embeds":[]}';
  const fields = JSON.stringify({
    id: where.id,
    type: 20,
    channel_id: channelId(where.guild),
    author: botUser,
    content: '',
    timestamp: new Date().toISOString(),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    components: [],
    pinned: false,
    flags: 0,
    webhook_id: APPLICATION_ID,
    application_id: APPLICATION_ID,
  });
  return sent === '}' ? fields : `${fields.slice(0, -1)},${sent}`;
}
