import { expect, test } from 'vitest';
import { useScene, type Answer } from './bot.js';

const scene = useScene();
const MIB = 1024 * 1024;

function form(
  payload: unknown,
  files: readonly (readonly [key: string, bytes: number])[],
): FormData {
  const body = new FormData();
  body.set('payload_json', JSON.stringify(payload));
  for (const [key, bytes] of files) {
    body.set(key, new Blob([new Uint8Array(bytes)], { type: 'text/csv' }), `${key}.csv`);
  }
  return body;
}

const post = (payload: unknown, files: readonly (readonly [string, number])[]): Promise<Answer> =>
  scene.send('POST', `/channels/${scene.channelId}/messages`, form(payload, files));

test('a file may hold 10 MiB', async () => {
  expect(await post({}, [['files[0]', 10 * MIB]])).toMatchObject({ status: 200 });
  expect(await post({}, [['files[0]', 10 * MIB + 1]])).toMatchObject({
    status: 413,
    json: { code: 40005 },
  });
  expect(scene.discord.refusals).toHaveLength(1);
});

test('a request may hold 25 MiB', async () => {
  const parts = (last: number) =>
    [
      ['files[0]', 10 * MIB],
      ['files[1]', 10 * MIB],
      ['files[2]', last],
    ] as const;
  // The multipart frame takes some of it.
  expect(await post({}, parts(5 * MIB - 2048))).toMatchObject({ status: 200 });
  expect(await post({}, parts(5 * MIB))).toMatchObject({ status: 413 });
});

test('a message may hold 10 files', async () => {
  const parts = (count: number) =>
    Array.from({ length: count }, (_, index) => [`files[${index}]`, 1] as const);
  expect(await post({}, parts(10))).toMatchObject({ status: 200 });
  expect(await post({}, parts(11))).toMatchObject({ status: 400, json: { code: 50035 } });
});

test('descriptions of up to 1,024 characters belong to their file', async () => {
  const described = (length: number) => ({
    attachments: [{ id: '0', filename: 'days.csv', description: 'x'.repeat(length) }],
  });
  expect(await post(described(1025), [['files[0]', 1]])).toMatchObject({ json: { code: 50035 } });
  expect(await post(described(1024), [['files[0]', 3]])).toMatchObject({
    json: { attachments: [{ filename: 'days.csv', size: 3, content_type: 'text/csv' }] },
  });
  expect(scene.discord.messages(scene.channelId)[0]?.attachments[0]?.description).toHaveLength(
    1024,
  );
});

test('a description without its file is refused', async () => {
  expect(await post({ content: 'x', attachments: [{ id: '3' }] }, [])).toMatchObject({
    json: { code: 50035, errors: { attachments: { '0': { id: {} } } } },
  });
});

test('an edit keeps the files it lists, and all when it lists none', async () => {
  const { json } = await post({}, [
    ['files[0]', 1],
    ['files[1]', 2],
  ]);
  const route = `/channels/${scene.channelId}/messages/${String(json['id'])}`;
  const names = () =>
    scene.discord.messages(scene.channelId)[0]?.attachments.map((each) => each.filename);
  await scene.send('PATCH', route, form({ content: 'x' }, [['files[0]', 3]]));
  expect(names()).toEqual(['files[0].csv', 'files[1].csv', 'files[0].csv']);

  const [first] = scene.discord.messages(scene.channelId)[0]?.attachments ?? [];
  const kept = { attachments: [{ id: first?.id }, { id: '0', filename: 'new.csv' }] };
  await scene.send('PATCH', route, form(kept, [['files[0]', 4]]));
  expect(names()).toEqual(['files[0].csv', 'new.csv']);

  await scene.send('PATCH', route, { attachments: [] });
  expect(names()).toEqual([]);
  expect((await fetch(String(first?.url))).status).toBe(404);
});
