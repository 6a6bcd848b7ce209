import type { Control } from './controls.js';

export interface BotSwitches {
  readonly restart: () => Promise<void>;
  readonly kill: () => void;
}

/** What the person at the machine can do to the bot's process. */
export function botControls({ restart, kill }: BotSwitches): Control[] {
  return [
    {
      id: 'bot.restart',
      group: 'Bot',
      label: 'Restart the bot',
      kind: 'button',
      hint: 'SIGTERM, then a new process on the same data',
      write: () => {
        // Not awaited: the page is told of each step as a change of the bot's state.
        void restart();
      },
    },
    {
      id: 'bot.kill',
      group: 'Bot',
      label: 'kill -9',
      kind: 'button',
      danger: true,
      hint: 'Stays dead until restarted',
      write: () => kill(),
    },
  ];
}
