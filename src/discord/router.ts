import { randomInt } from 'node:crypto';
import {
  InteractionType,
  type APIApplicationCommandAutocompleteInteraction,
  type APIInteraction,
} from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { waitAtMost, type Clock } from '../clock.js';
import { UserError } from '../errors.js';
import { PoolError } from '../pool/pool-error.js';
import type { Metrics } from '../ops/metrics.js';
import { cut } from '../text.js';
import type { Access } from '../guilds/access.js';
import type { Action, Caller, Command } from './command.js';
import type { MemoryOf } from './custom-id.js';
import { toMessage } from './render-reply.js';
import { cardReply, type Button, type Card, type Choice } from './reply.js';
import { isPrivate, type Responses } from './responses.js';
import { createTasks, readCaller, readOptions, type Task } from './read-interaction.js';

export interface RouterParts<Context> {
  readonly commands: readonly Command<Context>[];
  readonly actions: readonly Action<Context>[];
  /** @throws UserError if the caller may not do that */
  admit(access: Access, caller: Caller): Promise<Context>;
  /** The card for a failure; unexpected errors are logged under `incident`. */
  errorCard(error: unknown, incident: string): Card;
  readonly memoryOf: MemoryOf;
  /** Makes commands in texts tappable. */
  readonly mention: (text: string) => string;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly metrics: Pick<Metrics, 'interactions'>;
}

/** `unanswered`: Discord no longer took an answer. `duplicate`: another delivery is being served. */
type Outcome = 'ok' | 'refused' | 'pool-failed' | 'incident' | 'unanswered' | 'duplicate';

/** A faster answer is the first response, a slower one edits a deferred one. */
const DEFER_AFTER_MS = 250;
/** Discord takes a form as first response only, and within 3 s. */
const FORM_WITHIN_MS = 2_000;
const COMPLETE_WITHIN_MS = 1_000;

export function createRouter<Context>(parts: RouterParts<Context>) {
  const { clock, log, metrics, mention } = parts;
  const commands = new Map(parts.commands.map((command) => [command.name, command]));
  const actions = new Map(parts.actions.map((action) => [action.kind, action]));
  const taskOf = createTasks(commands, actions);
  const underWay = new Set<Promise<void>>();

  async function serve(payload: APIInteraction, responses: Responses): Promise<void> {
    const caller = readCaller(payload);
    if (caller === null) return;
    if (payload.type === InteractionType.ApplicationCommandAutocomplete) {
      await responses.offer(await choicesFor(payload, caller));
      return;
    }
    const startedAt = clock.now();
    const task = taskOf(payload, parts.memoryOf(caller.guildId));
    if (task === null) return;
    const outcome = await perform(task, caller, responses).catch((cause: unknown) =>
      explain(cause, task, responses),
    );
    metrics.interactions.inc({ command: task.name, outcome });
    const about = { command: task.name, guild: caller.guildId, user: caller.member.id };
    log.info({ ...about, ms: clock.now() - startedAt, outcome }, 'interaction');
  }

  async function perform(
    task: Task<Context>,
    caller: Caller,
    responses: Responses,
  ): Promise<Outcome> {
    const work = parts.admit(task.access, caller).then(async (context) => {
      // Discord takes one first response for each interaction, so a second delivery ends here.
      if (task.writes && task.answers !== 'form') {
        const taken = await responses.defer(task.answers);
        if (taken !== 'taken') return taken === 'gone' ? 'unanswered' : 'duplicate';
      }
      return task.run(context);
    });
    const patience = task.answers === 'form' ? FORM_WITHIN_MS : DEFER_AFTER_MS;
    const isInTime = await waitAtMost(clock, patience, work);
    if (!isInTime) await responses.defer(task.answers);
    const answer = await work;
    if (typeof answer === 'string') return answer;
    if ('form' in answer) {
      if (!isInTime) throw new UserError('That took too long', 'Try again in a minute.');
      return (await responses.open(answer)) ? 'ok' : 'unanswered';
    }
    if (!(await responses.show(toMessage(answer, mention), task.answers))) return 'unanswered';
    // The answer already stands, so a failure here is only logged.
    if (answer.onPosted && !isPrivate(task.answers))
      await responses.place().then(answer.onPosted).catch(unnoted);
    for await (const update of answer.updates ?? [])
      await responses.show(toMessage(update, mention), task.answers);
    return 'ok';
  }

  const unnoted = (error: unknown) =>
    log.error({ err: error }, 'the place of an answer was not noted');

  async function explain(
    cause: unknown,
    task: Task<Context>,
    responses: Responses,
  ): Promise<Outcome> {
    // Such as `k3f9q`, to be read out to the bot's operator.
    const incident = randomInt(36 ** 4, 36 ** 5).toString(36);
    const outcome = outcomeOf(cause);
    if (outcome === 'incident') {
      log.error({ err: cause, incident, command: task.name }, 'unexpected error');
    }
    try {
      const buttons = await failureButtons(cause, task);
      const reply = cardReply(parts.errorCard(cause, incident), { rows: [buttons] });
      await responses.fail(toMessage(reply, mention), task.answers);
      return outcome;
    } catch (failure) {
      log.warn({ err: failure, command: task.name }, 'Discord did not take an answer');
      return 'unanswered';
    }
  }

  /** None if they are late. */
  async function choicesFor(
    { data }: APIApplicationCommandAutocompleteInteraction,
    caller: Caller,
  ): Promise<readonly Choice[]> {
    const { name, options, typing } = readOptions(data);
    const command = commands.get(name);
    const suggest = command?.autocomplete[typing];
    if (!command || !suggest) return [];
    const admitted = parts.admit(command.access, caller);
    const found = admitted.then((context) => suggest(String(options[typing]), context));
    const isInTime = await waitAtMost(clock, COMPLETE_WITHIN_MS, found);
    const choices = isInTime ? await found.catch(() => []) : [];
    return choices
      .filter(({ value }) => value.length <= 100)
      .slice(0, 25)
      .map(({ label, value }) => ({ label: cut(label, 100), value }));
  }

  return {
    handle: (payload: APIInteraction, responses: Responses): void => {
      const served = serve(payload, responses)
        .catch((error: unknown) => log.error({ err: error }, 'an interaction failed'))
        .finally(() => underWay.delete(served));
      underWay.add(served);
    },
    /** Resolves when everything received so far is answered. */
    settled: async (): Promise<void> => {
      await Promise.all(underWay);
    },
  };
}

async function failureButtons(cause: unknown, task: Task<never>): Promise<readonly Button[]> {
  if (cause instanceof UserError) return cause.buttons;
  if (!(cause instanceof PoolError && cause.mayPass)) return [];
  // Without the button people can still run the command again.
  const again = await task.retry?.().catch(() => undefined);
  return again ? [again] : [];
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof UserError) return 'refused';
  return error instanceof PoolError ? 'pool-failed' : 'incident';
}
