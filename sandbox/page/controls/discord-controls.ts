import type { LoopbackDiscord } from '../../discord/loopback-discord.js';
import { oneOf, speed, toggle, type Control } from './controls.js';

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

/** What only the next one meets. */
function nextFault<Fault extends string>(
  values: readonly Fault[],
  read: () => readonly Fault[],
  write: (next: Fault[]) => void,
) {
  return oneOf(
    { none: 'Works', values },
    () => read()[0],
    (fault) => write(fault === null ? [] : [fault]),
  );
}

/** Every fault of the loopback Discord. */
export function discordControls(discord: LoopbackDiscord): Control[] {
  const { faults } = discord;
  const group = 'Discord';
  return [
    {
      id: 'discord.latency',
      group,
      label: 'Speed',
      ...speed(faults, { 0: 'Fast', 300: '0.3 s', 1500: 'Slow (1.5 s)' }),
    },
    {
      id: 'discord.next-callback',
      group,
      label: 'Next interaction answer',
      ...nextFault(
        callbackFaults,
        () => faults.nextCallbacks,
        (next) => void (faults.nextCallbacks = next),
      ),
    },
    {
      id: 'discord.next-request',
      group,
      label: 'Next post or edit',
      ...nextFault(
        requestFaults,
        () => faults.nextRequests,
        (next) => void (faults.nextRequests = next),
      ),
    },
    {
      id: 'discord.double',
      group,
      label: 'Deliver everything twice',
      ...toggle(
        () => faults.deliveries > 1,
        (on) => void (faults.deliveries = on ? 2 : 1),
      ),
    },
    {
      id: 'discord.late',
      group,
      label: 'Deliver everything 5 s late',
      hint: 'People see that it failed, and the bot hears of it afterwards',
      ...toggle(
        () => faults.deliveryDelayMs > 0,
        (on) => void (faults.deliveryDelayMs = on ? 5_000 : 0),
      ),
    },
    {
      id: 'discord.drop',
      group,
      label: 'Drop the gateway',
      kind: 'button',
      hint: 'The bot resumes by itself',
      write: () => discord.closeGateway(4000),
    },
    {
      id: 'discord.upgrades',
      group,
      label: 'New gateway connections',
      ...oneOf(
        { none: 'Work', values: upgradeFaults },
        () => faults.upgrades,
        (fault) => void (faults.upgrades = fault),
      ),
    },
  ];
}
