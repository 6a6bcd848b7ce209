import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Reply } from '../../../src/domain/messages/reply.js';
import { clampReply } from '../../../src/discord/limits/clamp-reply.js';
import { describe, expect, test } from 'vitest';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import { WriteConflict } from '../../../src/domain/errors/store-errors.js';
import {
  PoolBroken,
  PoolBusy,
  PoolForbidden,
  PoolKeyRefused,
  PoolNotFound,
  PoolRejected,
  PoolTimeout,
  PoolUnreachable,
  PoolUnreadable,
} from '../../../src/domain/errors/pool-errors.js';
import { UserError } from '../../../src/domain/errors/user-errors.js';
import { card, readNotes } from '../../../src/views/kit/card.js';
import { postableDetail } from '../../../src/views/kit/channel-permissions.js';
import { checkupReply, clockDetail } from '../../../src/views/setup/diagnostics.js';
import { outcomeLines } from '../../../src/views/changes/pool-answer/outcome-text.js';
import { explainFailure, failureSentence } from '../../../src/views/errors/failures.js';
import { filesReply } from '../../../src/views/files/file-reply.js';
import { commandHelpReply, helpReply, type HelpEntry } from '../../../src/views/setup/help.js';
import { pageButtons, pageLine } from '../../../src/views/kit/paging.js';
import { scopeLine } from '../../../src/views/kit/scope.js';
import { keySavedReply } from '../../../src/views/setup/connect-key.js';
import { settingsReply } from '../../../src/views/setup/settings-card.js';
import { unknownSiteWords } from '../../../src/views/pool/sites.js';
import { markdownIn } from '../support/markdown.js';
import { inWords, withoutCode } from '../support/rendered.js';
import { guildSettings } from '../../../src/domain/guild/guild-settings.js';

const READ_AT = Date.UTC(2026, 10, 20, 14, 30);
const failure = { operation: 'getSummary', outcome: 'unknown' } as const;

