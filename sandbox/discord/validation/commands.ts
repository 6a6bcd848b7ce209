import { ApplicationCommandUpdateRequestSchema } from 'discord-api-spec/zod';
import { invalidForm, within, type FormIssue } from '../errors.js';
import { nameIssues } from './command-names.js';
import { optionIssues } from './command-options.js';
import { duplicates, isRaw, rawList, textOf, type Raw } from './raw.js';
import { schemaIssues } from './schema.js';

const COMMANDS = 100;
const CHARACTERS = 8_000;
const CHAT_INPUT = 1;

/** Each command of a PUT. @throws DiscordError 50035 with every fault */
export function checkCommands(body: unknown): Raw[] {
  if (!Array.isArray(body)) {
    throw invalidForm([
      { path: [], code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' },
    ]);
  }
  const commands = rawList(body);
  const issues = [...listIssues(body.length, commands), ...commands.flatMap(commandIssues)];
  if (issues.length > 0) throw invalidForm(issues);
  return commands;
}

function listIssues(sent: number, commands: readonly Raw[]): FormIssue[] {
  const issues: FormIssue[] = duplicates(commands.map((command) => textOf(command['name']))).map(
    (index) => ({
      path: [index, 'name'],
      code: 'APPLICATION_COMMANDS_DUPLICATE_NAME',
      message: 'Application command names must be unique',
    }),
  );
  if (sent > COMMANDS) {
    issues.push({
      path: [],
      code: 'BASE_TYPE_MAX_LENGTH',
      message: `Must be ${COMMANDS} or fewer in length.`,
    });
  }
  if (sent !== commands.length) {
    issues.push({
      path: [],
      code: 'DICT_TYPE_CONVERT',
      message: 'Only dictionaries may be used in a DictType',
    });
  }
  return issues;
}

function commandIssues(command: Raw, index: number): FormIssue[] {
  const { permissions, issues } = readPermissions(command['default_member_permissions']);
  const found = [
    ...issues,
    ...schemaIssues(ApplicationCommandUpdateRequestSchema, {
      ...command,
      default_member_permissions: permissions,
    }),
  ];
  if ((command['type'] ?? CHAT_INPUT) === CHAT_INPUT) {
    found.push(
      ...nameIssues(command),
      ...optionIssues(rawList(command['options']), ['options'], 'command'),
    );
  }
  const size = characters(command);
  if (size > CHARACTERS) {
    found.push({
      path: [],
      code: 'APPLICATION_COMMAND_TOO_LARGE',
      message: `Command exceeds maximum size (${CHARACTERS})`,
    });
  }
  return within([index], found);
}

/** A string of digits in the API, but an integer in Discord's description of it. */
function readPermissions(value: unknown): { permissions: unknown; issues: FormIssue[] } {
  if (value === undefined || value === null) return { permissions: null, issues: [] };
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) {
    return { permissions: Number(value), issues: [] };
  }
  const path = ['default_member_permissions'];
  return {
    permissions: null,
    issues: [{ path, code: 'BITFIELD_TYPE_CONVERT', message: 'Must be a string of digits.' }],
  };
}

/** Counts towards 8,000: names, descriptions and values, including those of options and choices. */
function characters(part: Raw): number {
  const own = [part['name'], part['description'], part['value']];
  const inner = [...rawList(part['options']), ...rawList(part['choices'])];
  const sum = own.reduce<number>((total, text) => total + textOf(text).length, 0);
  return inner.reduce((total, each) => total + (isRaw(each) ? characters(each) : 0), sum);
}
