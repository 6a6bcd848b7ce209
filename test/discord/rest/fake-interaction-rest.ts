import type { Reply } from '../../../src/domain/messages/reply.js';
import type {
  Delivery,
  FirstResponse,
  InteractionHandle,
  InteractionRest,
} from '../../../src/discord/rest/interaction-rest.js';
import { DiscordSilent } from '../../../src/domain/errors/discord-errors.js';

/** What Discord would hold of one interaction. */
export interface Held {
  first: FirstResponse['kind'] | 'withdrawn';
  /** What the person sees now. */
  shown: Reply | null;
  ephemeral: boolean;
  modal: string | null;
  choices: readonly unknown[];
  edits: number;
  followUps: Reply[];
}

export interface FakeInteractionRest extends InteractionRest {
  readonly held: Map<string, Held>;
  /** Whose share of the connections each first response was to use. */
  readonly guilds: (string | undefined)[];
  /** The next answers, before everything succeeds again. */
  readonly next: ('taken' | 'gone' | 'silent-but-arrived' | 'silent')[];
  /** The next edits, before they succeed again. */
  readonly nextEdits: 'silent'[];
  /** Expired tokens: edits and follow-ups return `gone`. */
  readonly dead: Set<string>;
}

/** A Discord that only knows interactions, and accepts one first response for each. */
export function createFakeInteractionRest(): FakeInteractionRest {
  const held = new Map<string, Held>();
  const guilds: (string | undefined)[] = [];
  const next: FakeInteractionRest['next'] = [];
  const nextEdits: FakeInteractionRest['nextEdits'] = [];
  const dead = new Set<string>();

  function hold(id: string, first: FirstResponse): void {
    held.set(id, {
      first: first.kind,
      shown: 'reply' in first ? first.reply : null,
      ephemeral: 'ephemeral' in first && first.ephemeral,
      modal: first.kind === 'modal' ? first.modal.custom_id : null,
      choices: first.kind === 'choices' ? (first.choices ?? []) : [],
      edits: 0,
      followUps: [],
    });
  }

  return {
    held,
    guilds,
    next,
    nextEdits,
    dead,
    async respond(to: InteractionHandle, first: FirstResponse): Promise<Delivery> {
      guilds.push(to.guildId);
      const fault = next.shift();
      if (fault === 'taken' || fault === 'gone') return { kind: fault };
      if (fault === 'silent') throw new DiscordSilent('hung');
      if (held.has(to.id)) return { kind: 'taken' };
      hold(to.id, first);
      if (fault === 'silent-but-arrived') throw new DiscordSilent('lost');
      return { kind: 'delivered', messageId: `message-of-${to.id}` };
    },
    async edit(of: InteractionHandle, reply: Reply): Promise<Delivery> {
      if (nextEdits.shift() !== undefined) throw new DiscordSilent('hung');
      const one = held.get(of.id);
      if (one === undefined || dead.has(of.token)) return { kind: 'gone' };
      one.shown = reply;
      one.edits += 1;
      return { kind: 'delivered', messageId: `message-of-${of.id}` };
    },
    async withdraw(of: InteractionHandle): Promise<Delivery> {
      const one = held.get(of.id);
      if (one === undefined || dead.has(of.token)) return { kind: 'gone' };
      one.first = 'withdrawn';
      return { kind: 'delivered' };
    },
    async followUp(to: InteractionHandle, reply: Reply): Promise<Delivery> {
      const one = held.get(to.id);
      if (one === undefined || dead.has(to.token)) return { kind: 'gone' };
      one.followUps.push(reply);
      return { kind: 'delivered' };
    },
  };
}
