import type { DiscordFaults, LoopbackDiscord } from '../../discord/loopback-discord.js';
import { choicesOf, type Control } from './controls.js';

const anyFaults = ['429', '500', 'reset', 'hang', 'lost-answer'] as const;
const callbackFaults = [...anyFaults, 'gone', 'taken'] as const;
const requestFaults = [...anyFaults, '401', '403', '404'] as const;
const upgradeFaults = [
  503,
  520,
  'hang',
  'reset',
  'no-hello',
  'no-ready',
  'invalid-session',
] as const;

/** Everything the loopback Discord can be told to do wrong. */
export function discordControls(discord: LoopbackDiscord): Control[] {
  const { faults } = discord;
  return [
    latency(faults),
    {
      id: 'discord.next-callback',
      group: 'Discord',
      label: 'Next interaction answer',
      kind: 'choice',
      choices: choicesOf('Works', callbackFaults),
      read: () => faults.nextCallbacks[0] ?? '',
      write: (value) => {
        const fault = callbackFaults.find((known) => known === value);
        faults.nextCallbacks = fault ? [fault] : [];
      },
    },
    {
      id: 'discord.next-request',
      group: 'Discord',
      label: 'Next post or edit',
      kind: 'choice',
      choices: choicesOf('Works', requestFaults),
      read: () => faults.nextRequests[0] ?? '',
      write: (value) => {
        const fault = requestFaults.find((known) => known === value);
        faults.nextRequests = fault ? [fault] : [];
      },
    },
    {
      id: 'discord.double',
      group: 'Discord',
      label: 'Deliver everything twice',
      kind: 'toggle',
      read: () => faults.deliveries > 1,
      write: (value) => {
        faults.deliveries = value === true ? 2 : 1;
      },
    },
    {
      id: 'discord.late',
      group: 'Discord',
      label: 'Deliver everything 5 s late',
      kind: 'toggle',
      hint: 'People see that it failed, and the bot hears of it afterwards',
      read: () => faults.deliveryDelayMs > 0,
      write: (value) => {
        faults.deliveryDelayMs = value === true ? 5_000 : 0;
      },
    },
    {
      id: 'discord.drop',
      group: 'Discord',
      label: 'Drop the gateway',
      kind: 'button',
      hint: 'The bot resumes by itself',
      write: () => discord.closeGateway(4000),
    },
    {
      id: 'discord.upgrades',
      group: 'Discord',
      label: 'New gateway connections',
      kind: 'choice',
      choices: choicesOf('Work', upgradeFaults.map(String)),
      read: () => String(faults.upgrades ?? ''),
      write: (value) => {
        faults.upgrades = upgradeFaults.find((known) => String(known) === value) ?? null;
      },
    },
  ];
}

function latency(faults: DiscordFaults): Control {
  return {
    id: 'discord.latency',
    group: 'Discord',
    label: 'Speed',
    kind: 'choice',
    choices: [
      { value: '0', label: 'Fast' },
      { value: '300', label: '0.3 s' },
      { value: '1500', label: 'Slow (1.5 s)' },
    ],
    read: () => `${faults.latencyMs}`,
    write: (value) => {
      faults.latencyMs = Number(value);
    },
  };
}
