import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { within, type FormIssue } from '../errors.js';
import { nameIssues } from './command-names.js';
import { duplicates, rawList, textOf, type Raw } from './raw.js';

const { Subcommand, SubcommandGroup, String: STRING } = ApplicationCommandOptionType;
const VALUE = 100;
type Path = FormIssue['path'];
type Parent = 'command' | 'group' | 'subcommand';

/** Rules for a command's options that Discord's schema lacks. */
export function optionIssues(options: readonly Raw[], at: Path, parent: Parent): FormIssue[] {
  return [
    ...duplicates(options.map((option) => textOf(option['name']))).map((index) =>
      issue(
        [...at, index, 'name'],
        'APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE',
        'Option names must be unique',
      ),
    ),
    ...orderIssues(options, at),
    ...nestingIssues(options, at, parent),
    ...options.flatMap((option, index) => oneIssues(option, [...at, index])),
  ];
}

function orderIssues(options: readonly Raw[], at: Path): FormIssue[] {
  let optional = false;
  return options.flatMap((option, index) => {
    if (isSubcommand(option)) return [];
    if (option['required'] !== true) optional = true;
    else if (optional) {
      return [
        issue(
          [...at, index],
          'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
          'Required options must be placed before non-required options',
        ),
      ];
    }
    return [];
  });
}

function nestingIssues(options: readonly Raw[], at: Path, parent: Parent): FormIssue[] {
  const nested = options.filter(isSubcommand).length;
  const mixed = nested > 0 && nested < options.length;
  const tooDeep =
    (parent === 'subcommand' && nested > 0) ||
    (parent === 'group' && options.some((option) => option['type'] === SubcommandGroup));
  if (!mixed && !tooDeep) return [];
  return [
    issue(
      at,
      'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
      'Sub-command and sub-command group option types are mutually exclusive to all other types',
    ),
  ];
}

function oneIssues(option: Raw, path: Path): FormIssue[] {
  const named = within(path, nameIssues(option));
  if (isSubcommand(option)) {
    const parent = option['type'] === SubcommandGroup ? 'group' : 'subcommand';
    return [...named, ...optionIssues(rawList(option['options']), [...path, 'options'], parent)];
  }
  return [...named, ...choiceIssues(option, path), ...rangeIssues(option, path)];
}

function choiceIssues(option: Raw, path: Path): FormIssue[] {
  const choices = rawList(option['choices']);
  const at = [...path, 'choices'];
  const issues = [
    ...duplicates(choices.map((choice) => textOf(choice['name']))).map((index) =>
      issue(
        [...at, index, 'name'],
        'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE',
        'Choice names must be unique',
      ),
    ),
    ...duplicates(choices.map((choice) => String(choice['value']))).map((index) =>
      issue(
        [...at, index, 'value'],
        'APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_DUPLICATE',
        'Choice values must be unique',
      ),
    ),
    ...choices.flatMap((choice, index) =>
      option['type'] === STRING && textOf(choice['value']).length > VALUE
        ? [
            issue(
              [...at, index, 'value'],
              'BASE_TYPE_MAX_LENGTH',
              `Must be ${VALUE} or fewer in length.`,
            ),
          ]
        : [],
    ),
  ];
  if (choices.length > 0 && option['autocomplete'] === true) {
    issues.push(
      issue(
        at,
        'APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES',
        'Choices cannot be used with autocomplete',
      ),
    );
  }
  return issues;
}

function rangeIssues(option: Raw, path: Path): FormIssue[] {
  return (['length', 'value'] as const).flatMap((kind) => {
    const min = option[`min_${kind}`];
    const max = option[`max_${kind}`];
    if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
    return [
      issue(
        [...path, `min_${kind}`],
        'APPLICATION_COMMAND_OPTIONS_RANGE_INVALID',
        'The minimum is greater than the maximum',
      ),
    ];
  });
}

function isSubcommand(option: Raw): boolean {
  return option['type'] === Subcommand || option['type'] === SubcommandGroup;
}

function issue(path: Path, code: string, message: string): FormIssue {
  return { path, code, message };
}
