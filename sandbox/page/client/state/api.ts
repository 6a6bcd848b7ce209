import type {
  ActionAnswer,
  ChoiceView,
  ClickRequest,
  CommandRequest,
  CompleteRequest,
  ControlValue,
  PageEvent,
  SayRequest,
  SelectRequest,
  StoryRequest,
  SubmitRequest,
} from '../../protocol.js';

/** Calls the page's own server. Rejects with a sentence that can be shown. */
async function post<Answer>(path: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
  // Both ends are compiled from the same protocol.ts.
  const answer: Answer & { error?: string } = await response.json();
  if (!response.ok)
    throw new Error(answer.error ?? `The page's server answered ${response.status}`);
  return answer;
}

export const api = {
  command: (request: CommandRequest) => post<ActionAnswer>('/api/command', request),
  click: (request: ClickRequest) => post<ActionAnswer>('/api/click', request),
  say: (request: SayRequest) => post<unknown>('/api/say', request),
  select: (request: SelectRequest) => post<ActionAnswer>('/api/select', request),
  submit: (request: SubmitRequest) => post<ActionAnswer>('/api/submit', request),
  complete: (request: CompleteRequest, signal: AbortSignal) =>
    post<ChoiceView[]>('/api/complete', request, signal),
  story: (request: StoryRequest) => post<unknown>('/api/story', request),
  control: (id: string, value: ControlValue) => post<unknown>('/api/control', { id, value }),
};

/** Follows the server while the page is open; after a break it begins with a snapshot. */
export function listen(onEvent: (event: PageEvent) => void, onLink: (up: boolean) => void): void {
  const source = new EventSource('/events');
  source.addEventListener('open', () => onLink(true));
  source.addEventListener('error', () => onLink(false));
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const event: PageEvent = JSON.parse(data);
    onEvent(event);
  });
}
