import { z } from 'zod';
import type { Alerts } from '../src/alerts/alerts.js';
import type { Changes } from '../src/changes/changes.js';
import type { Clock } from '../src/clock.js';
import type { Daily } from '../src/daily/daily.js';
import type { Channels } from '../src/discord/channels.js';
import type {
  Action,
  Answer,
  Autocomplete,
  Caller,
  Click,
  Command,
} from '../src/discord/command.js';
import type { Memory } from '../src/discord/custom-id.js';
import { optionError, UserError } from '../src/errors.js';
import type { createExports } from '../src/fleet/export.js';
import type { createFollows } from '../src/fleet/follow-action.js';
import type { Access } from '../src/guilds/access.js';
import type { Guilds } from '../src/guilds/guilds.js';
import type { GuildSettings } from '../src/guilds/settings.js';
import type { Pool } from '../src/pool/pool.js';
import { flag } from './shared/options.js';

/** What a command or click receives: who asks, and what it may call. */
export interface Context extends Caller, Memory {
  readonly settings: GuildSettings;
  /** The server's workspace. Reading it throws a UserError while no key is connected. */
  readonly pool: Pool;
  /** Version of the key that `pool` uses. */
  readonly keyVersion: number;
  readonly guilds: Guilds;
  readonly changes: Changes;
  readonly daily: Daily;
  readonly alerts: Alerts;
  readonly fleet: ReturnType<typeof createFollows> & ReturnType<typeof createExports>;
  readonly channels: Channels;
  readonly clock: Clock;
  /** All commands, for `/help`. */
  readonly commands: readonly Command<Context>[];
}

/** What a file in this folder exports. */
export interface CommandFile {
  readonly commands: readonly Command<Context>[];
  readonly actions: readonly Action<Context>[];
}

/** Viewers by default; whatever writes has to name its access. */
type Permission =
  | { readonly access?: Access; readonly writes?: false }
  | { readonly access: Access; readonly writes: boolean };

type CommandSpec<Options extends z.ZodObject> = Permission &
  Pick<Command<Context>, 'name' | 'description'> &
  Partial<Pick<Command<Context>, 'audience' | 'examples'>> & {
    /** Built from `shared/options.ts`; default: none. */
    readonly options?: Options;
    readonly autocomplete?: { readonly [Name in keyof z.output<Options>]?: Autocomplete<Context> };
    run(options: z.output<Options>, context: Context): Promise<Answer>;
  };

/** Default: no options, one example without any, and the option `private`. */
export function defineCommand<Options extends z.ZodObject>(
  declared: CommandSpec<Options>,
): Command<Context> {
  const spec: CommandSpec<z.ZodObject> = declared;
  const { audience = 'choose', options = z.object({}) } = spec;
  const isPrivate = flag('Show the answer only to me').optional();
  return {
    access: 'viewer',
    writes: false,
    autocomplete: {},
    examples: [''],
    ...spec,
    audience,
    options: audience === 'choose' ? options.extend({ private: isPrivate }) : options,
    async run(received, context) {
      const parsed = options.safeParse(received);
      if (parsed.success) return spec.run(parsed.data, context);
      const [issue] = parsed.error.issues;
      const name = issue?.path.join('.') ?? 'option';
      throw optionError(name, `${issue?.message ?? 'not accepted'}.`);
    },
  };
}

type ActionSpec<Args extends z.ZodTuple, Kept> = Permission &
  Pick<Action<Context>, 'kind'> &
  Partial<Pick<Action<Context>, 'answers'>> & {
    /** What the button remembers: a token for it is the first part of the custom id after the kind. */
    readonly kept?: z.ZodType<Kept>;
    /** The other parts of the custom id; default: none. */
    readonly args?: Args;
    run(
      click: Omit<Click, 'args'> & { readonly args: z.output<Args>; readonly kept: Kept },
      context: Context,
    ): Promise<Answer>;
  };

/** Default: a private answer. */
export function defineAction<Args extends z.ZodTuple, Kept>(
  declared: ActionSpec<Args, Kept>,
): Action<Context> {
  const spec: ActionSpec<z.ZodTuple, unknown> = declared;
  const { kept, args: schema = z.tuple([]) } = spec;
  return {
    access: 'viewer',
    writes: false,
    answers: 'private',
    ...spec,
    async run(click, context) {
      const [token = '', ...others] = click.args;
      const args = schema.safeParse(kept ? others : click.args);
      // Only buttons of an earlier version have other arguments.
      if (!args.success) throw new UserError('Too late', 'Run the command again.');
      const recalled = kept && (await context.recall(token, kept));
      return spec.run({ ...click, args: args.data, kept: recalled }, context);
    },
  };
}
