import type {
  APIMessageComponentInteraction,
  APIModalSubmitInteraction,
} from 'discord-api-types/v10';
import { z } from 'zod';
import type { Action, Command, Context } from '../../command.js';
import { decodeCustomId, encodeCustomId } from '../../domain/custom-id.js';
import { PoolError } from '../../domain/errors/pool-errors.js';
import { tryAgainButton } from '../../views/errors/failure-buttons.js';
import { parseOptions } from '../options/parse-options.js';
import { isOwn } from './caller.js';
import { refuseKeyIn, writtenIn, type Job } from './job.js';

export type FindCommand = (path: string) => Command | undefined;

export function readingParts(command: Command, path: string) {
  const { access, urgent = false } = command;
  return { name: path, access, urgent, shows: 'new' } as const;
}

/** Never for writes, nor for what opens a form that writes. */
export function mayTryAgain({ writes, opens }: Pick<Action, 'writes' | 'opens'>): boolean {
  return writes !== true && opens === undefined;
}

/** No action may use this kind: its button runs a command. */
const TRY_AGAIN = 'try-again';

const tryAgainArgs = z.tuple([z.string(), z.string(), z.enum(['public', 'private'])]);
const keptOptions = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

interface RetriedCommand {
  readonly options: z.output<typeof keptOptions>;
  readonly ephemeral: boolean;
}

export function tryAgain(
  path: string,
  { options, ephemeral }: RetriedCommand,
): NonNullable<Job['buttonsUnder']> {
  return async (error, context) => {
    if (!(error instanceof PoolError)) return [];
    const id = await context.remember(options);
    return tryAgainButton(encodeCustomId(TRY_AGAIN, path, id, ephemeral ? 'private' : 'public'));
  };
}

/**
 * The command behind a Try again button, with its original options; private for anyone but the
 * requester. Null for other ids, and if the command no longer only reads.
 */
export function tryAgainJob(
  interaction: APIMessageComponentInteraction | APIModalSubmitInteraction,
  find: FindCommand,
): Job | null {
  const id = decodeCustomId(interaction.data.custom_id);
  const args = id?.kind === TRY_AGAIN ? tryAgainArgs.safeParse(id.args) : null;
  if (args?.success !== true) return null;
  const [path, kept, audience] = args.data;
  const command = find(path);
  if (command === undefined || !mayTryAgain(command)) return null;
  const ephemeral = audience === 'private' || !isOwn(interaction);
  const recall = (context: Context) => context.recall(kept, keptOptions);
  return {
    ...readingParts(command, path),
    writes: false,
    opensModal: false,
    written: [],
    ephemeral,
    async buttonsUnder(error, context) {
      return tryAgain(path, { options: await recall(context), ephemeral })(error, context);
    },
    async run(context) {
      const options = await recall(context);
      // The key may have changed by now.
      refuseKeyIn(writtenIn(options), context);
      return command.run(parseOptions(command.options, options), context);
    },
  };
}
