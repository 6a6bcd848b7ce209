import type { Reply } from '../../domain/messages/reply.js';
import type { AccessLevel } from '../../domain/guild/access.js';
import { card, wideField } from '../kit/card.js';
import { connectButton } from './connect.js';

export interface HelpEntry {
  /** As typed, without the slash: `setup key`. */
  readonly path: string;
  readonly description: string;
  readonly access: AccessLevel;
  readonly options: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  readonly examples: readonly string[];
}

/** What to do next, for who asks. */
export type NextStep = 'connect' | 'ask-admin' | 'set-roles' | 'ask';

const NEXT: Record<NextStep, string> = {
  connect:
    '**Next:** connect this server to its pool workspace: `/setup key`, or the button below.',
  'ask-admin':
    '**Next:** no pool workspace is connected yet. Ask an admin (Manage Server) to run `/setup key`.',
  'set-roles': '**Next:** say who may do what with `/setup roles`; then try `/summary`.',
  ask: '**Start with** `/summary`: it says whether all is well.',
};

const LEVELS: Record<AccessLevel, string> = {
  viewer: 'Read',
  manager: 'Ask for changes (managers)',
  admin: 'Set up (admins)',
};

export function helpReply(entries: readonly HelpEntry[], next: NextStep): Reply {
  const levels: readonly AccessLevel[] = ['viewer', 'manager', 'admin'];
  return {
    embeds: [
      card({
        title: 'What you can ask',
        lines: [
          NEXT[next],
          'Type `/` and choose. `/help command:` shows one command with its options and examples.',
        ],
        fields: levels
          .map((level) => ({ level, of: entries.filter(({ access }) => access === level) }))
          .filter(({ of }) => of.length > 0)
          .flatMap(({ level, of }) => levelFields(LEVELS[level], of)),
      }),
    ],
    ...(next === 'connect' && { components: connectButton() }),
  };
}

const FIELD_LIMIT = 1024;

/** One field per access level, split at Discord's limit. */
function levelFields(name: string, entries: readonly HelpEntry[]) {
  const fields: { name: string; lines: string }[] = [];
  for (const { path, description } of entries) {
    const line = `\`/${path}\` ${description}`;
    const last = fields.at(-1);
    if (last !== undefined && last.lines.length + 1 + line.length <= FIELD_LIMIT)
      last.lines += `\n${line}`;
    else fields.push({ name: last === undefined ? name : `${name}, continued`, lines: line });
  }
  return fields.map((each) => wideField(each.name, each.lines));
}

export function commandHelpReply(entry: HelpEntry): Reply {
  return {
    embeds: [
      card({
        title: `/${entry.path}`,
        lines: [entry.description, '', `Who: ${WHO[entry.access]}`],
        fields: [
          entry.options.length === 0
            ? null
            : wideField(
                'Options',
                entry.options
                  .map(
                    ({ name, description, required }) =>
                      `\`${name}\`${required ? ' (needed)' : ''} ${description}`,
                  )
                  .join('\n'),
              ),
          entry.examples.length === 0
            ? null
            : wideField(
                'Examples',
                entry.examples.map((line) => `\`/${`${entry.path} ${line}`.trim()}\``).join('\n'),
              ),
        ],
      }),
    ],
  };
}

const WHO: Record<AccessLevel, string> = {
  viewer: 'everyone, or where an admin has set viewer roles, those and everyone with more rights',
  manager: 'the manager roles, and members with Manage Server',
  admin: 'members with Manage Server',
};

export const unknownCommandSentence =
  'There is no command by that name that you may use. `/help` lists those you may.';
