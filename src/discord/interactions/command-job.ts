import type { APIChatInputApplicationCommandInteractionData } from 'discord-api-types/v10';
import { PRIVATE_OPTION } from '../options/command-options.js';
import { commandValues } from '../options/interaction-values.js';
import { parseOptions } from '../options/parse-options.js';
import { writtenIn, type Job } from './job.js';
import { mayTryAgain, readingParts, tryAgain, type FindCommand } from './try-again.js';

export function commandJob(
  data: APIChatInputApplicationCommandInteractionData,
  find: FindCommand,
): Job | null {
  const { path, values } = commandValues(data);
  const command = find(path);
  if (command === undefined) return null;
  const { [PRIVATE_OPTION]: isPrivate, ...others } = values;
  const chosen = command.audience === 'choose';
  const options = chosen ? others : values;
  const ephemeral = command.audience === 'private' || (chosen && isPrivate === true);
  return {
    ...readingParts(command, path),
    writes: command.writes ?? false,
    isLong: command.isLong ?? false,
    opensModal: command.opens === 'modal',
    written: writtenIn(values),
    ephemeral,
    ...(mayTryAgain(command) && { buttonsUnder: tryAgain(path, { options, ephemeral }) }),
    run: (context) => command.run(parseOptions(command.options, options), context),
  };
}
