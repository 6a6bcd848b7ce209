import type { MessageView } from '../protocol.js';
import type { Names } from './markdown/render.js';
import type { Store } from './state/store.js';

/** What drawing a message needs: the page's knowledge, and what a click on it does. */
export interface ViewContext {
  readonly store: Store;
  readonly names: Names;
  click(message: MessageView, customId: string): void;
  select(message: MessageView, customId: string, values: readonly string[]): void;
  /** Puts away a message that only this person sees, or a command that failed. */
  dismiss(id: string): void;
}

export function namesFrom(store: Store): Names {
  return {
    user: (id) => store.anyPerson(id)?.name,
    role: (id) => store.anyRole(id),
    channel: (id) => store.channelName(id),
  };
}
