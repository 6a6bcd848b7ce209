import { describe, expect, it } from 'vitest';
import { at, rows, usePool } from './harness.js';

const harness = usePool();
const path = '/api/v2/pool/subaccounts';

describe('list', () => {
  it('gives ten at a time, and those of a site', async () => {
    const { body } = await harness.get(path);
    expect(rows(body, 'subaccounts')).toHaveLength(10);
    expect(rows(body, 'subaccounts')[0]).toEqual({
      id: expect.any(Number),
      name: 'pecos-flats-hydro',
      site: { id: harness.workspace.sites[0]?.id, name: 'Pecos Flats' },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      url: '/v2/pool/subaccounts/pecos-flats-hydro',
    });
    const ofSite = await harness.get(`${path}?site_id=${harness.workspace.sites[1]?.id}`);
    expect(rows(ofSite.body, 'subaccounts')).toHaveLength(3);
  });
});

describe('create', () => {
  it('adds one', async () => {
    const siteId = harness.workspace.sites[2]?.id;
    const made = await harness.send('POST', path, { name: 'new hall / 1', site_id: siteId });
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({ name: 'new hall / 1', site: { id: siteId } });
    const { body } = await harness.get(`${path}?page_size=50`);
    expect(rows(body, 'subaccounts').map((each) => at(each, 'name'))).toContain('new hall / 1');
    const move = await harness.send('PATCH', `${path}/${encodeURIComponent('new hall / 1')}`, {
      site_id: harness.workspace.sites[0]?.id,
    });
    expect(move.status).toBe(200);
  });

  it.each<[string, unknown, number]>([
    ['no JSON', 'name=x', 400],
    ['an empty name', { name: '', site_id: '00000000-0000-4000-8000-000000000000' }, 422],
    ['no site', { name: 'x' }, 422],
    ['a site that is no uuid', { name: 'x', site_id: 'here' }, 422],
    ['an unknown site', { name: 'x', site_id: '00000000-0000-4000-8000-000000000000' }, 404],
  ])('refuses %s', async (_what, body, status) => {
    expect((await harness.send('POST', path, body)).status).toBe(status);
    expect(harness.workspace.subaccounts).toHaveLength(12);
  });

  it('refuses a name that is taken', async () => {
    const body = { name: 'pecos-flats-hydro', site_id: harness.workspace.sites[0]?.id };
    expect((await harness.send('POST', path, body)).status).toBe(409);
  });
});

describe('update', () => {
  const move = (site: number) =>
    harness.send('PATCH', `${path}/pecos-flats-hydro`, {
      site_id: harness.workspace.sites[site]?.id,
    });
  const siteNow = () => harness.workspace.subaccount('pecos-flats-hydro')?.siteId;

  it('moves at once where no approval is required', async () => {
    const { body } = await move(1);
    expect(body).toMatchObject({
      action_name: 'UPDATE_SUBACCOUNT',
      status: 'COMPLETED',
      requires_approval: false,
      initiated_by: { type: 'API_KEY' },
      metadata: { subaccount: { account_name: 'pecos-flats-hydro' } },
    });
    expect(siteNow()).toBe(harness.workspace.sites[1]?.id);
  });

  it('waits for an approval where one is required', async () => {
    harness.workspace.requiresApproval.moves = true;
    const { body } = await move(1);
    expect(body).toMatchObject({ status: 'PENDING', requires_approval: true });
    expect(siteNow()).toBe(harness.workspace.sites[0]?.id);
    harness.workspace.approve(String(at(body, 'id')));
    expect(siteNow()).toBe(harness.workspace.sites[1]?.id);
    expect(harness.workspace.actions.records[0]).toMatchObject({ status: 'COMPLETED' });
  });

  it('stays where a rejection ends it', async () => {
    harness.workspace.requiresApproval.moves = true;
    const { body } = await move(1);
    const id = String(at(body, 'id'));
    harness.workspace.reject(id);
    expect(siteNow()).toBe(harness.workspace.sites[0]?.id);
    expect(() => harness.workspace.approve(id)).toThrow(RangeError);
  });

  it('refuses an unknown name, an unknown site and a forbidden subaccount', async () => {
    const known = { site_id: harness.workspace.sites[1]?.id };
    const unknown = { site_id: '00000000-0000-4000-8000-000000000000' };
    expect((await harness.send('PATCH', `${path}/nobody`, known)).status).toBe(404);
    expect((await harness.send('PATCH', `${path}/pecos-flats-hydro`, unknown)).status).toBe(404);
    harness.pool.faults.forbiddenSubaccounts.add('pecos-flats-hydro');
    expect((await move(1)).status).toBe(403);
    expect(siteNow()).toBe(harness.workspace.sites[0]?.id);
  });

  it('can be done behind the back of whoever looks', () => {
    harness.workspace.setSite('pecos-flats-hydro', harness.workspace.sites[3]?.id ?? '');
    expect(siteNow()).toBe(harness.workspace.sites[3]?.id);
    expect(() => harness.workspace.setSite('nobody', '')).toThrow(RangeError);
  });
});
