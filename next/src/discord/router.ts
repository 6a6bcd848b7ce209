import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import { UserError } from '../errors.js';
import { PoolError } from '../pool/pool-error.js';
import { createAnswering, type Answering } from './answering.js';
import { cutText } from './clamp.js';
import type { Access, Action, Caller, Command } from './command.js';
import type { Asked, Incoming } from './incoming.js';
import type { MemoryOf } from './memory.js';
import type { Button, Card, Choice, Reply } from './reply.js';
import { createTasks, type Task } from './tasks.js';

export interface RouterParts<Context> {
  readonly commands: readonly Command<Context>[];
  readonly actions: readonly Action<Context>[];
  contextOf(caller: Caller): Promise<Context>;
  refuse(access: Access, context: Context): UserError | null;
  /** The card for a failure; unexpected errors are logged under `incident`. */
  errorCard(error: unknown, incident: string): ErrorCard;
  readonly memoryOf: MemoryOf;
  isMember(guildId: string): boolean;
  /** Makes commands in texts tappable. */
  readonly mention: (text: string) => string;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly metrics: {
    readonly interactions: { inc(labels: { command: string; outcome: Outcome }): void };
    readonly firstResponse: { observe(labels: { command: string }, seconds: number): void };
  };
}

export interface ErrorCard {
  readonly card: Card;
  readonly buttons?: readonly Button[];
  /** A read that may succeed in a moment. */
  readonly canRetry: boolean;
}

/** `unanswered`: Discord no longer took an answer. `duplicate`: another delivery is being served. */
export type Outcome = 'ok' | 'refused' | 'pool-failed' | 'incident' | 'unanswered' | 'duplicate';

/** A faster answer is the first response, a slower one edits a deferred one. */
const DEFER_AFTER_MS = 250;
/** Discord takes a form as first response only, and within 3 s. */
const FORM_WITHIN_MS = 2_000;
const COMPLETE_WITHIN_MS = 1_000;

const NOT_A_MEMBER = new UserError(
  'Pitboss isn’t in this server',
  'It was added with commands but without the bot. Invite it again with the scopes `bot` and `applications.commands`.',
);

