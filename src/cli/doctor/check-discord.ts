import { z } from 'zod';
import { commands } from '../../../commands/index.js';
import type { Config } from '../../config/config.js';
import { mayReadContent } from '../../discord/application-check.js';
import { EarlierPostsHidden } from '../../guilds/application-binding.js';
import { readCommandPaths } from '../../discord/limits/command-ids.js';
import { toCommandJson } from '../../discord/registration/command-json.js';
import { codeOf } from '../../domain/errors/error-code.js';
import { toResult, type Result } from '../../domain/errors/result.js';
import { connectionShape, endpointFinding, gatewayFinding } from './check-connection.js';
import { failed, ok, skipped, warning, type Finding } from './finding.js';
import { SECOND_MS } from '../../domain/time/units.js';

const VERSION = '/v10';
const WITHIN_MS = 10 * SECOND_MS;
/** Discord counts an interaction's 3 s by its own clock. */
const MAX_SKEW_MS = 30 * SECOND_MS;

const application = z.object({
  id: z.string(),
  name: z.string().catch(''),
  flags: z.int().catch(0),
  ...connectionShape,
});

interface DiscordAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Of its `Date` header, in ms; null if there is none. */
  readonly at: number | null;
}

interface DiscordFindings {
  /** Null if Discord didn't say. */
  readonly applicationId: string | null;
  readonly findings: readonly Finding[];
}

type ConnectionConfig = Pick<Config, 'shards' | 'interactions' | 'previousApplicationIds'>;

/** Asks Discord what the bot asks at a start, and starts nothing. */
export async function checkDiscord(
  config: Config['discord'],
  { shards, interactions, previousApplicationIds }: ConnectionConfig,
): Promise<DiscordFindings> {
  const get = (path: string) => ask(config, path);
  const asked = Date.now();
  const me = await toResult(get('/applications/@me'));
  if (!me.ok) {
    const reason = `no answer from ${config.apiUrl} (${reasonOf(me.error)}); check DNS, proxy and firewall`;
    return { applicationId: null, findings: [failed('Discord', reason)] };
  }
  if (me.value.status === 401) {
    const refused = failed('Token', 'Discord refuses it; copy it again from the developer portal');
    return { applicationId: null, findings: [refused] };
  }
  const found = application.safeParse(me.value.body);
  if (me.value.status !== 200 || !found.success) {
    const strange = failed('Discord', `it answered ${me.value.status}; is DISCORD_API_URL right?`);
    return { applicationId: null, findings: [strange] };
  }
  const { id, name } = found.data;
  return {
    applicationId: id,
    findings: [
      ok('Token', `it belongs to the application ${name} (${id})`),
      clockFinding(me.value.at, asked),
      interactions === undefined
        ? gatewayFinding(bodyOf(await toResult(get('/gateway/bot'))), found.data, shards?.ids)
        : endpointFinding(found.data, interactions.publicKey),
      ...earlierPostsFindings(found.data, previousApplicationIds),
      commandsFinding(await toResult(get(commandsPath(id, config.guildId)))),
    ],
  };
}

/** None where the data isn't being moved. */
function earlierPostsFindings(
  { id, flags }: z.output<typeof application>,
  previousIds: readonly string[],
): readonly Finding[] {
  if (previousIds.every((each) => each === id)) return [];
  return [
    mayReadContent(flags)
      ? ok('Earlier application', 'what it posted can be read')
      : failed('Earlier application', new EarlierPostsHidden().message),
  ];
}

function clockFinding(at: number | null, asked: number): Finding {
  if (at === null) return skipped('Clock', 'Discord’s answer has no date');
  // The header has whole seconds.
  const ahead = Math.round((asked - at) / SECOND_MS);
  if (Math.abs(asked - at) <= MAX_SKEW_MS) return ok('Clock', 'it agrees with Discord’s');
  const words = `${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} Discord’s`;
  return failed('Clock', `this machine’s is ${words}; let NTP set it, or changes expire wrongly`);
}

/** Undefined if there was no answer. */
function bodyOf(answer: Result<DiscordAnswer>): unknown {
  return answer.ok ? answer.value.body : undefined;
}

function commandsFinding(answer: Result<DiscordAnswer>): Finding {
  const theirs = readCommandPaths(bodyOf(answer));
  if (theirs === null) return skipped('Commands', 'Discord gave no list of them');
  const own = readCommandPaths(commands.map(toCommandJson));
  if (own === null) throw new Error('the bot’s own commands can’t be read');
  const missing = own.filter((path) => !theirs.includes(path));
  if (missing.length === 0) return ok('Commands', `all ${own.length} are registered`);
  return warning(
    'Commands',
    `${missing.length} of ${own.length} aren’t registered yet (/${missing[0]}); the bot registers them when it starts`,
  );
}

function commandsPath(applicationId: string, guildId: string | undefined): string {
  const where = guildId === undefined ? '' : `/guilds/${guildId}`;
  return `/applications/${applicationId}${where}/commands`;
}

/** Throws what `fetch` throws. */
async function ask({ apiUrl, token }: Config['discord'], path: string): Promise<DiscordAnswer> {
  const response = await fetch(`${apiUrl}${VERSION}${path}`, {
    headers: { authorization: `Bot ${token}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  const date = Date.parse(response.headers.get('date') ?? '');
  const body: unknown = await response.json().catch(() => null);
  return { status: response.status, body, at: Number.isNaN(date) ? null : date };
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `none within ${WITHIN_MS / SECOND_MS} s`;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return codeOf(cause) ?? 'it could not be reached';
}
