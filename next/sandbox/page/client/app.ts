import type { APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import type {
  ActResult,
  ChooseRequest,
  ClickRequest,
  PageState,
  Place,
  RunRequest,
  SubmitRequest,
} from '../protocol.js';
import type { Draft } from './draft.js';

export interface OpenForm {
  readonly interactionId: string;
  readonly place: Place;
  readonly form: APIModalInteractionResponseCallbackData;
}

/** All that the page shows; whoever changes it calls `redraw`. */
interface App {
  state: PageState | null;
  personId: string;
  channelId: string;
  typed: string;
  draft: Draft | null;
  form: OpenForm | null;
  /** Private messages that were put away. */
  readonly dismissed: Set<string>;
  /** The newest message seen in each channel. */
  readonly seen: Map<string, string>;
  /** Custom ids, and `control`, whose answer is awaited. */
  readonly waiting: Set<string>;
  /** Why something came to nothing. */
  note: string;
  isPanelOpen: boolean;
  isOffline: boolean;
}

export const app: App = {
  state: null,
  personId: sessionStorage.getItem('person') ?? '',
  channelId: sessionStorage.getItem('channel') ?? '',
  typed: '',
  draft: null,
  form: null,
  dismissed: new Set(),
  seen: new Map(),
  waiting: new Set(),
  note: '',
  isPanelOpen: false,
  isOffline: false,
};

let draw = (): void => {};

export function drawWith(render: () => void): void {
  draw = render;
}

export function redraw(): void {
  draw();
}

export function place(): Place {
  return { personId: app.personId, channelId: app.channelId };
}

export function show(chosen: Partial<Place>): void {
  Object.assign(app, chosen);
  sessionStorage.setItem('person', app.personId);
  sessionStorage.setItem('channel', app.channelId);
  void refresh();
}

/** Rejects with a sentence that can be shown. */
export async function post<Answer>(path: string, body: object): Promise<Answer> {
  const response = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
  const answer: Answer & { error?: string } = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `The page's server said ${response.status}`);
  return answer;
}

type Request = RunRequest | ClickRequest | ChooseRequest | SubmitRequest;

/** Sends what a person does; opens the form that comes of it, or says why nothing came. */
export async function act(path: string, request: Request, waitsAs: string): Promise<void> {
  const { personId, channelId } = request;
  app.note = '';
  app.waiting.add(waitsAs);
  redraw();
  try {
    const { interactionId, form, isUnanswered } = await post<ActResult>(path, request);
    if (form) app.form = { interactionId, place: { personId, channelId }, form };
    if (isUnanswered) app.note = 'The application did not respond';
  } catch (error) {
    app.note = wordsOf(error);
  }
  app.waiting.delete(waitsAs);
  redraw();
}

export async function control(what: string, body: object): Promise<void> {
  app.waiting.add('control');
  redraw();
  await post(`/control/${what}`, body).catch((error: unknown) => {
    app.note = wordsOf(error);
  });
  app.waiting.delete('control');
  redraw();
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

let clockOffset = 0;

/** The playground's time. */
export function now(): number {
  return Date.now() + clockOffset;
}

let isReading = false;
let isStale = false;

/** Reads the state; once more afterwards if it changed meanwhile. */
export async function refresh(): Promise<void> {
  isStale = true;
  if (isReading) return;
  isReading = true;
  while (isStale) {
    isStale = false;
    try {
      const response = await fetch(`/state?as=${app.personId}`);
      app.state = await response.json();
    } catch {
      app.isOffline = true;
    }
    settle();
    redraw();
  }
  isReading = false;
}

/** After "Start over" people and channels are others. */
function settle(): void {
  const { state } = app;
  if (!state) return;
  clockOffset = state.now - Date.now();
  const isOther = (things: readonly { id: string }[], id: string) =>
    !things.some((thing) => thing.id === id);
  if (isOther(state.people, app.personId)) app.personId = state.people[0]?.id ?? '';
  if (isOther(state.channels, app.channelId)) {
    const main = state.channels.find(({ name }) => name === 'pool-ops') ?? state.channels[0];
    app.channelId = main?.id ?? '';
  }
}
