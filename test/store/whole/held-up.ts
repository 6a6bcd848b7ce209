import { EventEmitter, once } from 'node:events';
import type { WholeStore } from '../../../src/store/adapter/whole-store.js';

/** A store on which the write with this number, from 1 on, waits until it may go on. */
export function heldUpAt(store: WholeStore, at: number) {
  const events = new EventEmitter();
  const [reached, mayGoOn] = [once(events, 'reached'), once(events, 'go on')];
  let writes = 0;
  const held: WholeStore = {
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
