import { h } from '../dom.js';
import { remember, remembered } from '../state/memory.js';

/** How close counts as having the end in sight, in pixels. */
const near = 120;

/**
 * Keeps the channel's end in sight until its reader scrolls up, and the position over a reload. If
 * the last message is longer than the window, its beginning is shown, which has its state.
 */
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
    if (!atEnd) return;
    const top = endTop();
    // A reader further down in a long last message stays there.
    if (element.scrollTop < top) scrollTo(top);
  }

  function scrollTo(top: number): void {
    element.scrollTop = top;
    lastTop = element.scrollTop;
  }

  /** The scroll position from which the end is in sight. */
  function endTop(): number {
    const lowest = element.scrollHeight - element.clientHeight;
    const last = list.lastElementChild;
    return last instanceof HTMLElement ? Math.min(lowest, topOf(last)) : lowest;
  }

  function topOf(message: HTMLElement): number {
    const { top } = element.getBoundingClientRect();
    return element.scrollTop + message.getBoundingClientRect().top - top;
  }

  /** Shows the top of a redrawn message if it is out of sight. */
  function showTop(message: HTMLElement): void {
    const top = topOf(message);
    if (top < element.scrollTop) scrollTo(top);
  }

  function showEnd(): void {
    setAtEnd(true);
    scrollTo(element.scrollHeight);
  }

  /** Call after every drawing; `here` names the channel and the person. */
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
    const { scrollTop } = element;
    const isNear = scrollTop > endTop() - near;
    // Growing content also moves the end away; only a reader scrolls up.
    if (isNear !== atEnd && (isNear || scrollTop < lastTop)) {
      atEnd = isNear;
      jump.hidden = isNear;
    }
    lastTop = scrollTop;
  });
  window.addEventListener('pagehide', () => {
    remember({ scrolled: atEnd ? null : { place, top: element.scrollTop } });
  });
  // A late picture or an opening keyboard must not hide the channel's end.
  const sizes = new ResizeObserver(() => setAtEnd(atEnd));
  sizes.observe(element);
  sizes.observe(list);
  return { jump, update, showEnd, showTop };
}
