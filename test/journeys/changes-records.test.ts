import { beforeEach, describe, expect, test } from 'vitest';
import {
  answer,
  ask,
  COLD,
  confirm,
  current,
  expectCard,
  expectSent,
  forge,
  HYDRO,
  now,
  requestOf,
} from '../support/changes.js';
import { eventually, newServer, shown, type Server } from '../support/world.js';

let server: Server;

beforeEach(async () => {
  server = await newServer();
});

const COLD_IN_FOURS = 'bc1q ar0s rrr7 xfkv y5l6 43ly dnw9 re59 gtzz wf5m dq';

async function auditChannel() {
  const audit = server.guild.addChannel('audit');
  await server.admin.run('setup defaults', { audit: audit.id });
  await server.clock.advance(4_000);
  return () => audit.messages().flatMap((message) => shown(server, message).split('\n'));
}

describe('freezing', () => {
  test.each(['move', 'payments'] as const)('stops confirmations: %s', async (kind) => {
    const { manager, approver, admin } = server;
    const request = requestOf(server, kind);
    const card = await ask(server, kind);
    const frozen = await manager.run('changes freeze', { reason: 'an account may be stolen' });
    expect(shown(server, frozen.message)).toBe(
      '▌amber 🧊 Changes are frozen\n' +
        'Nobody can confirm a change until an admin runs /changes unfreeze. What was sent stays sent.\n' +
        'Reason: an account may be stolen',
    );
    await eventually(server, () => expect(now(server, card)).toContain('🧊'));
    await expectCard(server, card, `${kind}-frozen`);
    forge(
      current(server, card.id),
      'Details',
      `change-${kind === 'move' ? 'confirm' : 'type'}:1:AT`,
    );
    const refused = await approver.click(card, 'Details');
    expect(shown(server, refused.message)).toBe(
      '▌amber Changes are frozen\nAn admin can lift it with /changes unfreeze.',
    );

    const notAdmin = await manager.run('changes unfreeze', { reason: 'the phone was found' });
    expect(shown(server, notAdmin.message)).toMatch(/^▌amber Admins only\n/);
    const lifted = await admin.run('changes unfreeze', { reason: 'the phone was found' });
    expect(shown(server, lifted.message)).toBe(
      '▌green Changes can be confirmed again\nReason: the phone was found',
    );
    await eventually(server, () => expect(now(server, card)).toContain('⏳ **Waiting**'));
    await confirm(current(server, card.id), approver);
    expectSent(server, request);
  });

  test('stops a form that was open already', async () => {
    const card = await ask(server, 'payments');
    const opened = await server.approver.click(card, 'Confirm…');
    await server.manager.run('changes freeze', { reason: 'an account may be stolen' });
    const { message } = await server.approver.submit(opened, { address1: COLD.slice(-6) });
    expect(shown(server, message)).toMatch(/^▌amber Changes are frozen\n/);
    expectSent(server);
  });
});

const CANNOT = '🚫 **Can’t be confirmed** · the API key changed';

describe('another API key', () => {
  test('ends what was asked under the one before', async () => {
    const card = await ask(server, 'move');
    const other = server.pool.addWorkspace({ size: 'small', now: () => server.clock.now() });
    const form = await server.admin.run('setup key');
    await server.admin.submit(form, { key: other.key });
    const { message } = await confirm(card, server.approver);
    expect(shown(server, message)).toMatch(/^▌amber The API key changed\n/);
    await eventually(server, () => expect(now(server, card)).toContain(CANNOT));
    expect(other.writes).toEqual([]);
    expectSent(server);
  });

  test('or none leaves nothing that could be confirmed', async () => {
    const card = await ask(server, 'payments');
    const asked = answer(await server.admin.run('setup disconnect'));
    await server.admin.click(asked, 'Delete');
    const refused = await server.admin.click(card, 'Confirm…');
    expect(shown(server, refused.message)).toMatch(
      /^▌amber (No pool workspace connected|The API key changed)\n/,
    );
    await eventually(server, () => expect(now(server, card)).toContain(CANNOT));
    expectSent(server);
  });
});

