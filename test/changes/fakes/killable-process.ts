import type { WriteGate } from '../../../src/pool-api/http/write-gate.js';

/**
 * A process that is killed at one outside call, before or after the call took effect. From then on
 * none of its calls is ever answered, as after `kill -9`.
 */
export interface KillableProcess {
  /** True once it has been killed. */
  readonly isOver: boolean;
  /** Resolves when it is killed. */
  readonly death: Promise<void>;
  /** How many calls it has made. */
  readonly calls: number;
  port<Port extends object>(port: Port): Port;
}

export interface Kill {
  /** 1 = at its first call. */
  readonly atCall: number;
  readonly when: 'before' | 'after';
}

function isWriteGate(arg: unknown): arg is WriteGate {
  return (
    typeof arg === 'object' &&
    arg !== null &&
    'maySendOnceConnected' in arg &&
    'maySendFirstByte' in arg
  );
}

export function createKillableProcess({ atCall, when }: Kill): KillableProcess {
  let calls = 0;
  let isOver = false;
  let die: () => void = () => undefined;
  const death = new Promise<void>((resolve) => (die = resolve));
  const forever = new Promise<never>(() => undefined);
  const end = () => {
    isOver = true;
    die();
    return forever;
  };

  async function call(work: () => unknown): Promise<unknown> {
    if (isOver) return forever;
    const isLast = ++calls === atCall;
    if (isLast && when === 'before') return end();
    try {
      return await work();
    } finally {
      // Even if the call failed: a dead process doesn't learn of that either.
      if (isOver || isLast) await end();
    }
  }

  function port<Port extends object>(target: Port): Port {
    return new Proxy(target, {
      get(_, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          const apply = (): unknown => Reflect.apply(member, target, args.map(unlessOver));
          if (name === 'namespace' || name === 'notes' || name === 'fresh') {
            // A port in itself: only the calls on it count.
            const inner = apply();
            return typeof inner === 'object' && inner !== null ? port(inner) : inner;
          }
          // Of all ports' methods, only these of the store and the guilds return lines.
          if (['read', 'streamNames', 'iterator', 'knownGuilds'].includes(String(name))) {
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- known by its name
            return lines(apply() as AsyncIterable<unknown>);
          }
          // What the store knows of itself, without asking anybody.
          if (name === 'risks') return apply();
          // It has no effect and a read follows, so dying here is the same as dying there.
          if (name === 'revision') return isOver ? forever : apply();
          return call(apply);
        };
      },
    });
  }

  /** A call that asks something midway: it may have been killed by then. */
  function unlessOver(arg: unknown): unknown {
    if (!isWriteGate(arg)) return arg;
    return {
      maySendOnceConnected: () => arg.maySendOnceConnected(),
      maySendFirstByte: () => !isOver && arg.maySendFirstByte(),
    };
  }

  async function* lines(source: AsyncIterable<unknown>): AsyncIterable<unknown> {
    if (isOver) await forever;
    yield* source;
    if (isOver) await forever;
  }

  return {
    get isOver() {
      return isOver;
    },
    get calls() {
      return calls;
    },
    death,
    port,
  };
}
