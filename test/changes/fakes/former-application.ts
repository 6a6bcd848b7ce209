import type { Changes } from '../../../src/changes/changes.js';
import type { ChangesHarness } from './changes-harness.js';

interface Applications {
  /** Another application has the data: it can edit nothing of what is posted by now. */
  move(): void;
  /** The first has it again: these are its own. */
  moveBack(own: readonly string[]): void;
  /** The buttons of such a message are no longer ours. */
  isFormer(messageId: string): boolean;
  /** Minutes have passed: Discord no longer knows which posts it has. */
  forgetNonces(): void;
}

export function createApplications({ chat }: ChangesHarness): Applications {
  const former = new Set<string>();
  const [look, edit, newest] = [chat.look.bind(chat), chat.edit.bind(chat), chat.newest.bind(chat)];
  const post = chat.post.bind(chat);
  const marked = { isFormerBots: true as const };
  let nonces = 0;
  chat.look = async (channelId, id) => {
    const shown = await look(channelId, id);
    return shown !== null && former.has(id) ? { ...shown, ...marked } : shown;
  };
  chat.newest = async (channelId) =>
    (await newest(channelId)).map((shown) => (former.size > 0 ? { ...shown, ...marked } : shown));
  chat.hasFormerBots = () => former.size > 0;
  chat.edit = async (channelId, id, reply) => {
    if (former.has(id)) throw new Error('the message is somebody else’s');
    return edit(channelId, id, reply);
  };
  chat.post = async (channelId, reply, nonce) =>
    post(channelId, reply, nonce === undefined ? undefined : `${nonce}-${nonces}`);
  return {
    move() {
      for (const id of chat.messages.keys()) former.add(id);
      nonces += 1;
    },
    moveBack(own) {
      for (const id of chat.messages.keys()) former.add(id);
      for (const id of own) former.delete(id);
      nonces += 1;
    },
    isFormer: (messageId) => former.has(messageId),
    forgetNonces: () => void (nonces += 1),
  };
}

/** The result starts a process of the application that the data is moved to. */
export function moveApplication(world: ChangesHarness): () => Changes {
  const applications = createApplications(world);
  applications.move();
  return () => {
    applications.forgetNonces();
    return world.start();
  };
}
