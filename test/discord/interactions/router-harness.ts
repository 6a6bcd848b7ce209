import { pino } from 'pino';
import type { Action, Caller, Command, CommandGroup, Context } from '../../../src/command.js';
import type { Reply } from '../../../src/domain/messages/reply.js';
import { createRegistry } from '../../../src/discord/interactions/registry.js';
import type { InteractionRecord } from '../../../src/discord/interactions/interaction-log.js';
import { createRouter } from '../../../src/discord/interactions/router.js';
import { UserError } from '../../../src/domain/errors/user-errors.js';
import { createFakeInteractionRest } from '../rest/fake-interaction-rest.js';
import { guildSettings } from '../../../src/domain/guild/guild-settings.js';

export interface HarnessParts {
  readonly commands?: readonly (Command | CommandGroup)[];
  readonly actions?: readonly Action[];
  readonly claims?: Set<string>;
  readonly claim?: (key: string) => Promise<boolean>;
  readonly contextFor?: (caller: Caller) => Promise<Context>;
  readonly onTurnedAway?: () => Promise<void>;
}

/** The key that the harness's contexts find in texts. */
export const SERVER_KEY = 'lpk_TheKeyOfThisServer';

/** A router with a Discord, a store and a log that a test can inspect. */
export function createHarness(parts: HarnessParts = {}) {
  const rest = createFakeInteractionRest();
  const records: InteractionRecord[] = [];
  const channelEdits: { channelId: string; messageId: string; reply: Reply }[] = [];
  const lines: string[] = [];
  const turnedAway: string[] = [];
  const claims = parts.claims ?? new Set<string>();
  const settings = guildSettings.parse({ roles: { manager: ['managers'] } });
  const router = createRouter({
    registry: createRegistry(parts.commands ?? [], parts.actions ?? []),
    rest,
    channels: {
      async edit(channelId, messageId, reply) {
        channelEdits.push({ channelId, messageId, reply });
      },
    },
    store: {
      claim:
        parts.claim ??
        (async (key) => {
          if (claims.has(key)) return false;
          claims.add(key);
          return true;
        }),
    },
    contextFor:
      parts.contextFor ??
      // The router reads a context's settings and passes on the rest.
      (async (caller): Promise<Context> =>
        Object({ ...caller, settings, holdsKey: (text: string) => text.includes(SERVER_KEY) })),
    async onTurnedAway({ member }, { tried, why }) {
      turnedAway.push(`${member.userId} ${why} ${tried}`);
      await parts.onTurnedAway?.();
    },
    explainFailure: (error) => (error instanceof UserError ? { content: error.message } : null),
    log: pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }),
    onError: (what) => void lines.push(what),
    metrics: { interaction: (record) => records.push(record) },
  });
  return { rest, router, records, channelEdits, lines, claims, turnedAway };
}

/** The answer that Discord holds, where there is one alone. */
export const onlyHeld = (harness: ReturnType<typeof createHarness>) =>
  [...harness.rest.held.values()][0];
