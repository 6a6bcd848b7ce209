import { h } from '../dom.js';
import type { Store } from '../state/store.js';

const linesShown = 6;

/** One line above the channel while the bot is away; for a dead bot, its last words unfold. */
export function createOfflineBanner() {
  const element = h('div', { class: 'band', attrs: { role: 'status', hidden: true } });
  let drawn = '';

  function update({ bot, world, tails }: Store): void {
    // A dead bot's last words may come after the news of its death.
    const key = JSON.stringify([bot, world.botName, bot.state === 'dead' ? tails.log.at(-1) : 0]);
    if (key === drawn) return;
    drawn = key;
    element.hidden = bot.state === 'online';
    element.className = `band ${bot.state}`;
    if (bot.state !== 'dead') {
      element.textContent = `${world.botName} is ${bot.state} …`;
      return;
    }
    const lines = tails.log.slice(-linesShown).map(({ text }) => text);
    const open = element.querySelector('details')?.open ?? false;
    element.replaceChildren(
      h('div', { text: `${world.botName} ${bot.reason}. Restart it in the control panel.` }),
      h(
        'details',
        { attrs: { open } },
        h('summary', { text: 'Its last log lines' }),
        h('pre', { class: 'band-log', text: lines.join('\n') }),
      ),
    );
  }

  return { element, update };
}