describe('a weaker rule', () => {
  test('takes a second admin, and what was asked before keeps its rule', async () => {
    const { admin, manager, guild } = server;
    const request = requestOf(server, 'payments');
    const lines = await auditChannel();
    const before = await ask(server, 'payments');
    const saved = await admin.run('setup roles', { payments: 'self' });
    expect(shown(server, saved.message)).toMatch(
      /^▌amber Waiting for a second admin\nPayment changes: two people → \*\*one person\*\*\n.*\n\[Withdraw\]$/,
    );
    const asked = await eventually(server, () => {
      const found = guild.channels
        .flatMap((channel) => channel.messages())
        .find(({ content }) => content.startsWith('🔓'));
      if (found === undefined) throw new Error('The audit channel was not told');
      return found;
    });
    expect(shown(server, asked)).toBe(
      '🔓 @Adam asked for a weaker rule: payment changes two people → **one person**\n[+Confirm] [Withdraw]',
    );
    const own = await admin.click(asked, 'Confirm');
    expect(shown(server, own.message)).toBe(
      '▌amber Second person needed\nAnother admin has to confirm this.',
    );
    const notAdmin = await manager.click(asked, 'Confirm');
    expect(shown(server, notAdmin.message)).toMatch(/^▌amber Admins only\n/);

    const ines = guild.addPerson('Ines', { admin: true });
    await ines.click(asked, 'Confirm');
    await eventually(server, () =>
      expect(lines().at(-1)).toBe(
        '🔓 @Ines confirmed @Adam’s weaker rule: payment changes two people → **one person**',
      ),
    );
    const still = await manager.click(before, 'Confirm…');
    expect(shown(server, still.message)).toMatch(/^▌amber Second person needed\n/);
    await manager.click(before, 'Cancel');
    await confirm(await ask(server, 'payments'), manager);
    expectSent(server, request);
  });
});

