import { GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';

const REPLAYED = 1_000;

/** What outlives a connection: a resumed one continues after the last event seen. */
export interface Session {
  readonly id: string;
  readonly shard: readonly [id: number, count: number];
  readonly intents: number;
  /** The connection in use; null between two. */
  connection(): WebSocket | null;
  attach(connection: WebSocket): void;
  detach(connection: WebSocket): void;
  dispatch(event: string, data: unknown): void;
  /** Repeats what came after `seq`. False if that is no longer known. */
  replay(seq: number): boolean;
}

interface Dispatched {
  readonly op: GatewayOpcodes.Dispatch;
  readonly s: number;
  readonly t: string;
  readonly d: unknown;
}

export function createSession(about: Pick<Session, 'id' | 'shard' | 'intents'>): Session {
  const sent: Dispatched[] = [];
  let seq = 0;
  let current: WebSocket | null = null;
  return {
    ...about,
    connection: () => current,
    attach(connection) {
      current = connection;
    },
    detach(connection) {
      if (current === connection) current = null;
    },
    dispatch(event, data) {
      seq += 1;
      const packet: Dispatched = { op: GatewayOpcodes.Dispatch, s: seq, t: event, d: data };
      sent.push(packet);
      if (sent.length > REPLAYED) sent.shift();
      current?.send(JSON.stringify(packet));
    },
    replay(after) {
      const oldest = sent[0]?.s ?? seq + 1;
      if (after > seq || after + 1 < oldest) return false;
      for (const packet of sent) if (packet.s > after) current?.send(JSON.stringify(packet));
      return true;
    },
  };
}
