import type { Incoming } from './incoming.js';
import { toMessage } from './message.js';
import type { Form, Reply } from './reply.js';
import type { Taken } from './responses.js';

/** How the answer to one interaction is shown. */
export interface Shown {
  /** Edits the message that was clicked. */
  readonly isUpdate: boolean;
  readonly isPrivate: boolean;
  /** Makes commands in texts tappable. */
  readonly mention: (text: string) => string;
  /** Discord took the first response. */
  readonly onFirst: () => void;
}

/** Answers one interaction by its first response or, once that was deferred, by an edit. */
export function createAnswering(incoming: Incoming, shown: Shown) {
  const { isUpdate, isPrivate, mention } = shown;
  let deferral: Promise<Taken> | null = null;

  async function first(sent: Promise<Taken>): Promise<Taken> {
    const taken = await sent;
    if (taken === 'taken') shown.onFirst();
    return taken;
  }

  /** Acknowledges; only the first call does anything. */
  function defer(): Promise<Taken> {
    deferral ??= first(isUpdate ? incoming.deferUpdate() : incoming.defer(isPrivate));
    return deferral;
  }

  /** False if Discord no longer takes an answer. */
  async function show(reply: Reply): Promise<boolean> {
    const message = toMessage(reply, mention);
    const send = () => (isUpdate ? incoming.update(message) : incoming.reply(message, isPrivate));
    const taken = await (deferral ?? first(send()));
    if (taken === 'gone') return false;
    // Whichever of our attempts Discord already has, an edit completes the answer.
    if (deferral !== null || taken === 'already') await incoming.edit(message);
    return true;
  }

  async function open(form: Form): Promise<boolean> {
    return (await first(incoming.openForm(form))) !== 'gone';
  }

  /** Privately, and without touching the message that was clicked. */
  async function fail(reply: Reply): Promise<void> {
    const message = toMessage(reply, mention);
    if (deferral === null) await first(incoming.reply(message, true));
    else if ((await deferral) === 'gone') return;
    else if (isPrivate && !isUpdate) await incoming.edit(message);
    else {
      // A public "thinking…" cannot become private, but it can go.
      if (!isUpdate) await incoming.withdraw();
      await incoming.followUp(message, true);
    }
  }

  return { defer, show, open, fail };
}

export type Answering = ReturnType<typeof createAnswering>;