describe('the record', () => {
  test('tells the audit channel every step, in order, with new addresses in full', async () => {
    const { viewer, approver, manager, clock } = server;
    const request = requestOf(server, 'payments');
    const lines = await auditChannel();
    const card = await ask(server, 'payments');
    await clock.advance(4_000);
    await viewer.click(card, 'Confirm…');
    await manager.click(card, 'Confirm…');
    await clock.advance(4_000);
    await confirm(card, approver);
    await eventually(server, () => expect(lines().at(-1)).toContain('done'));
    const link = ` · [card](https://discord.com/channels/${server.guild.id}/${card.channel_id}/${card.id})`;
    expect(lines()).toEqual([
      '⚙️ @Adam set the audit channel: none → #audit',
      expect.stringMatching(/^\*\*#1\*\* @Marek requested: BTC payouts of cedar-ridge-hydro/),
      `🆕 \`${COLD_IN_FOURS}\``,
      `⛔ **#1** @Vera couldn’t confirm: managers and approvers only${link}`,
      `⛔ **#1** @Marek couldn’t confirm: second person needed${link}`,
      `**#1** @Sofia confirmed, Pitboss sent it, the pool answered COMPLETED${link}`,
      `🆕 \`${COLD_IN_FOURS}\``,
      `✅ **#1** done: the pool lists it as ACTIVE${link}`,
    ]);
    expectSent(server, request);
  });

  test('is turned page by page', async () => {
    const { manager, viewer, discord } = server;
    for (let asked = 0; asked < 8; asked++)
      await manager.click(await ask(server, 'move'), 'Cancel');
    const list = answer(await viewer.run('changes list'));
    for (const [button, page] of [
      ['Next', 'page 2 of 2'],
      ['Previous', 'page 1 of 2'],
    ] as const) {
      const turned = await viewer.click(current(server, list.id), button);
      expect(shown(server, turned.message)).toContain(page);
    }
    expect(discord.refusals).toEqual([]);
  });

  test('is listed, shown and stepped through', async () => {
    const { viewer, approver, manager } = server;
    const request = requestOf(server, 'payments');
    const empty = await viewer.run('changes list');
    expect(shown(server, empty.message)).toContain(
      'No changes yet. /subaccount move requests one.',
    );
    const moved = await ask(server, 'move');
    const paid = await ask(server, 'payments');
    await confirm(paid, approver);
    await eventually(server, () => expect(now(server, paid)).toContain('✅'));

    const list = answer(await viewer.run('changes list'));
    const text = shown(server, list, { hideTimes: true }).replaceAll(/\(https:[^)]*\)/g, '(card)');
    await expect(text).toMatchFileSnapshot('goldens/change-list.txt');
    expect(JSON.stringify(list.embeds)).toContain(
      `https://discord.com/channels/${server.guild.id}/${moved.channel_id}/${moved.id}`,
    );
    const open = await viewer.click(list, 'Open');
    expect(shown(server, open.message)).not.toContain('#2');
    const mine = await viewer.click(current(server, list.id), 'Mine');
    expect(shown(server, mine.message)).toContain('No changes match.');

    const chosen = await viewer.choose(answer(await viewer.run('changes list')), [
      '#1 Move cedar-ridge-hydro',
    ]);
    expect(chosen.message?.privateTo).toBe(viewer.id);
    const copy = await manager.run('changes show', { id: '#1' });
    expect(shown(server, copy.message)).toBe(
      now(server, moved).replace(/\[Details\]$/, '[Details] [Open the card ↗]'),
    );
    const offered = await viewer.complete('changes show', 'id', 'pay');
    expect(offered).toEqual([{ name: '#2 BTC payouts of cedar-ridge-hydro', value: '2' }]);

    const details = answer(await viewer.click(current(server, paid.id), 'Details'));
    expect(details.privateTo).toBe(viewer.id);
    await expectCard(server, details, 'details');
    const file = JSON.parse(String(details.contents['change-2.json']));
    expect(file).toMatchObject({
      number: 2,
      state: 'reported',
      request: { method: 'POST', body: request.body },
      requestHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      outcome: { status: 200, body: { action_name: 'CREATE_PAYMENT_SETTINGS' } },
    });
    expect(JSON.stringify(file)).not.toContain(server.workspace.key);
    expectSent(server, request);
  });

  test('is exported as a trail that proves itself, and as a table', async () => {
    const { manager, viewer, approver } = server;
    const request = requestOf(server, 'move');
    const card = await ask(server, 'move');
    await confirm(card, viewer);
    await confirm(card, approver);
    await eventually(server, () => expect(now(server, card)).toContain('✅'));
    const refused = await viewer.run('changes export');
    expect(shown(server, refused.message)).toMatch(/^▌amber Managers only\n/);

    const trail = answer(await manager.run('changes export'));
    const entries = String(trail.contents['audit-trail.jsonl'])
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(shown(server, trail)).toBe(
      `▌green Audit trail · ${entries.length} entries\n` +
        'Intact: no entry is missing or changed.\nfile: audit-trail.jsonl',
    );
    const steps = entries.filter(({ change }) => change === 1);
    expect(steps.map(({ step, actor }) => [step, actor])).toEqual([
      ['requested', manager.id],
      ['refused', viewer.id],
      ['confirmed', approver.id],
      ['reported', 'pitboss'],
      ['observed', 'pitboss'],
    ]);
    for (const [index, { seq }] of entries.entries()) expect(seq).toBe(index + 1);

    const table = answer(await manager.run('changes export', { format: 'csv' }));
    expect(shown(server, table)).toMatch(/^▌blue changes\.csv\n\*\*1 row\*\*/);
    const csv = String(table.contents['changes.csv']);
    expect(csv.trim().split('\r\n')).toHaveLength(2);
    for (const cell of ['Move cedar-ridge-hydro', manager.id, approver.id, 'COMPLETED', '200'])
      expect(csv).toContain(`,${cell},`);
    expectSent(server, request);
  });
});

