import { randomBytes } from 'node:crypto';
import {
  NO_ENTRY,
  chainEntry,
  entryText,
  hashIn,
  type EntryDraft,
  type EntryPosition,
} from '../../src/domain/changes/entry.js';
import { trailOf } from '../../src/changes/trail/stored-trail.js';
import type { Store } from '../../src/store/store.js';
import { channelId, guildId } from '../loopback/protocol.js';
import { inLanes } from './contender.js';
import { DAY_MS } from '../../src/domain/time/units.js';

const WEEK_MS = 7 * DAY_MS;
const ADAM = { id: '1', name: 'Adam' };

/** Gives each guild a trail of so many changes requested, confirmed, sent and reported. */
export async function seedTrails(
  store: Store,
  { guilds, changes }: { readonly guilds: number; readonly changes: number },
): Promise<void> {
  // No entry names its guild, so all can have the same.
  const place = { lastSeq: 0, lastHash: NO_ENTRY };
  const texts = entriesOf(changes, { channel: channelId(0), place, now: Date.now() });
  for (let index = 0; index < guilds; index++)
    await store.append('trails', (await store.lastSeq('trails')) + 1, guildId(index));
  await inLanes(guilds, async (index) => {
    for (const [entry, text] of texts.entries())
      await store.append(trailOf(guildId(index)), entry + 1, text);
  });
}

/** Appends to a guild's existing trail what happened a week before `now`. */
export async function appendChanges(
  store: Pick<Store, 'append' | 'lastSeq' | 'entryAt'>,
  guild: string,
  {
    changes,
    channel,
    now = Date.now(),
  }: { readonly changes: number; readonly channel: string; readonly now?: number },
): Promise<void> {
  const stream = trailOf(guild);
  const lastSeq = await store.lastSeq(stream);
  const last = await store.entryAt(stream, lastSeq);
  const lastHash = (last === null ? null : hashIn(last)) ?? NO_ENTRY;
  const texts = entriesOf(changes, { channel, place: { lastSeq, lastHash }, now });
  for (const [index, text] of texts.entries())
    if (!(await store.append(stream, lastSeq + index + 1, text))) throw new Error('not appended');
}

interface Where {
  readonly channel: string;
  readonly place: EntryPosition;
  readonly now: number;
}

/** A week old, and never seen to take effect. */
function entriesOf(changes: number, { channel, place, now }: Where): string[] {
  const texts: string[] = [];
  let after = place;
  let at = now - WEEK_MS;
  for (let index = 0; index < changes; index++)
    for (const draft of draftsOf(index, { at, channel })) {
      const entry = chainEntry(draft, at++, after);
      after = { lastSeq: entry.seq, lastHash: entry.hash };
      texts.push(entryText(entry));
    }
  return texts;
}

function draftsOf(
  index: number,
  { at, channel }: { readonly at: number; readonly channel: string },
): EntryDraft[] {
  const change = randomBytes(16).toString('base64url');
  const name = `hall-${index % 12}`;
  const request = {
    method: 'PATCH',
    path: `/api/v2/pool/subaccounts/${name}`,
    body: { site_id: '2f1c9d1e-5b7a-4c58-9a3e-0d4b6a7c8e90' },
  } as const;
  const requestHash = 'f'.repeat(64);
  const site = { id: request.body.site_id, name: 'North Ridge' };
  const proposal = {
    id: change,
    kind: 'subaccount-move',
    input: { name, site },
    request,
    requestHash,
    present: { name, site: null, target: site.name },
    touches: `subaccount:${name}`,
    rule: 'others',
    requester: ADAM,
    channelId: channel,
    askedAt: at,
    expiresAt: at + 900_000,
    keySince: at - WEEK_MS,
  } as const;
  const answer = { id: index, status: 'done', name };
  return [
    { step: 'asked', change, details: { proposal }, actor: ADAM },
    { step: 'confirmed', change, details: {}, actor: ADAM },
    { step: 'sent', change, details: { request, requestHash }, actor: 'pitboss' },
    { step: 'reported', change, details: { answer }, actor: 'pitboss' },
  ];
}
