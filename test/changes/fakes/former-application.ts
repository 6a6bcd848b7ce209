import type { Changes } from '../../../src/changes/changes.js';
import type { ChangesHarness } from './changes-harness.js';

interface Applications {
  /** That application has the data from now on; the first is 0. Each can edit only what it posted. */
  moveTo(application: number): void;
  /** The buttons of such a message reach another application. */
  isFormer(messageId: string): boolean;
  /** Minutes have passed: Discord no longer knows which posts it has. */
  forgetNonces(): void;
}

export function createApplications({ chat }: ChangesHarness): Applications {
  let present = 0;
  const former = new Set<number>();
  const authors = new Map<string, number>();
  const isFormer = (id: string) => (authors.get(id) ?? 0) !== present;
  const [look, edit, newest] = [chat.look.bind(chat), chat.edit.bind(chat), chat.newest.bind(chat)];
  const post = chat.post.bind(chat);
  const marked = { isFormerBots: true as const };
  let nonces = 0;
  chat.look = async (channelId, id) => {
    const shown = await look(channelId, id);
    return shown !== null && isFormer(id) ? { ...shown, ...marked } : shown;
  };
  chat.newest = async (channelId) =>
    (await newest(channelId)).map((shown) => (former.size > 0 ? { ...shown, ...marked } : shown));
  chat.hasFormerBots = () => former.size > 0;
  chat.edit = async (channelId, id, reply) => {
    if (isFormer(id)) throw new Error('the message is somebody else’s');
    return edit(channelId, id, reply);
  };
  chat.post = async (channelId, reply, nonce) => {
    const own = nonce === undefined ? undefined : `${nonce}-${present}-${nonces}`;
    const posted = await post(channelId, reply, own);
    authors.set(posted.messageId, present);
    return posted;
  };
  return {
    moveTo(application) {
      if (application !== present) former.add(present);
      present = application;
    },
    isFormer,
    forgetNonces: () => void (nonces += 1),
  };
}

/** The result starts a process of the application that the data is moved to. */
export function moveApplication(world: ChangesHarness): () => Changes {
  const applications = createApplications(world);
  applications.moveTo(1);
  return () => {
    applications.forgetNonces();
    return world.start();
  };
}