describe('buttons that Pitboss never showed', () => {
  test.each([
    ['another kind', 'change-confirm:1:AT', /^▌amber (Managers|Not the last six characters|Check)/],
    [
      'the number of another card',
      'change-confirm:1:zz',
      /^▌amber Too late\nThis card shows another #1/,
    ],
    ['a change that is not there', 'change-confirm:999:AT', /^▌amber No such change\n/],
    ['no number', 'change-confirm:all:AT', /./],
    ['nothing', 'change-confirm', /./],
    ['an unknown word', 'change-approve:1', /^▌amber Too late\nRun the command again\.$/],
  ])('do nothing: %s', async (_, customId, expected) => {
    const card = await ask(server, 'payments');
    forge(current(server, card.id), 'Cancel', customId);
    const { message, first } = await server.approver.click(card, 'Cancel');
    expect(first).not.toBe('none');
    expect(message?.privateTo).toBe(server.approver.id);
    expect(shown(server, message)).toMatch(expected);
    expect(now(server, card)).toContain('⏳ **Waiting**');
    expectSent(server);
  });

  test('of another server reach the change of that number here, or none', async () => {
    const [here, there] = [server, await newServer()];
    const theirs = await ask(there, 'move');
    const list = answer(await here.admin.run('changes freeze', { reason: 'a drill' }));
    await here.admin.run('changes unfreeze', { reason: 'the drill is over' });
    Object.assign(current(here, list.id), { components: theirs.components });
    for (const button of ['Confirm', 'Cancel', 'Details']) {
      const { message } = await here.admin.click(list, button);
      expect(shown(here, message)).toMatch(/^▌amber No such change\n/);
    }
    expect(now(there, theirs)).toContain('⏳ **Waiting**');
    expectSent(here);
    expectSent(there);
  });
});

describe('texts from outside', () => {
  test('ping nobody and format nothing, on cards and in the audit channel', async () => {
    const { guild, workspace, manager, approver, admin } = server;
    const lines = await auditChannel();
    const [, mesa] = workspace.sites;
    if (mesa === undefined) throw new Error('There is one site');
    mesa.name = '@everyone **Lone** [Mesa](https://evil.example)';
    await server.clock.advance(6_000);
    const reason = `<@&${guild.id}> <@${admin.id}> # **now** ||x|| \`y\`\n**#7** @Sofia confirmed`;
    const card = answer(
      await manager.run('subaccount move', { subaccount: HYDRO, site: mesa.name, reason }),
    );
    const text = card.embeds[0]?.description ?? '';
    expect(text).toContain(
      'Site: Cedar Ridge → **\\@everyone \\*\\*Lone\\*\\* \\[Mesa\\]\\(https\\://evil.example\\)**',
    );
    expect(text).toContain(
      `\\<\\@&${guild.id}\\> \\<\\@${admin.id}\\> \\# \\*\\*now\\*\\* \\|\\|x\\|\\| \\\`y\\\` \\*\\*\\#7\\*\\* \\@Sofia confirmed`,
    );

    server.workspace.fault = ({ method }) => (method === 'GET' ? undefined : { kind: 'reset' });
    await confirm(card, approver);
    const opened = await approver.click(current(server, card.id), 'Mark as checked…');
    const note = 'fine\n**#9** @Sofia confirmed, Pitboss sent it @here';
    await approver.submit(opened, { note });
    await eventually(server, () => expect(lines().at(-1)).toContain('checked'));
    expect(lines().filter((line) => line.startsWith('**#9**'))).toEqual([]);
    expect(lines().at(-1)).toContain('\\*\\*\\#9\\*\\* \\@Sofia confirmed');
    const messages = guild.channels.flatMap((channel) => channel.messages());
    expect(messages.some(({ mention_everyone: all }) => all)).toBe(false);
    expect(messages.flatMap(({ mention_roles }) => mention_roles)).toEqual([]);
    expect(workspace.writes).toHaveLength(1);
    expect(server.discord.refusals).toEqual([]);
  });
});
