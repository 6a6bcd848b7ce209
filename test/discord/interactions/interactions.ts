import type { APIInteraction } from 'discord-api-types/v10';

const MANAGE_GUILD = '32';
let count = 0;

interface Who {
  readonly userId?: string;
  readonly roles?: readonly string[];
  readonly manageGuild?: boolean;
  readonly outside?: boolean;
}

interface What {
  readonly type: number;
  readonly data: object;
  readonly message?: object;
}

/** One interaction in Discord's JSON, as far as the bot reads it. */
function interaction(what: What, who: Who): APIInteraction {
  count += 1;
  const id = String(100_000_000_000_000_000n + BigInt(count));
  const user = { id: who.userId ?? '200000000000000001', username: 'ada', global_name: 'Ada' };
  const place = who.outside
    ? { user, channel: { id: '300000000000000001', type: 1 } }
    : {
        guild_id: '400000000000000001',
        channel: { id: '300000000000000001', type: 0 },
        member: {
          user,
          roles: who.roles ?? [],
          permissions: who.manageGuild ? MANAGE_GUILD : '0',
          nick: null,
        },
      };
  const whole = {
    ...what,
    id,
    application_id: '500000000000000001',
    token: `token-${id}`,
    version: 1,
  };
  // Contains only what the bot reads; Discord sends much more.
  return Object({ ...whole, ...place });
}

type Values = Readonly<Record<string, string | number | boolean>>;

function commandData(path: string, options: Values, focused?: string): object {
  const [name = '', sub] = path.split(' ');
  const given = Object.entries(options).map(([key, value]) => ({
    name: key,
    type: typeof value === 'boolean' ? 5 : typeof value === 'number' ? 10 : 3,
    value,
    ...(key === focused ? { focused: true } : {}),
  }));
  const level = sub === undefined ? given : [{ name: sub, type: 1, options: given }];
  return { id: '600000000000000001', type: 1, name, options: level };
}

export function command(path: string, options: Values = {}, who: Who = {}): APIInteraction {
  return interaction({ type: 2, data: commandData(path, options) }, who);
}

export function typing(path: string, focused: string, options: Values): APIInteraction {
  return interaction({ type: 4, data: commandData(path, options, focused) }, {});
}

export function click(customId: string, who: Who = {}, flags = 0): APIInteraction {
  const message = { id: '700000000000000001', flags };
  return interaction({ type: 3, data: { component_type: 2, custom_id: customId }, message }, who);
}

export function select(customId: string, values: readonly string[]): APIInteraction {
  const message = { id: '700000000000000001', flags: 0 };
  return interaction(
    { type: 3, data: { component_type: 3, custom_id: customId, values }, message },
    {},
  );
}

/** Texts go in labels; lists are selections. */
export function submit(
  customId: string,
  fields: Readonly<Record<string, string | readonly string[]>>,
  who: Who = {},
): APIInteraction {
  const components = Object.entries(fields).map(([id, value]) => ({
    type: 18,
    component:
      typeof value === 'string'
        ? { type: 4, custom_id: id, value }
        : { type: 3, custom_id: id, values: value },
  }));
  return interaction({ type: 5, data: { custom_id: customId, components } }, who);
}
