import type { CommandIds } from '../limits/command-ids.js';
import {
  callbackBody,
  type Delivery,
  type FirstResponse,
  type InteractionHandle,
  type InteractionRest,
} from '../rest/interaction-rest.js';
import type { HttpAnswer } from './http-answer.js';

/** 202 without a body: the first response goes to the callback, or there is none. */
const ELSEWHERE = 202;

/** The interactions whose HTTP request still waits for its answer. */
export function createBodyAnswers() {
  const waiting = new Map<string, HttpAnswer>();
  return {
    /** False where another delivery of the same interaction waits already. */
    open(interactionId: string, answer: HttpAnswer): boolean {
      if (waiting.has(interactionId)) return false;
      waiting.set(interactionId, answer);
      return true;
    },
    close(interactionId: string): void {
      waiting.delete(interactionId);
    },
    /**
     * A first response is the body of the HTTP answer where that is the end of it. All else goes
     * to the callback as it does beside the gateway, because there Discord says whether it took it.
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
          // Perhaps Discord has it all the same.
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

export type BodyAnswers = ReturnType<typeof createBodyAnswers>;

/**
 * Nothing follows it, and it has no files. What may change something is deferred first, and runs
 * once Discord says that it took that, which it says at the callback alone. What is read and takes
 * longer is deferred too, and its answer could come before Discord has read the HTTP answer: it
 * would know of no message then, and refuse it.
 */
function isWhole(first: FirstResponse): boolean {
  if (first.kind === 'defer' || first.kind === 'defer-update') return false;
  const files = 'reply' in first ? (first.reply.files ?? []) : [];
  return files.length === 0;
}
