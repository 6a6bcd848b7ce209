import { h } from '../dom.js';
import { remember, remembered } from '../state/memory.js';

/** What counts as having the end in sight, in pixels. */
const near = 120;

/** Keeps the channel's end in sight until its reader scrolls up, and the place over a reload. */
export function createScrollAnchor(element: HTMLElement, list: HTMLElement) {
  const jump = h('button', {
    class: 'jump',
    text: 'You’re viewing older messages · Jump to present',
    attrs: { type: 'button', hidden: true },
    on: { click: () => showEnd() },
  });
  let atEnd = true;
  let lastTop = 0;
  let place = '';

  function setAtEnd(now: boolean): void {
    atEnd = now;
    jump.hidden = now;
    if (atEnd) element.scrollTop = element.scrollHeight;
  }

  function showEnd(): void {
    setAtEnd(true);
  }

  /** After every drawing; `here` names the channel and the person. */
  function update(here: string): void {
    if (here !== place) arrive(here);
    place = here;
    setAtEnd(atEnd);
  }

  function arrive(here: string): void {
    const { scrolled } = remembered();
    const top = place === '' && scrolled?.place === here ? scrolled.top : null;
    setAtEnd(top === null);
    if (top !== null) element.scrollTop = top;
  }

  element.addEventListener('scroll', () => {
    const { scrollTop, scrollHeight, clientHeight } = element;
    const isNear = scrollHeight - scrollTop - clientHeight < near;
    // Content that grows leaves the end behind as well; only a reader goes up.
    if (isNear !== atEnd && (isNear || scrollTop < lastTop)) {
      atEnd = isNear;
      jump.hidden = isNear;
    }
    lastTop = scrollTop;
  });
  window.addEventListener('pagehide', () => {
    remember({ scrolled: atEnd ? null : { place, top: element.scrollTop } });
  });
  // A picture that arrives late, or a keyboard that opens, must not hide the channel's end.
  const sizes = new ResizeObserver(() => setAtEnd(atEnd));
  sizes.observe(element);
  sizes.observe(list);
  return { jump, update, showEnd };
}
