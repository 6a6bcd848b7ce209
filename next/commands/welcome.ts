import { welcomeReply } from '../src/cards/setup.js';
import type { Clock } from '../src/clock.js';
import { enqueue } from '../src/jobs/outbox.js';
import type { Store } from '../src/store/store.js';

const HOUR = 3_600_000;

/** Posts the welcome where the bot was just added. */
export async function welcome(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  guildId: string,
  channelId: string,
): Promise<void> {
  const now = clock.now();
  await store.inGuild(guildId, (tx) =>
    enqueue(tx, {
      key: `welcome:${guildId}`,
      guild: guildId,
      channel: channelId,
      body: { kind: 'post', reply: welcomeReply() },
      dueAt: now,
      endsAt: now + HOUR,
    }),
  );
}
