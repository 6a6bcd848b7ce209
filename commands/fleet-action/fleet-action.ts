import { z } from 'zod';
import {
  defineAction,
  defineCommand,
  type CommandGroup,
  type Context,
  type Autocomplete,
} from '../../src/command.js';
import { mayUse } from '../../src/domain/guild/access-levels.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { MAX_FOLLOWED } from '../../src/fleet/follow/follow.js';
import { hasEnded } from '../../src/fleet/follow/follow-record.js';
import { readSiteName } from '../../src/pool-api/lists/known-names.js';
import { actionMinerColumns } from '../../src/views/files/csv-columns/miners.js';
import { attachedRows } from '../../src/views/files/file-reply.js';
import {
  FAILED_MINERS,
  failedMinersOf,
  failedMinersReply,
} from '../../src/views/fleet/failed-miners.js';
import { fleetActionReply } from '../../src/views/fleet/fleet-action.js';
import { summarizeAction } from '../../src/views/fleet/fleet-action-figures.js';
import {
  FOLLOW_STOP,
  followedNoMoreWords,
  followReply,
  notYoursToStopWords,
  tooManyFollowedWords,
} from '../../src/views/fleet/follow.js';
import { followPrivately } from './follow-privately.js';
import { fleetActionText } from '../../src/views/fleet/fleet-action-text.js';
import { idChoices } from '../shared/id-choices.js';
import { MINUTE_MS } from '../../src/domain/time/units.js';

const idOption = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe('Choose a fleet action, or paste its id');

/** The API lists no actions, so only ids requested here can be suggested. */
const autocompleteActions: Autocomplete = async (typed, { recentIds, guildId }) =>
  idChoices(await recentIds.list(guildId, 'fleet-action'), typed);

/** Reads an action and its site's name, and notes its id, to be suggested from now on. */
async function readNoted(id: string, { pool, connectedAt, recentIds, guildId }: Context) {
  const read = await pool.getFleetAction(id);
  const noted = { id, words: fleetActionText(read.value), connectedAt };
  await recentIds.note(guildId, 'fleet-action', noted);
  return { read, siteName: await readSiteName(pool, read.value.site_id) };
}

const status = defineCommand({
  name: 'status',
  description: 'Progress and failures of one fleet action',
  access: 'viewer',
  audience: 'choose',
  options: z.object({ id: idOption }),
  autocomplete: { id: autocompleteActions },
  examples: ['id:a-2f1c9d1e-5b7a-4c58-9a3e-0d4b6a7c8e90'],
  async run({ id }, context) {
    const { read, siteName } = await readNoted(id, context);
    const { attachmentLimit } = context;
    const taken = { rows: read.value.miners_summary ?? [], attachmentLimit };
    const attached = await attachedRows(`action-${read.value.id || id}`, actionMinerColumns, taken);
    return fleetActionReply(read, { actionId: id, siteName, ...attached });
  },
});

const TIMES = { '15 minutes': 15, '1 hour': 60, '6 hours': 360, '24 hours': 1440 } as const;

const follow = defineCommand({
  name: 'follow',
  description: 'Follow a fleet action live in one message',
  access: 'viewer',
  audience: 'choose',
  writes: true,
  changes: 'one message, updated while the action runs; nothing at the pool',
  options: z.object({
    id: idOption,
    for: z
      .enum(['15 minutes', '1 hour', '6 hours', '24 hours'])
      .default('1 hour')
      .describe('How long to follow at most (default: 1 hour)'),
  }),
  autocomplete: { id: autocompleteActions },
  examples: ['id:a-2f1c9d1e-5b7a-4c58-9a3e-0d4b6a7c8e90 for:6 hours'],
  async run({ id: actionId, for: time }, context) {
    const { connectedAt, guildId, clock, member, follow: followed } = context;
    const { read, siteName } = await readNoted(actionId, context);
    const id = followed.newId();
    const request = {
      id,
      guildId,
      actionId,
      siteName,
      requesterId: member.userId,
      connectedAt,
      until: clock.now() + TIMES[time] * MINUTE_MS,
      figures: summarizeAction(read),
    };
    if (hasEnded(read.value)) return followReply(request, { kind: 'ended' });
    if (context.isPrivate) {
      const place = await followed.beginPrivately(guildId);
      if (place === null) throw new UserError(tooManyFollowedWords(MAX_FOLLOWED));
      return followPrivately(request, place, context);
    }
    if (!(await followed.begin(request))) throw new UserError(tooManyFollowedWords(MAX_FOLLOWED));
    return { ...followReply(request, null), onPosted: (where) => followed.posted(id, where) };
  },
});

const followStop = defineAction({
  kind: FOLLOW_STOP,
  access: 'viewer',
  answers: 'update',
  writes: true,
  args: z.tuple([z.string()]),
  async run({ args: [id] }, { follow: followed, guildId, member, settings }) {
    const found = await followed.find(guildId, id);
    if (found === undefined) throw new UserError(followedNoMoreWords);
    if (found.requesterId !== member.userId && !mayUse('manager', member, settings.roles))
      throw new UserError(notYoursToStopWords(found.requesterId));
    const isStopped = await followed.stop(found, member.userId);
    if (!isStopped) throw new UserError(followedNoMoreWords);
    return followReply(found, { kind: 'stopped', byUserId: member.userId });
  },
});

const failedMiners = defineAction({
  kind: FAILED_MINERS,
  access: 'viewer',
  answers: 'private',
  args: z.tuple([z.string()]),
  async run({ args: [id] }, { pool, attachmentLimit }) {
    const read = await pool.getFleetAction(id);
    const rows = failedMinersOf(read.value);
    const name = `action-${read.value.id || id}-failed`;
    return failedMinersReply(
      rows,
      await attachedRows(name, actionMinerColumns, { rows, attachmentLimit }),
    );
  },
});

export const action: CommandGroup = {
  name: 'action',
  description: 'Fleet actions: status and live progress',
  subcommands: [status, follow],
  actions: [followStop, failedMiners],
};
