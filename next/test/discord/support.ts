import type { Clock } from '../../src/clock.js';
import type { Incoming } from '../../src/discord/incoming.js';
import type { Message } from '../../src/discord/message.js';
import type { Taken } from '../../src/discord/responses.js';

/** A clock that stands still until `pass`. */
export function standingClock() {
  let now = 0;
  let sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    sleep: (ms) =>
      new Promise((wake) => {
        sleepers.push({ at: now + ms, wake });
      }),
    every: () => () => undefined,
  };
  return {
    ...clock,
    async pass(ms: number): Promise<void> {
      await settle();
      now += ms;
      const due = sleepers.filter(({ at }) => at <= now);
      sleepers = sleepers.filter(({ at }) => at > now);
      for (const { wake } of due) wake();
      await settle();
    },
  };
}

/** Lets everything run that waits for nothing else. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** One interaction as a person sees it: what was shown, in order. */
export function fakeIncoming(asked: Incoming['asked'], fields: Partial<Incoming> = {}) {
  const shown: string[] = [];
  const note =
    (what: string, taken: Taken = 'taken') =>
    (...parts: unknown[]) => {
      shown.push([what, ...parts.map(readable)].filter(Boolean).join(' '));
      return Promise.resolve(taken);
    };
  const done = (what: string) => async (message?: Message, isPrivate?: boolean) => {
    await note(what)(message, isPrivate);
  };
  const incoming: Incoming = {
    id: '1',
    hasMessage: asked.kind === 'click',
    asked,
    caller: {
      guildId: 'guild',
      channelId: 'channel',
      messageId: 'clicked',
      attachmentLimit: 10,
      member: { id: 'vera', name: 'Vera', roleIds: [], permissions: 0n },
    },
    reply: note('reply'),
    update: note('update'),
    defer: note('defer'),
    deferUpdate: note('defer update'),
    openForm: note('form'),
    offer: note('choices'),
    edit: done('edit'),
    withdraw: done('withdraw'),
    followUp: done('follow up'),
    find: () => Promise.resolve({ channelId: 'channel', messageId: 'answer' }),
    ...fields,
  };
  return { incoming, shown };
}

/** The texts of a message or form; `private` for true. */
function readable(part: unknown): string {
  if (typeof part === 'boolean') return part ? 'private' : '';
  if (Array.isArray(part)) return part.map(({ label }: { label: string }) => label).join(', ');
  if (typeof part !== 'object' || part === null) return '';
  if ('form' in part) return String(part.form);
  // Sound: everything else that is shown is a message.
  const { body } = part as Message;
  const titles = (body.embeds ?? []).map(({ title }) => title);
  const buttons = (body.components ?? []).flatMap((row) =>
    'components' in row
      ? row.components.map((each) => `[${'label' in each ? each.label : ''}]`)
      : [],
  );
  return [body.content, ...titles, ...buttons].filter(Boolean).join(' ');
}
