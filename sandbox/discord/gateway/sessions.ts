import { GatewayIntentBits } from 'discord-api-types/v10';
import { applicationPayload, guildCreatePayload } from '../payloads/guild.js';
import { userPayload } from '../payloads/message.js';
import { shardOf } from '../state/snowflake.js';
import type { DiscordState } from '../state/discord-state.js';
import type { Identified } from './identify.js';
import { createSession, type Session } from './session.js';

/** Most unresumed sessions kept. */
const KEPT = 16;

/** Events and the intent each needs; those not listed need none (gateway page, "Intents"). */
const NEEDED: Readonly<Record<string, number>> = {
  GUILD_CREATE: GatewayIntentBits.Guilds,
  GUILD_DELETE: GatewayIntentBits.Guilds,
};

export interface Sessions {
  open(identified: Identified): Session;
  find(id: unknown): Session | undefined;
  forget(session: Session): void;
  all(): readonly Session[];
  connected(): readonly Session[];
  /** Sends READY and, with the Guilds intent, the guilds. */
  greet(session: Session, resumeUrl: string): void;
  /** To every session of the guild's shard that subscribed to such events. */
  dispatch(guildId: string, event: string, data: unknown): void;
}

export function createSessions(world: DiscordState): Sessions {
  const sessions = new Map<string, Session>();
  const connected = () => [...sessions.values()].filter((each) => each.connection());

  return {
    open(identified) {
      const session = createSession({ id: crypto.randomUUID().replaceAll('-', ''), ...identified });
      sessions.set(session.id, session);
      for (const [id, each] of sessions) {
        if (sessions.size <= KEPT) break;
        if (!each.connection() && each !== session) sessions.delete(id);
      }
      return session;
    },
    find: (id) => (typeof id === 'string' ? sessions.get(id) : undefined),
    forget: (session) => void sessions.delete(session.id),
    all: () => [...sessions.values()],
    connected,
    greet(session, resumeUrl) {
      const guilds = [...world.guilds.values()].filter(
        (guild) => guild.botInside && shardOf(guild.id, session.shard[1]) === session.shard[0],
      );
      session.dispatch('READY', {
        v: 10,
        user: userPayload(world, world.bot.id),
        guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
        session_id: session.id,
        resume_gateway_url: resumeUrl,
        shard: session.shard,
        application: { id: world.applicationId, flags: applicationPayload(world).flags },
      });
      for (const guild of guilds) {
        if (wants(session, 'GUILD_CREATE') && !guild.unavailable) {
          session.dispatch('GUILD_CREATE', guildCreatePayload(world, guild));
        }
      }
    },
    dispatch(guildId, event, data) {
      for (const session of sessions.values()) {
        const mine = shardOf(guildId, session.shard[1]) === session.shard[0];
        if (mine && wants(session, event)) session.dispatch(event, data);
      }
    },
  };
}

function wants(session: Session, event: string): boolean {
  const needed = NEEDED[event] ?? 0;
  return (session.intents & needed) === needed;
}
