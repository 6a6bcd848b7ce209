import { Gauge, type Registry } from 'prom-client';
import { SECOND_MS } from '../../domain/time/units.js';

interface CountedShard {
  readonly id: number;
  readonly status: string;
  readonly heartbeatAgeMs: number | null;
}

type Counts = ReadonlyMap<string, number>;

interface CountDescription {
  readonly name: string;
  readonly help: string;
  readonly label: string;
}

/** What is looked up at each scrape. */
export function scrapedGauges(registry: Registry) {
  const registers = [registry];

  function countedBy({ name, help, label }: CountDescription, counts: () => Counts): void {
    void new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset();
        for (const [of, count] of counts()) this.set({ [label]: of }, count);
      },
    });
  }

  return {
    /** Constant 1: its labels say what is running. */
    built: (labels: { readonly version: string; readonly node: string; readonly store: string }) =>
      new Gauge({
        name: 'pitboss_build_info',
        help: '1: the version of Pitboss and Node.js, and the form of the store',
        labelNames: ['version', 'node', 'store'] as const,
        registers,
      }).set({ ...labels }, 1),
    watchReady: (isReady: () => Promise<boolean>): void => {
      void new Gauge({
        name: 'pitboss_ready',
        help: '1 while /readyz answers 200',
        registers,
        async collect() {
          this.set((await isReady()) ? 1 : 0);
        },
      });
    },
    watchAlerts: (counts: () => Counts): void =>
      countedBy(
        {
          name: 'pitboss_alerts',
          help: 'Alerts by state, of the servers that this process watches',
          label: 'state',
        },
        counts,
      ),
    watchChanges: (counts: () => Counts): void =>
      countedBy(
        {
          name: 'pitboss_changes',
          help: 'Changes that are open, and those of unknown outcome that nobody has looked into',
          label: 'state',
        },
        counts,
      ),
    watchQueues: (lengths: () => Counts): void =>
      countedBy(
        { name: 'pitboss_queue_length', help: 'What waits for its turn, by queue', label: 'queue' },
        lengths,
      ),
    watchMissingServers: (count: () => number): void => {
      void new Gauge({
        name: 'pitboss_missing_servers',
        help: 'Servers with data here that the bot was not in at the last look',
        registers,
        collect() {
          this.set(count());
        },
      });
    },
    watchGateway: (shards: () => readonly CountedShard[]): void => watchGateway(registry, shards),
  };
}

function watchGateway(registry: Registry, shards: () => readonly CountedShard[]): void {
  const registers = [registry];
  void new Gauge({
    name: 'pitboss_gateway_shard_status',
    help: '1 for the status that a gateway shard is in',
    labelNames: ['shard', 'status'] as const,
    registers,
    collect() {
      this.reset();
      for (const { id, status } of shards()) this.set({ shard: id, status }, 1);
    },
  });
  void new Gauge({
    name: 'pitboss_gateway_heartbeat_age_seconds',
    help: 'Since the last heartbeat that Discord acknowledged',
    labelNames: ['shard'] as const,
    registers,
    collect() {
      this.reset();
      for (const { id, heartbeatAgeMs } of shards()) {
        if (heartbeatAgeMs !== null) this.set({ shard: id }, heartbeatAgeMs / SECOND_MS);
      }
    },
  });
}
