import type { ConsoleLineView, LogLine, PoolRequestView, Tails } from '../../protocol.js';
import { h } from '../dom.js';

/** What happens behind the page: pool requests, the bot's log, what Discord would refuse. */
export function createTails() {
  const pool = tail('Pool requests', 'Nothing was asked yet.');
  const log = tail('Bot log', 'Nothing was logged yet.');
  const refusals = tail('Refused by Discord', 'Nothing was refused.');
  return {
    element: h('div', { class: 'tails' }, pool.element, log.element, refusals.element),
    update(tails: Tails) {
      pool.update(tails.pool, (each) => ('words' in each ? consoleRow(each) : poolRow(each)));
      log.update(tails.log, logRow);
      refusals.update(tails.refusals, (text) => h('div', { class: 'tail-row error', text }));
    },
  };
}

function tail(name: string, empty: string) {
  const count = h('span', { class: 'tail-count' });
  const rows = h('div', {
    class: 'tail-rows',
    attrs: { tabindex: 0, role: 'region', 'aria-label': name },
  });
  let drawn = '';
  return {
    element: h(
      'details',
      { class: 'group', attrs: { open: true } },
      h('summary', { text: name }, count),
      rows,
    ),
    update<Item>(items: readonly Item[], draw: (item: Item) => HTMLElement) {
      const key = JSON.stringify(items);
      if (key === drawn) return;
      drawn = key;
      const atEnd = rows.scrollHeight - rows.scrollTop - rows.clientHeight < 40;
      count.textContent = items.length > 0 ? ` ${items.length}` : '';
      rows.replaceChildren(
        ...(items.length > 0 ? items.map(draw) : [h('div', { class: 'tail-empty', text: empty })]),
      );
      if (atEnd) rows.scrollTop = rows.scrollHeight;
    },
  };
}

function poolRow({ at, method, path, status }: PoolRequestView): HTMLElement {
  const good = status !== null && status < 400;
  return h(
    'div',
    { class: 'tail-row', attrs: { title: new Date(at).toLocaleTimeString('en-GB') } },
    h('span', {
      class: good ? 'status good' : 'status bad',
      text: status === null ? '···' : `${status}`,
    }),
    h('span', { class: 'method', text: method }),
    h('span', { class: 'path', text: path }),
  );
}

function consoleRow({ at, words }: ConsoleLineView): HTMLElement {
  return h(
    'div',
    { class: 'tail-row warn', attrs: { title: new Date(at).toLocaleTimeString('en-GB') } },
    h('span', { class: 'path', text: `by somebody at the pool’s console: ${words}` }),
  );
}

function logRow({ at, level, text, whole }: LogLine): HTMLElement {
  return h(
    'div',
    { class: `tail-row ${level}`, attrs: { title: whole } },
    h('span', { class: 'tail-time', text: new Date(at).toLocaleTimeString('en-GB') }),
    h('span', { class: 'path', text }),
  );
}
