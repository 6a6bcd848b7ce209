import type { CommandIds } from '../limits/command-ids.js';
import {
  callbackBody,
  type Delivery,
  type FirstResponse,
  type InteractionHandle,
  type InteractionRest,
} from '../rest/interaction-rest.js';
import type { OneResponse } from './one-response.js';

/** 202 without a body: the first response goes to the callback, or there is none. */
const ELSEWHERE = 202;

/** The interactions whose HTTP request is still waiting for its response. */
export function createBodyResponses() {
  const waiting = new Map<string, OneResponse>();
  return {
    /** False if another delivery of the same interaction is already waiting. */
    open(interactionId: string, answer: OneResponse): boolean {
      if (waiting.has(interactionId)) return false;
      waiting.set(interactionId, answer);
      return true;
    },
    close(interactionId: string): void {
      waiting.delete(interactionId);
    },
    /**
     * Sends a first response as the HTTP body if nothing follows it. Everything else goes to the
     * callback, as with a gateway, because there Discord says whether it accepted it.
     */
    before(rest: InteractionRest, commandIds: CommandIds): InteractionRest {
      async function respond(
        to: InteractionHandle,
        first: FirstResponse,
        lasting = false,
      ): Promise<Delivery> {
        const answer = waiting.get(to.id);
        if (answer === undefined) return rest.respond(to, first, lasting);
        if (!lasting && isWhole(first)) {
          if (await answer.give(200, callbackBody(first, commandIds).json))
            return { kind: 'delivered' };
          // Discord may have received it all the same.
          const delivery = await rest.respond(to, first, lasting);
          return delivery.kind === 'taken' ? { ...delivery, kind: 'arrived-before' } : delivery;
        }
        const delivery = await rest.respond(to, first, lasting);
        await answer.give(ELSEWHERE);
        return delivery;
      }
      return { ...rest, respond };
    },
  };
}

export type BodyResponses = ReturnType<typeof createBodyResponses>;

/**
 * Whether nothing follows it and it has no files. A deferral must go to the callback: a write runs
 * only once Discord confirms it, which only the callback does, and a slow read's reply could
 * overtake the HTTP response and be refused, because Discord knew of no message yet.
 */
function isWhole(first: FirstResponse): boolean {
  if (first.kind === 'defer' || first.kind === 'defer-update') return false;
  const files = 'reply' in first ? (first.reply.files ?? []) : [];
  return files.length === 0;
}
