import type { Changes } from '../../../src/changes/changes.js';
import type { ChangesHarness } from './changes-harness.js';

/**
 * Moves the data to another application, which can edit nothing of what is posted now. The result
 * starts a process of it; by then Discord has forgotten the nonces of the process before.
 */
export function moveApplication(world: ChangesHarness): () => Changes {
  const { chat } = world;
  const former = new Set(chat.messages.keys());
  const [look, edit, newest] = [chat.look.bind(chat), chat.edit.bind(chat), chat.newest.bind(chat)];
  const post = chat.post.bind(chat);
  const marked = { isFormerBots: true as const };
  let started = 0;
  chat.look = async (channelId, id) => {
    const shown = await look(channelId, id);
    return shown !== null && former.has(id) ? { ...shown, ...marked } : shown;
  };
  chat.newest = async (channelId) =>
    (await newest(channelId)).map((shown) => ({ ...shown, ...marked }));
  chat.edit = async (channelId, id, reply) => {
    if (former.has(id)) throw new Error('the message is somebody else’s');
    return edit(channelId, id, reply);
  };
  chat.post = async (channelId, reply, nonce) =>
    post(channelId, reply, nonce === undefined ? undefined : `${nonce}-${started}`);
  return () => {
    started += 1;
    return world.start();
  };
}
