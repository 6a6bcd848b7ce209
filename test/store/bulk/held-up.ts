import { EventEmitter, once } from 'node:events';
import type { BulkStore } from '../../../src/store/adapter/bulk-store.js';

/** A store on which the write with this number, from 1 on, waits until it may go on. */
export function heldUpAt(store: BulkStore, at: number) {
  const events = new EventEmitter();
  const [reached, mayGoOn] = [once(events, 'reached'), once(events, 'go on')];
  let writes = 0;
  const held: BulkStore = {
    ...store,
    async write(...asked) {
      if (++writes === at) {
        events.emit('reached');
        await mayGoOn;
      }
      return store.write(...asked);
    },
  };
  return { store: held, reached, goOn: () => void events.emit('go on') };
}