export function createRouter<Context>(parts: RouterParts<Context>) {
  const { clock, log, metrics } = parts;
  const tasks = createTasks(parts);
  const underWay = new Set<Promise<void>>();

  async function serve(incoming: Incoming): Promise<void> {
    const { asked, caller } = incoming;
    if (asked.kind === 'completion') return complete(incoming, asked);
    const startedAt = clock.now();
    const memory = parts.memoryOf(caller.guildId);
    const task = tasks.of(asked, { hasMessage: incoming.hasMessage, memory });
    const command = task.name;
    const answering = createAnswering(incoming, {
      ...task,
      mention: parts.mention,
      onFirst: () => metrics.firstResponse.observe({ command }, (clock.now() - startedAt) / 1_000),
    });
    const outcome = await perform(task, incoming, answering).catch((cause: unknown) =>
      explain(cause, task, answering),
    );
    metrics.interactions.inc({ command, outcome });
    const ms = clock.now() - startedAt;
    log.info(
      { command, guild: caller.guildId, user: caller.member.id, ms, outcome },
      'interaction',
    );
  }

  async function perform(
    task: Task<Context>,
    incoming: Incoming,
    answering: Answering,
  ): Promise<Outcome> {
    const work = admit(task.access, incoming.caller).then(async (context) => {
      // Discord takes one first response for each interaction, so a second delivery ends here.
      if (task.writes && !task.opensForm) {
        const taken = await answering.defer();
        if (taken !== 'taken') return taken === 'gone' ? 'unanswered' : 'duplicate';
      }
      return task.run(context);
    });
    const isInTime = await settlesWithin(task.opensForm ? FORM_WITHIN_MS : DEFER_AFTER_MS, work);
    if (!isInTime) await answering.defer();
    const answer = await work;
    if (typeof answer === 'string') return answer;
    if ('form' in answer) {
      if (!isInTime) throw new UserError('That took too long', 'Try again in a minute.');
      return (await answering.open(answer)) ? 'ok' : 'unanswered';
    }
    if (!(await answering.show(answer))) return 'unanswered';
    await tellWhere(answer, task, incoming);
    return 'ok';
  }

  async function admit(access: Access, caller: Caller): Promise<Context> {
    if (!parts.isMember(caller.guildId)) throw NOT_A_MEMBER;
    const context = await parts.contextOf(caller);
    const refusal = parts.refuse(access, context);
    if (refusal) throw refusal;
    return context;
  }

  function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
    const settled = () => true;
    return Promise.race([work.then(settled, settled), clock.sleep(ms).then(() => false)]);
  }

  /** The answer already stands, so a failure here is only logged. */
  async function tellWhere(reply: Reply, task: Task<Context>, incoming: Incoming): Promise<void> {
    if (!reply.onPosted || task.isPrivate) return;
    try {
      const { channelId, messageId } = incoming.caller;
      const clicked = task.isUpdate && messageId !== null ? { channelId, messageId } : null;
      await reply.onPosted(clicked ?? (await incoming.find()));
    } catch (error) {
      log.error({ err: error, command: task.name }, 'the place of an answer was not noted');
    }
  }

  async function explain(
    cause: unknown,
    task: Task<Context>,
    answering: Answering,
  ): Promise<Outcome> {
    const incident = newIncident();
    const outcome = outcomeOf(cause);
    if (outcome === 'incident') {
      log.error({ err: cause, incident, command: task.name }, 'unexpected error');
    }
    try {
      const { card, buttons = [], canRetry } = parts.errorCard(cause, incident);
      // Without the button people can still run the command again.
      const retry = canRetry ? await task.retry?.().catch(() => undefined) : undefined;
      const row = retry ? [...buttons, retry] : buttons;
      await answering.fail({ cards: [card], rows: [row] });
      return outcome;
    } catch (failure) {
      log.warn({ err: failure, command: task.name }, 'Discord did not take an answer');
      return 'unanswered';
    }
  }

  /** Offers nothing rather than something late. */
  async function complete(
    incoming: Incoming,
    asked: Extract<Asked, { kind: 'completion' }>,
  ): Promise<void> {
    const none: readonly Choice[] = [];
    const found = choicesFor(asked, incoming.caller).catch(() => none);
    const choices = await Promise.race([found, clock.sleep(COMPLETE_WITHIN_MS).then(() => none)]);
    const short = choices.filter(({ value }) => value.length <= 100).slice(0, 25);
    await incoming.offer(short.map((choice) => ({ ...choice, label: cutText(choice.label, 100) })));
  }

  async function choicesFor(
    { name, option, options }: Extract<Asked, { kind: 'completion' }>,
    caller: Caller,
  ): Promise<readonly Choice[]> {
    const command = tasks.command(name);
    const suggest = command?.autocomplete[option];
    if (!command || !suggest) return [];
    const context = await admit(command.access, caller);
    const { [option]: typed = '', ...others } = Object.fromEntries(
      Object.entries(options).map(([key, value]) => [key, String(value)]),
    );
    return suggest(typed, context, others);
  }

  return {
    handle: (incoming: Incoming): void => {
      const served = serve(incoming)
        .catch((error: unknown) => log.error({ err: error }, 'an interaction failed'))
        .finally(() => underWay.delete(served));
      underWay.add(served);
    },
    /** Resolves when everything that was asked so far is answered. */
    settled: async (): Promise<void> => {
      await Promise.all(underWay);
    },
  };
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof UserError) return 'refused';
  return error instanceof PoolError ? 'pool-failed' : 'incident';
}

/** Such as `k3f9q`, to be read out to the bot's operator. */
function newIncident(): string {
  return randomInt(36 ** 4, 36 ** 5).toString(36);
}
