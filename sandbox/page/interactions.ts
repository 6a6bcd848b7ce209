import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Actor,
  LoopbackDiscord,
  LoopbackMessage,
  LoopbackPerson,
  Outcome,
} from '../discord/loopback-discord.js';
import type {
  ActionAnswer,
  ClickRequest,
  CommandRequest,
  InteractionView,
  SelectRequest,
  SubmitRequest,
} from './protocol.js';

/** Lets people act on the loopback Discord, and records for the page who did what. */
export interface Interactions {
  readonly views: ReadonlyMap<string, InteractionView>;
  command(request: CommandRequest): Promise<ActionAnswer>;
  click(request: ClickRequest): Promise<ActionAnswer>;
  select(request: SelectRequest): Promise<ActionAnswer>;
  submit(request: SubmitRequest): Promise<ActionAnswer>;
}

/** What the page asked for doesn't exist, or no longer does. */
export class UnknownTarget extends Error {}

interface Options {
  readonly discord: LoopbackDiscord;
  readonly person: (id: string) => LoopbackPerson | undefined;
  /** Milliseconds since 1970; a world may be ahead of this machine. */
  readonly now: () => number;
  readonly onChange: (interaction: InteractionView) => void;
}

type Started = Pick<
  InteractionView,
  'personId' | 'channelId' | 'kind' | 'command' | 'sourceMessageId' | 'customId'
>;

const kept = 500;
/** Discord gives up after 3 s; a little later this page stops waiting to hear of that. */
const patienceMs = 5_000;

export function createInteractions({ discord, person, now, onChange }: Options): Interactions {
  const views = new Map<string, InteractionView>();
  const opened = new Map<string, { outcome: Outcome; from: Started }>();

  function publish(view: InteractionView): InteractionView {
    views.set(view.id, view);
    const [oldest] = views.keys();
    if (views.size > kept && oldest !== undefined) {
      views.delete(oldest);
      opened.delete(oldest);
    }
    onChange(view);
    return view;
  }

  function actor(personId: string, channelId: string): Actor {
    const who = person(personId);
    if (!who) throw new UnknownTarget('This person does not exist');
    return discord.as(who, channelId);
  }

  function message(channelId: string, messageId: string): LoopbackMessage {
    const found = discord.messages(channelId).find(({ id }) => id === messageId);
    if (!found || found.deleted) throw new UnknownTarget('This message is gone');
    return found;
  }

  async function follow(from: Started, act: () => Promise<Outcome>): Promise<ActionAnswer> {
    const started: InteractionView = {
      ...from,
      id: randomUUID(),
      state: 'sending',
      at: now(),
      firstResponseMs: null,
    };
    publish(started);
    try {
      const outcome = await act();
      await firstResponse(outcome);
      const view = publish(answered(started, outcome));
      if (!outcome.modal) return { interaction: view, opened: null };
      opened.set(view.id, { outcome, from });
      return { interaction: view, opened: { interactionId: view.id, modal: outcome.modal } };
    } catch (error) {
      publish({ ...started, state: 'failed' });
      throw error;
    }
  }

  return {
    views,
    command: ({ personId, channelId, path, options }) =>
      follow(
        {
          personId,
          channelId,
          kind: 'command',
          command: path,
          sourceMessageId: null,
          customId: null,
        },
        () => actor(personId, channelId).command(path, options),
      ),
    click: ({ personId, channelId, messageId, customId }) =>
      follow(fromComponent({ personId, channelId, messageId, customId }), () =>
        actor(personId, channelId).click(message(channelId, messageId), customId),
      ),
    select: ({ values, ...request }) =>
      follow(fromComponent(request), () =>
        actor(request.personId, request.channelId).select(
          message(request.channelId, request.messageId),
          request.customId,
          values,
        ),
      ),
    submit({ interactionId, fields }) {
      const found = opened.get(interactionId);
      if (!found) throw new UnknownTarget('This form is closed');
      const { outcome, from } = found;
      return follow({ ...from, kind: 'modal' }, () =>
        actor(from.personId, from.channelId).submit(outcome, fields),
      );
    },
  };
}

function fromComponent({ personId, channelId, messageId, customId }: ClickRequest): Started {
  return {
    personId,
    channelId,
    kind: 'component',
    command: '',
    sourceMessageId: messageId,
    customId,
  };
}

/** The contract doesn't say whether an outcome comes before or after the first response. */
async function firstResponse(outcome: Outcome): Promise<void> {
  const until = Date.now() + patienceMs;
  while (!responded(outcome) && Date.now() < until) await sleep(20);
}

function responded(outcome: Outcome): boolean {
  return outcome.failed || outcome.firstResponseMs !== null;
}

function answered(started: InteractionView, outcome: Outcome): InteractionView {
  const { firstResponseMs } = outcome;
  if (outcome.modal) return { ...started, state: 'modal', firstResponseMs };
  const state = outcome.failed || firstResponseMs === null ? 'failed' : 'answered';
  return { ...started, state, firstResponseMs };
}
