import type { MessageView } from '../protocol.js';
import type { Names } from './markdown/render.js';
import type { Store } from './state/store.js';

/** What drawing a message needs: the page's data, and the effects of clicks. */
export interface ViewContext {
  readonly store: Store;
  readonly names: Names;
  click(message: MessageView, customId: string): void;
  select(message: MessageView, customId: string, values: readonly string[]): void;
  /** Dismisses a message that only this person sees, or a failed command. */
  dismiss(id: string): void;
}

export function namesFrom(store: Store): Names {
  return {
    user: (id) => store.anyPerson(id)?.name,
    role: (id) => store.anyRole(id),
    channel: (id) => store.channelName(id),
  };
}
