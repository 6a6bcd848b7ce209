import { generateKeyPairSync, sign } from 'node:crypto';
import { Agent, request } from 'node:http';

/** Interactions POSTed to a bot, signed as Discord signs them, in place of the gateway. */
export interface Endpoint {
  /** 64 hex digits. */
  readonly publicKey: string;
  /** In turn, as by a balancer; none = the gateway is used. */
  addresses: readonly string[];
  post(payload: object): Promise<{ readonly status: number; readonly body: Buffer }>;
}

export function createEndpoint(): Endpoint {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const agent = new Agent({ keepAlive: true, noDelay: true });
  let turn = 0;
  const endpoint: Endpoint = {
    // The key itself is the last 32 bytes of its DER form.
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex'),
    addresses: [],
    post(payload) {
      const body = JSON.stringify(payload);
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const signature = sign(null, Buffer.from(timestamp + body), privateKey).toString('hex');
      const address = endpoint.addresses[turn++ % endpoint.addresses.length] ?? '';
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-signature-ed25519': signature,
        'x-signature-timestamp': timestamp,
      };
      return new Promise((resolve, reject) => {
        const sent = request(address, { method: 'POST', agent, headers }, (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts) }),
          );
          answer.on('error', reject);
        });
        sent.on('error', reject);
        sent.end(body);
      });
    },
  };
  return endpoint;
}
