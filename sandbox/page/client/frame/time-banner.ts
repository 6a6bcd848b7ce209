import { h } from '../dom.js';
import { isTimePassing, now } from '../state/clock.js';

const lookMs = 250;

/** One line above the channel with its time while minutes pass in seconds. */
export function createTimeBanner() {
  const element = h('div', { class: 'band passing', attrs: { hidden: true } });
  let timer: ReturnType<typeof setInterval> | undefined;

  function draw(): void {
    element.hidden = !isTimePassing();
    element.textContent = `Time passes, a minute in a second: ${clockFormat.format(now())} UTC`;
    if (!element.hidden) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    element,
    update() {
      if (timer === undefined && isTimePassing()) timer = setInterval(draw, lookMs);
    },
  };
}

const clockFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});
