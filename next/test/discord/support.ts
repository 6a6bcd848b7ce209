import type { Clock } from '../../src/clock.js';
import type { Incoming } from '../../src/discord/incoming.js';
import type { Message } from '../../src/discord/message.js';
import type { Form } from '../../src/discord/reply.js';
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
    every: (ms, work) => {
      let isStopped = false;
      const run = async (): Promise<void> => {
        await clock.sleep(ms);
        if (isStopped) return;
        await work();
        await run();
      };
      void run();
      return () => {
        isStopped = true;
      };
    },
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

/** The texts of a message, form or list of choices; `private` for true. */
function readable(part: unknown): string {
  if (typeof part === 'boolean') return part ? 'private' : '';
  if (Array.isArray(part)) return part.map(({ label }: { label: string }) => label).join(', ');
  if (typeof part !== 'object' || part === null) return '';
  if (isForm(part)) return part.form;
  return isMessage(part) ? readMessage(part) : '';
}

function readMessage({ body }: Message): string {
  const titles = (body.embeds ?? []).map(({ title }) => title);
  const labels = JSON.stringify(body.components).matchAll(/"label":"([^"]+)"/g);
  const buttons = [...labels].map(([, label]) => `[${label}]`);
  return [body.content, ...titles, ...buttons].filter(Boolean).join(' ');
}

function isForm(part: object): part is Form {
  return 'form' in part;
}

function isMessage(part: object): part is Message {
  return 'body' in part;
}