describe('failures', () => {
  const FAILURES = [
    new UserError({ title: 'Which one?', sentence: 'Choose one.' }),
    new PoolTimeout(failure),
    new PoolUnreachable(failure),
    new PoolKeyRefused({ ...failure, status: 401 }),
    new PoolForbidden({ ...failure, status: 403 }),
    new PoolNotFound({ ...failure, status: 404 }),
    new PoolBusy({ ...failure, status: 429 }),
    new PoolBusy({ ...failure, status: 429 }, 1500),
    new PoolBusy({ ...failure, status: 429 }, 3_600_000),
    new PoolBusy({ ...failure, status: 429 }, Infinity),
    new PoolRejected({ ...failure, status: 422 }),
    new PoolBroken({ ...failure, status: 503 }),
    new PoolBroken(failure),
    new PoolUnreadable(failure),
    new ChannelRefused({ channelId: '7', reason: 'gone' }),
    new ChannelRefused({ channelId: '7', reason: 'forbidden', missing: ['Attach Files'] }),
    new ChannelRefused({ channelId: '7', reason: 'forbidden' }),
    new WriteConflict('guild-settings'),
    new TypeError('x is undefined'),
  ];

  test('are told in words, without a name or a number that nobody gave', () => {
    expect(FAILURES.map(failureSentence)).toMatchInlineSnapshot(`
      [
        "Choose one.",
        "The pool did not answer in time. Try again in a minute. If it keeps happening, check the pool’s own status page.",
        "The pool could not be reached, or the connection broke. Try again in a minute.",
        "The pool no longer accepts the connected API key (401). An admin can connect another with \`/setup key\`.",
        "The connected API key has no access to this, or a name is misspelt (403). Check the names; an admin can check the key with \`/setup check\`.",
        "The pool has nothing with that name or id (404). Check the spelling.",
        "The pool is limiting requests (429). Try again in a minute.",
        "The pool is limiting requests (429). It asks you to wait 2 s.",
        "The pool is limiting requests (429). It asks for a wait of 1 h, but Pitboss waits a minute at most: try again then.",
        "The pool is limiting requests (429). It asks for a wait of more than a year, but Pitboss waits a minute at most: try again then.",
        "The pool did not accept the request (422). Check the options.",
        "The pool failed on its side (503). Try again in a minute.",
        "The pool failed on its side (no status). Try again in a minute.",
        "The pool’s answer could not be read, so nothing is shown. Try again in a minute.",
        "The channel <#7> no longer exists, or is hidden from the bot. Choose another.",
        "The bot can’t post in <#7>: it lacks Attach Files. Grant that in the channel’s settings, then try again.",
        "The bot can’t post in <#7>: Discord refused it. Grant View Channel, Send Messages, Embed Links and Attach Files in the channel’s settings, then try again.",
        "Somebody else was changing this at the same moment, so nothing was changed; please try again.",
        "Something went wrong inside the bot.",
      ]
    `);
  });

  test('what is nobody’s mistake and no bug is explained', () => {
    expect(inWords(explainFailure(new WriteConflict('x')) ?? {})).toContain('please try again');
  });

  test('a bug is never explained', () => {
    expect(explainFailure(new TypeError('secret'))).toBeNull();
    expect(failureSentence(new TypeError('secret'))).not.toContain('secret');
  });

  test('the pool’s own words are quoted harmlessly, and left out when empty', () => {
    const told = (said?: string) => {
      const reply = explainFailure(
        new PoolRejected({ ...failure, status: 400, ...(said === undefined ? {} : { said }) }),
      );
      return reply === null ? '' : inWords(reply);
    };
    const hostile = told('**no** @everyone\n# [a](https://evil.example)');
    expect(hostile).toContain('> The pool said: ');
    expect(markdownIn(hostile.replaceAll(/^(# |> )/gm, ''))).toEqual([]);
    expect(told('  ')).toBe(told());
    expect(told()).not.toContain('said');
  });

  test.each([
    [12, '-# 12 bytes of its answer arrived, which can’t be read as a whole one.'],
    [300_000, '-# Reading stopped after 300,000 bytes.'],
  ])('how much of a broken answer came: %i', (size, line) => {
    const cut = { why: 'pool', error: 'PoolUnreadable', status: 200, size } as const;
    expect(outcomeLines({ state: 'unknown', failure: cut })).toContain(line);
  });

  test.each([
    [new PoolTimeout(failure), 'No answer from the pool'],
    [new PoolUnreachable(failure), 'No answer from the pool'],
    [new PoolRejected({ ...failure, status: 400 }), 'Couldn’t read from the pool'],
    [new PoolBroken({ ...failure, status: 503 }), 'Couldn’t read from the pool'],
  ])('the title says that no answer came where none did: %s', (error, title) => {
    expect(explainFailure(error)?.embeds?.[0]?.title).toBe(title);
  });

  test('an error with a good status is told as one, with what the pool said', () => {
    const error = new PoolUnreadable({ ...failure, status: 200, said: 'address rejected' });
    expect(inWords(explainFailure(error) ?? {})).toMatchInlineSnapshot(`
      "# Couldn’t read from the pool
      The pool answered with an error instead of data.
      > The pool said: address rejected"
    `);
  });

  test('what this client found wrong is never put into the pool’s mouth', () => {
    const noList = new PoolUnreadable({ ...failure, fault: 'it gave no list' });
    const notSent = new PoolRejected({ ...failure, fault: '"**.**" is odd', outcome: 'not-sent' });
    const told = [noList, notSent].map((error) => inWords(explainFailure(error) ?? {}));
    expect(told).toMatchInlineSnapshot(`
      [
        "# Couldn’t read from the pool
      The pool’s answer can’t be trusted: it gave no list. Try again in a minute.",
        "# Couldn’t read from the pool
      Nothing was sent to the pool: "\\*\\*\\.\\*\\*" is odd.",
      ]
    `);
    expect(told.join()).not.toContain('The pool said');
  });
});

describe('cards', () => {
  test('leave out what is not there', () => {
    expect(card({ title: 'T' })).toEqual({ title: 'T', color: 0x56b4e9 });
    expect(card({ title: 'T', lines: [null], fields: [null] })).toEqual(card({ title: 'T' }));
  });

  test('carry when they were read', () => {
    expect(card({ title: 'T', readAt: READ_AT })).toMatchObject({
      timestamp: '2026-11-20T14:30:00.000Z',
      footer: { text: 'Read from the pool' },
    });
  });

  test('say what a read had to leave out', () => {
    const notes = { refusedSubaccounts: [], filledInAllSubaccounts: false };
    expect(readNotes(notes)).toBeNull();
    expect(readNotes({ refusedSubaccounts: ['a_b', '@here'], filledInAllSubaccounts: true }))
      .toMatchInlineSnapshot(`
      "⚠️ Not in these figures: a\\_b and \\@here. The pool refused access, or there is no such subaccount.
      -# The pool wanted names, so Pitboss asked for every subaccount it lists by name."
    `);
  });
});

describe('scope', () => {
  test.each([
    [{}, 'All subaccounts'],
    [{ subaccountNames: [] }, 'All subaccounts'],
    [{ subaccountNames: ['a_b'] }, String.raw`Subaccount: **a\_b**`],
    [{ subaccountNames: ['a', 'b'] }, 'Subaccounts: **a and b**'],
    [
      { subaccountNames: ['a,b'] },
      'Subaccount: **a,b**\n-# A name here has a comma. The pool may read it as one name or as two.',
    ],
    [{ subaccountNames: ['a'], siteName: 'S*' }, String.raw`Site: **S\***`],
  ])('%j', (scope, line) => {
    expect(scopeLine(scope)).toBe(line);
  });
});

describe('pages', () => {
  const customId = (page: number) => `p:${page}`;

  test.each([
    [1, false, 'All on this page', []],
    [1, true, 'Page 1, more follow', ['off', 'p:2']],
    [2, true, 'Page 2, more follow', ['p:1', 'p:3']],
    [1, 'unsaid', 'Page 1, more may follow', ['off', 'p:2']],
    [2, false, 'Page 2, the last', ['p:1', 'off']],
  ] as const)('page %i, more: %s', (...[number, more, line, ids]) => {
    expect(pageLine({ number, more, customId })).toBe(line);
    const buttons = pageButtons({ number, more, customId }).flatMap((row) => row.components);
    expect(buttons.map((each) => (each.disabled === true ? 'off' : each.custom_id))).toEqual(ids);
    expect(new Set(buttons.map((each) => each.custom_id)).size).toBe(buttons.length);
  });

  test('the file’s button stands alone where there is nothing to turn', () => {
    const [row] = pageButtons({ number: 1, more: false, customId, csvId: 'csv' });
    expect(row?.components.map((each) => each.custom_id)).toEqual(['csv']);
  });
});

describe('files', () => {
  test.each([
    [0, 'No rows for a file'],
    [1, '1 row,'],
    [12345, '12,345 rows,'],
  ])('%i rows', async (count, text) => {
    const { reply } = await taken(count);
    expect(inWords(reply)).toContain(text);
    expect(reply.files?.map(({ name }) => name)).toEqual(['rows.csv']);
  });

  test('what does not fit one file is compressed, and all of it is attached', async () => {
    const { reply, rows } = await taken(20_000, 200_000);
    expect(inWords(reply)).toMatch(/20,000 rows,[^]*parts[^]*Compressed \(gzip\)/);
    expect(rowsIn(reply)).toEqual(rows);
    expect(clampReply(reply).files).toEqual(reply.files);
  });

  test('what fits no files is said to be missing, by number', async () => {
    const { reply } = await taken(20_000, 5_000);
    const files = reply.files ?? [];
    const attached = rowsIn(reply);
    expect(attached.length).toBeLessThan(20_000);
    expect(inWords(reply)).toContain('INCOMPLETE');
    expect(inWords(reply)).toContain(
      `Missing from the file: the last ${grouped(20_000 - attached.length)} rows`,
    );
    expect(files.every(({ name }) => name.includes('INCOMPLETE'))).toBe(true);
  });

  function rowsIn({ files = [] }: Reply): string[] {
    return files.flatMap(({ data }) =>
      gunzipSync(data).toString().trimEnd().split('\r\n').slice(1),
    );
  }

  const grouped = (count: number) => count.toLocaleString('en-US');

  async function taken(count: number, attachmentLimit?: number) {
    const rows = Array.from({ length: count }, (_, index) =>
      createHash('sha256').update(String(index)).digest('hex').slice(0, 20),
    );
    const read = { readAt: READ_AT, refusedSubaccounts: [], filledInAllSubaccounts: false };
    const columns = [{ heading: 'row', value: (row: string) => row }];
    return { rows, reply: await filesReply('rows', columns, { rows, read, attachmentLimit }) };
  }
});

describe('setup', () => {
  const key = { lastFour: 'a_b`', connectedAt: READ_AT, connectedBy: '1' };

  test('shows of a key its last four characters, literally', () => {
    expect(
      withoutCode(
        inWords(
          keySavedReply(
            { info: key, wasConnected: false },
            { subaccounts: 3, sites: 1, areAll: true },
            { offersSuggested: false },
          ),
        ),
      ),
    ).not.toContain('a_b');
    expect(inWords(settingsReply(guildSettings.parse({}), key))).toContain('a\\_b\\`');
  });

  test('names of sites and subaccounts do no harm', () => {
    const settings = guildSettings.parse({
      subaccounts: ['*a*', '<@1>'],
      siteId: 's',
      siteName: '||x||',
    });
    const text = inWords(settingsReply(settings, null)).replaceAll(/^# |\*\*/gm, '');
    expect(markdownIn(withoutCode(text))).toEqual([]);
    expect(markdownIn(withoutCode(unknownSiteWords('`@here`', ['*S*', ':a:']).sentence))).toEqual(
      [],
    );
  });
});

describe('the doctor', () => {
  test('counts what failed and names each thing in words', () => {
    const reply = checkupReply(
      [
        { what: 'Key', state: 'ok', detail: 'fine' },
        { what: 'Clock', state: 'failed', detail: clockDetail(-2600) },
        { what: 'Summary', state: 'ok', detail: 'fine' },
        { what: 'Other clock', state: 'failed', detail: clockDetail(-2600) },
        { what: 'Channel', state: 'skipped', detail: postableDetail(null) },
        {
          what: 'Channel',
          state: 'failed',
          detail: postableDetail(['Attach Files', 'Embed Links']),
        },
      ],
      READ_AT,
    );
    expect(inWords(reply)).toMatchInlineSnapshot(`
      "# 3 failed, 2 ok, 1 not checked
      ❌ failed · **Clock** and **Other clock** · 3 s behind Discord’s
      ❌ failed · **Channel** · the bot lacks: Attach Files and Embed Links. Grant it in the channel’s settings
      ✅ ok · **Key** and **Summary** · fine
      ➖ not checked · **Channel** · Discord didn’t say what the bot may do there; try again in a minute
      -- Checked"
    `);
    expect([clockDetail(400), clockDetail(5000)]).toEqual([
      'within a second of Discord’s',
      '5 s ahead of Discord’s',
    ]);
  });
});

describe('help', () => {
  const entry = (path: string, access: HelpEntry['access']): HelpEntry => ({
    path,
    access,
    description: 'd'.repeat(90),
    options: [{ name: 'currency', description: 'what', required: true }],
    examples: ['currency:BTC', ''],
  });

  test('keeps every command however many there are, in fields that fit', () => {
    const alone = Array.from({ length: 30 }, (_, index) => entry(`c-${index}`, 'viewer'));
    const family = Array.from({ length: 40 }, (_, index) => entry(`of part-${index}`, 'viewer'));
    const entries = [...alone, ...family];
    const fields = helpReply(entries, 'ask').embeds?.[0]?.fields ?? [];
    expect(fields.every(({ value }) => value.length <= 1024)).toBe(true);
    const listed = fields.flatMap(({ value }) => [...value.matchAll(/`\/(.+?)`/g)]);
    expect(listed.map(([, path]) => path)).toEqual(entries.map(({ path }) => path));
  });

  test('of one command that changes nothing', () => {
    expect(inWords(commandHelpReply(entry('summary', 'viewer')))).not.toContain('Changes:');
  });

  test('of one command', () => {
    expect(
      inWords(
        commandHelpReply({
          ...entry('setup key', 'admin'),
          description: 'Connect',
          changes: 'the key',
        }),
      ),
    ).toMatchInlineSnapshot(`
        "# /setup key
        Connect

        Who: members with Manage Server
        Changes: the key
        Options: \`currency\` (required) what
        Examples:
          \`/setup key currency:BTC\`
          \`/setup key\`"
      `);
  });
});
