import type { Control } from './controls.js';

export interface BotSwitches {
  readonly restart: () => Promise<void>;
  readonly kill: () => void;
  readonly letDayPass: () => Promise<void>;
  readonly letHourPass: () => Promise<void>;
}

/** What the playground's user can do to the bot's process. */
export function botControls({ restart, kill, letDayPass, letHourPass }: BotSwitches): Control[] {
  return [
    {
      id: 'bot.hour',
      group: 'Bot',
      label: 'Let an hour pass',
      kind: 'button',
      hint: 'Minute by minute, each in a second, so that alerts are judged in each',
      write: () => letHourPass(),
    },
    {
      id: 'bot.day',
      group: 'Bot',
      label: 'Let a day pass',
      kind: 'button',
      hint: 'To the next morning, 08:06 UTC, for bot, Discord and pool',
      write: () => {
        void letDayPass();
      },
    },
    {
      id: 'bot.restart',
      group: 'Bot',
      label: 'Restart the bot',
      kind: 'button',
      hint: 'SIGTERM, then a new process on the same data',
      write: () => {
        // Not awaited, because the page hears of each step as a change of the bot's state.
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
