import { parseEntry, type Entry } from '../../../src/domain/changes/entry.js';
import { GUILD, PEOPLE, type ChangesHarness } from './changes-harness.js';

/** What the tests of settings do to a world, and what they check. */

export const OTHER_CHANNEL = '200000000000000003';
export const KEY = 'a-very-secret-key-wxyz';
/** An admin who was asked whether to delete the key that the world begins with. */
export const BY_ADMIN = { member: PEOPLE.admin, connectedAt: 1 };

/** The world begins with settings that nobody was seen to set: the first setting records them. */
export const BEFORE = { actor: 'pitboss', details: { by: 'found' } };

export async function entriesOf(world: ChangesHarness): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const line of world.changes.exportTrail(GUILD)) found.push(parseEntry(line));
  return found;
}

/** Everything a channel was told, once nothing is in progress. */
export async function heardIn(world: ChangesHarness, channelId: string): Promise<string> {
  await world.changes.idle();
  return world.chat
    .inChannel(channelId)
    .map((id) => world.chat.text(id))
    .join('\n');
}

/** Fails the next `times` writes to the trail; later ones succeed. */
export function failEntries({ store }: ChangesHarness, times: number): void {
  const append = store.append.bind(store);
  let left = times;
  store.append = (stream, seq, entry) =>
    left-- > 0 ? Promise.reject(new Error('disk')) : append(stream, seq, entry);
}

export function setRoles({ changes }: ChangesHarness, others: 'self' | 'second') {
  const setter = { guildId: GUILD, member: PEOPLE.admin, by: 'roles' } as const;
  return changes.settings.set(setter, (now) => ({
    ...now,
    roles: { ...now.roles, manager: ['managers', 'more'] },
    approval: { ...now.approval, others },
  }));
}

/** While nothing requires two people, loosening a rule takes effect at once. */
export function askForNobody({ guilds }: ChangesHarness): void {
  guilds.set(GUILD, { approval: { payments: 'self', others: 'self' } });
}

export function setCurrency({ changes }: ChangesHarness, currency: 'BTC' | 'ZEC') {
  const setter = { guildId: GUILD, member: PEOPLE.admin, by: 'defaults' } as const;
  return changes.settings.set(setter, (now) => ({ ...now, currency }));
}

export function moveAudit({ changes }: ChangesHarness, auditChannelId: string | undefined) {
  const setter = { guildId: GUILD, member: PEOPLE.admin, by: 'defaults' } as const;
  return changes.settings.set(setter, (now) => ({ ...now, auditChannelId }));
}
