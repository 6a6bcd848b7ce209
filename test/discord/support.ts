import { InteractionType, type APIInteraction } from 'discord-api-types/v10';
import type { Message } from '../../src/discord/render-reply.js';
import type { Responses } from '../../src/discord/responses.js';

type Taken = Awaited<ReturnType<Responses['defer']>>;

/** What a person sees of the answers to one interaction, in order. */
export function fakeResponses(first: Taken | Error = 'taken') {
  const seen: string[] = [];
  const respond = async (what: string): Promise<Taken> => {
    if (first instanceof Error) throw first;
    if (first === 'taken') seen.push(what);
    return first;
  };
  const responses: Responses = {
    defer: (answers) => respond(`defer ${answers}`),
    show: async (message, answers) =>
      (await respond(`show ${text(message)} ${answers}`)) !== 'gone',
    fail: async (message) => void (await respond(`fail ${text(message)}`)),
    open: async ({ form }) => (await respond(`form ${form}`)) !== 'gone',
    offer: (choices) => respond(`offer ${choices.map(({ label }) => label).join(', ')}`),
    place: async () => ({ channelId: 'channel', messageId: 'answer' }),
  };
  return { responses, seen };
}

function text({ body }: Message): string {
  return [body.content, ...(body.embeds ?? []).map(({ title }) => title)].filter(Boolean).join(' ');
}

type Values = Readonly<Record<string, string | boolean>>;

/** A slash command, or one that is being typed where an option is `focused`. */
export function command(name: string, values: Values = {}, focused?: string): APIInteraction {
  const options = Object.entries(values).map(([option, value]) => ({
    name: option,
    value,
    focused: option === focused,
  }));
  const [top, sub] = name.split(' ');
  return interaction({
    type:
      focused === undefined
        ? InteractionType.ApplicationCommand
        : InteractionType.ApplicationCommandAutocomplete,
    data: { name: top, options: sub ? [{ type: 1, name: sub, options }] : options },
  });
}

export function click(customId: string): APIInteraction {
  return interaction({
    type: InteractionType.MessageComponent,
    data: { custom_id: customId },
    message: { id: 'clicked' },
  });
}

export function submit(customId: string): APIInteraction {
  return interaction({
    type: InteractionType.ModalSubmit,
    data: { custom_id: customId, components: [] },
  });
}

function interaction(parts: object): APIInteraction {
  const member = { user: { id: 'vera', username: 'Vera' }, roles: [], permissions: '0' };
  const payload: object = { guild_id: 'guild', channel: { id: 'channel' }, member, ...parts };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the router reads of it
  return payload as APIInteraction;
}
