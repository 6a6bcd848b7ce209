import { expect, test } from 'vitest';
import { changeColumns } from '../../../src/views/changes/record/change-columns.js';
import { attachedStream } from '../../../src/views/files/file-reply.js';
import {
  AUDIT_CHANNEL,
  createChangesHarness,
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
} from '../fakes/changes-harness.js';

/** An arrow between two names points the same way in every script, and only on cards. */

const [MAIN, EAST, WEST] = ['محطة', 'ألف', 'موقع باء'];
const isolated = (text: string) => `\u2068${text}\u2069`;

test('a move between sites with Arabic names reads from source to target', async () => {
  const world = createChangesHarness();
  world.workspace.siteOf.set(MAIN, EAST);
  const input = { name: MAIN, site: { id: 'site-b', name: WEST } };
  const asked = { kind: 'subaccount-move', input, member: PEOPLE.manager };
  const change = await world.ask(world.changes, asked);
  const card = await world.postCard(change);
  const from = isolated(`Site ${EAST}`);
  const preview = world.chat.text(card);
  expect(preview).toContain(`**${from}** → **${isolated(WEST)}**`);
  expect(preview).toContain(`${isolated(`\`${EAST}\``)} → \`site-b\``);

  await pressOn(world.changes).confirm(world.click(change, PEOPLE.second));
  await reconcileFor(world, 10_000);
  const finished = world.chat.text(card);
  expect(finished).toContain(`Site: ${from} → **${isolated(WEST)}**`);
  expect(finished).toContain(`**${isolated(MAIN)} → ${isolated(WEST)}**`);
  const posts = world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));
  const audit = posts.join('\n');
  expect(audit).toContain(`${isolated(MAIN)} → ${isolated(WEST)}**`);

  const entries: string[] = [];
  for await (const line of world.changes.exportTrail(GUILD)) entries.push(line);
  const batches = world.changes.exportChanges(GUILD);
  const options = { batches, attachmentLimit: undefined };
  const { files } = await attachedStream('changes', changeColumns, options);
  const kept = [
    ...entries,
    new TextDecoder().decode(files[0]?.data),
    JSON.stringify(world.workspace.sent),
    JSON.stringify(world.chat.messages.get(card)?.reply.components),
  ].join('\n');
  expect(kept).toContain(WEST);
  expect(kept).not.toMatch(/[\u2068\u2069]/);
});
