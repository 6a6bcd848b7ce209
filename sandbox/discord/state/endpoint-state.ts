import { generateKeyPairSync, sign } from 'node:crypto';
import { boundedList, type BoundedList } from './bounded.js';
import type { LoopbackEndpoint } from '../loopback-discord.js';

export interface EndpointState extends LoopbackEndpoint {
  readonly posts: BoundedList<LoopbackEndpoint['posts'][number]>['items'];
  readonly note: (post: LoopbackEndpoint['posts'][number]) => void;
  /** The address whose turn it is. */
  readonly next: () => string;
}

/** Only the loopback knows the private key. */
export function createEndpointState(now: () => number): EndpointState {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const posts = boundedList<LoopbackEndpoint['posts'][number]>(2000);
  const addresses: string[] = [];
  let turn = 0;
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
    addresses,
    posts: posts.items,
    note: (post) => posts.push(post),
    next() {
      const address = addresses[turn++ % addresses.length];
      if (address === undefined) throw new Error('No address to POST interactions to');
      return address;
    },
    sign(body, timestamp = String(Math.floor(now() / 1000))) {
      const signature = sign(
        null,
        Buffer.concat([Buffer.from(timestamp), Buffer.from(body)]),
        privateKey,
      );
      return {
        'x-signature-ed25519': signature.toString('hex'),
        'x-signature-timestamp': timestamp,
      };
    },
  };
}
