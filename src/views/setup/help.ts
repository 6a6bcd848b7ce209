import type { Reply } from '../../domain/messages/reply.js';
import type { AccessLevel } from '../../domain/guild/access-levels.js';
import { cardReply, wideField } from '../kit/card.js';
import { chunksOf, groupBy } from '../kit/groups.js';
import { connectButton } from './welcome.js';

export interface HelpEntry {
  /** As typed, without the slash: `setup key`. */
  readonly path: string;
  readonly description: string;
  readonly access: AccessLevel;
  /** What it changes; absent if nothing. */
  readonly changes?: string;
  readonly options: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  readonly examples: readonly string[];
}

/** What the requester should do next. */
export type NextStep = 'connect' | 'ask-admin' | 'set-roles' | 'ask';

const NEXT: Record<NextStep, string> = {
  connect:
    '**Next:** connect this server to its pool workspace: `/setup key`, or the button below.',
  'ask-admin':
    '**Next:** no pool workspace is connected yet. Ask an admin (Manage Server) to run `/setup key`.',
  'set-roles': '**Next:** say who may do what with `/setup roles`, then try `/summary`.',
  ask: '**Start with** `/summary`: hashrate, miners and revenue at a glance, and what is open here.',
};

const LEVELS: Record<AccessLevel, string> = {
  viewer: 'Read',
  manager: 'Request changes (managers)',
  admin: 'Set up (admins)',
};

export function helpReply(entries: readonly HelpEntry[], next: NextStep): Reply {
  const levels: readonly AccessLevel[] = ['viewer', 'manager', 'admin'];
  return cardReply({
    title: 'What you can do',
    lines: [
      NEXT[next],
      'Type `/` and choose, or tap a command below. `/help command:` shows one with its options and examples.',
    ],
    fields: levels
      .map((level) => ({ level, of: entries.filter(({ access }) => access === level) }))
      .filter(({ of }) => of.length > 0)
      .flatMap(({ level, of }) => levelFields(LEVELS[level], of)),
    ...(next === 'connect' && { components: connectButton() }),
  });
}

const FIELD_LIMIT = 1024;
/** Characters a command gains when it becomes a tappable mention. */
const MENTION = 22;

/** One field per access level, split at Discord's limit. */
function levelFields(name: string, entries: readonly HelpEntry[]) {
  const fields: { name: string; lines: string; commands: number }[] = [];
  const families = [...groupBy(entries, ({ path }) => path.split(' ')[0] ?? path).values()];
  for (const family of families.flatMap((all) => chunksOf(all, MAX_IN_LINE))) {
    const line = familyLine(family);
    const last = fields.at(-1);
    const room = FIELD_LIMIT - ((last?.commands ?? 0) + family.length) * MENTION;
    if (last !== undefined && last.lines.length + 1 + line.length <= room) {
      last.lines += `\n${line}`;
      last.commands += family.length;
    } else {
      const heading = last === undefined ? name : `${name}, continued`;
      fields.push({ name: heading, lines: line, commands: family.length });
    }
  }
  return fields.map((each) => wideField(each.name, each.lines));
}

/** A larger family goes on in another line, which may be in the next field. */
const MAX_IN_LINE = 12;

/** A lone command says what it does; in a family, the names are enough. */
function familyLine(family: readonly HelpEntry[]): string {
  const [first] = family;
  if (family.length === 1 && first !== undefined) return `\`/${first.path}\` ${first.description}`;
  return family.map(({ path }) => `\`/${path}\``).join(' · ');
}

export function commandHelpReply(entry: HelpEntry): Reply {
  return cardReply({
    title: `/${entry.path}`,
    lines: [
      entry.description,
      '',
      `Who: ${WHO[entry.access]}`,
      entry.changes === undefined ? null : `Changes: ${entry.changes}`,
    ],
    fields: [
      entry.options.length === 0
        ? null
        : wideField(
            'Options',
            entry.options
              .map(
                ({ name, description, required }) =>
                  `\`${name}\`${required ? ' (required)' : ''} ${description}`,
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
  });
}

const WHO: Record<AccessLevel, string> = {
  viewer: 'everyone. If an admin has set viewer roles: those, and everyone with more rights',
  manager: 'the manager roles, and members with Manage Server',
  admin: 'members with Manage Server',
};

export const notInHelpWords = {
  title: 'No such command',
  sentence: 'There is no command with that name for you. `/help` lists the ones you can use.',
};
