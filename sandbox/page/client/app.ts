import type { ActRequest, ActResult, ControlRequest, PageState, Place } from '../protocol.js';
import type { Draft } from './composer.js';

export interface OpenForm {
  /** What opened it. */
  readonly opener: ActRequest;
  readonly interactionId: string;
  readonly form: NonNullable<ActResult['form']>;
}

/** All that the page shows; who changes it calls `redraw`. */
interface App {
  state: PageState | null;
  personId: string;
  channelId: string;
  draft: Draft | null;
  form: OpenForm | null;
  /** An answer is awaited. */
  isBusy: boolean;
  /** Why something came to nothing. */
  note: string;
}

export const app: App = {
  state: null,
  personId: '',
  channelId: '',
  draft: null,
  form: null,
  isBusy: false,
  note: '',
};

/** The page listens for it. */
export function redraw(): void {
  dispatchEvent(new Event('redraw'));
}

export function place(): Place {
  return { personId: app.personId, channelId: app.channelId };
}

export function show(chosen: Partial<Place>): void {
  Object.assign(app, chosen);
  redraw();
  document.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  void refresh();
}

/** Rejects with a sentence that can be shown. */
export async function post<Answer>(path: string, body: object): Promise<Answer> {
  const response = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
  const answer: Answer & { error?: string } = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `The page's server said ${response.status}`);
  return answer;
}

/** Sends what a person does; opens the form that comes of it, or says why nothing came. */
export function act(request: ActRequest): Promise<void> {
  return wait(async () => {
    const { interactionId, form, isUnanswered } = await post<ActResult>('/act', request);
    if (form) app.form = { opener: request, interactionId, form };
    if (isUnanswered) app.note = 'The application did not respond';
  });
}

export function control(what: ControlRequest['what'], name = ''): Promise<void> {
  return wait(() => post('/control', { what, name }));
}

async function wait(work: () => Promise<void>): Promise<void> {
  app.note = '';
  app.isBusy = true;
  redraw();
  await work().catch((error: unknown) => {
    app.note = error instanceof Error ? error.message : String(error);
  });
  app.isBusy = false;
  await refresh();
}

let clockOffset = 0;

/** The playground's time. */
export function now(): number {
  return Date.now() + clockOffset;
}

export async function refresh(): Promise<void> {
  const response = await fetch(`/state?as=${app.personId}`);
  settle(await response.json());
  redraw();
}

/** After "Start over" people and channels are others. */
function settle(state: PageState): void {
  const { people, channels } = state;
  app.state = state;
  clockOffset = state.now - Date.now();
  if (!people.some(({ id }) => id === app.personId)) app.personId = people[0]?.id ?? '';
  if (!channels.some(({ id }) => id === app.channelId)) {
    app.channelId = channels.find(({ name }) => name === 'pool-ops')?.id ?? '';
  }
}
