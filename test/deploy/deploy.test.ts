import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import { root } from '../../sandbox/dist-paths.js';
import { VARIABLES } from '../../src/config/config.js';

/** What is shipped beside the code only names things that exist. */

const read = (name: string) => readFileSync(join(root, name), 'utf8');
const { start } = manifest.scripts;
/** Read by programs other than the bot. */
const OTHERS = ['NODE_ENV', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD'];
const KNOWN = new Set([...VARIABLES, ...OTHERS, 'POSTGRES_INITDB_ARGS']);

const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const unit = read('deploy/pitboss.service');
const kubernetes = readdirSync(join(root, 'deploy/kubernetes')).map((name) =>
  read(`deploy/kubernetes/${name}`),
);

const container = z.object({
  env: z.array(z.object({ name: z.string() })).default([]),
  ports: z.array(z.object({ containerPort: z.number() })),
});
const workload = z.object({
  kind: z.enum(['StatefulSet', 'Deployment']),
  spec: z.object({ template: z.object({ spec: z.object({ containers: z.array(container) }) }) }),
});
const values = z.object({ data: z.record(z.string(), z.string()) });
const secret = z.object({ stringData: z.record(z.string(), z.literal('')) });
const documents = kubernetes.flatMap((text) => parseAllDocuments(text));
const files = kubernetes.map((text) => {
  const all = parseAllDocuments(text);
  return { errors: all.flatMap(({ errors }) => errors), objects: all.map((each) => each.toJS()) };
});
const NONE = { data: {} };
const kinds = (schema: z.ZodType) =>
  documents.filter((each) => schema.safeParse(each.toJS()).success).length;

describe('Kubernetes', () => {
  test('is YAML of objects with a kind and a name', () => {
    for (const each of documents) {
      expect(each.errors).toEqual([]);
      expect(each.toJS()).toMatchObject({
        apiVersion: expect.any(String),
        kind: expect.any(String),
        metadata: { name: expect.any(String) },
      });
    }
  });

  test('names variables that the bot reads, and one port', () => {
    expect([kinds(workload), kinds(values), kinds(secret)].every((count) => count > 0)).toBe(true);
    for (const { errors, objects } of files) {
      expect(errors).toEqual([]);
      const { data } = values.parse(objects.find((each) => values.safeParse(each).success) ?? NONE);
      const secrets = objects.map((each) => secret.safeParse(each).data?.stringData ?? {});
      const names = [data, ...secrets].flatMap((each) => Object.keys(each));
      for (const name of names) expect(KNOWN).toContain(name);
      const ports = [data['HEALTH_PORT'], data['INTERACTIONS_PORT']];
      for (const json of objects)
        for (const { env, ports: open } of workload.safeParse(json).data?.spec.template.spec
          .containers ?? []) {
          for (const { name } of env) expect(KNOWN).toContain(name);
          for (const { containerPort } of open) expect(ports).toContain(String(containerPort));
        }
    }
  });

  test('has as many pods as shards', () => {
    const { objects = [] } =
      files.find((file) => file.objects.some(({ kind }) => kind === 'StatefulSet')) ?? {};
    const ofKind = (kind: string) => objects.find((each) => each.kind === kind);
    expect(ofKind('ConfigMap').data.SHARD_COUNT).toBe(String(ofKind('StatefulSet').spec.replicas));
  });
});

describe('the image', () => {
  test('starts what npm start does, with a Node that the package allows', () => {
    const [, entry = ''] = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile) ?? [];
    const [, command = ''] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
    const words = z.array(z.string());
    const [node = '', ...none] = words.parse(JSON.parse(entry));
    expect([node, none]).toEqual(['/usr/local/bin/node', []]);
    expect(['node', ...words.parse(JSON.parse(command))].join(' ')).toBe(start);
    const major = Number(/^FROM node:(\d+)-/m.exec(dockerfile)?.[1]);
    expect(manifest.engines.node).toBe('>=20.19');
    expect(major).toBeGreaterThan(20);
  });

  test('takes a health check that its own Node can parse', () => {
    const [, check = ''] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(dockerfile) ?? [];
    const [, flag, script = ''] = z.array(z.string()).parse(JSON.parse(check));
    expect(flag).toBe('-e');
    expect(() => new Script(script)).not.toThrow();
  });

  test('copies what is there, and sets what the bot reads', () => {
    for (const [, from = ''] of dockerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm))
      if (!from.startsWith('dist')) expect(existsSync(join(root, from)), from).toBe(true);
    const [, set = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? [];
    for (const pair of set.split(' ')) expect(KNOWN).toContain(pair.split('=')[0]);
  });

  test('is built from what the build reads, and never from .env', () => {
    const lines = read('.dockerignore').split('\n');
    expect(lines).toContain('*');
    const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(kept.some((name) => name.includes('env'))).toBe(false);
    for (const name of kept) expect(existsSync(join(root, name)), name).toBe(true);
  });
});

const composed = z.object({
  services: z.record(
    z.string(),
    z.object({
      environment: z.record(z.string(), z.string()),
      ports: z.array(z.string()).default([]),
    }),
  ),
});

test('compose names what the bot reads, and tells Postgres its password once', () => {
  const [document] = parseAllDocuments(compose);
  const { services } = composed.parse(document?.toJS());
  const names = Object.values(services).flatMap(({ environment }) => Object.keys(environment));
  for (const name of names) expect(KNOWN).toContain(name);
  expect(services['postgres']?.environment['POSTGRES_INITDB_ARGS']).toContain('--encoding=UTF8');
  expect(compose).not.toMatch(/POSTGRES_PASSWORD: [^$]/);
});

test('what is laid over compose for HTTP opens the ports that the bot listens on, on this machine alone', () => {
  const [document] = parseAllDocuments(read('deploy/compose-http.yaml'));
  const { environment, ports } = composed.parse(document?.toJS()).services['bot'] ?? {};
  const health = /HEALTH_PORT=(\d+)/.exec(dockerfile)?.[1];
  for (const name of Object.keys(environment ?? {})) expect(KNOWN).toContain(name);
  expect(ports?.map((port) => port.split(':').at(-1))).toEqual([
    environment?.['INTERACTIONS_PORT'],
    health,
  ]);
  for (const port of ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
});

test('the systemd unit starts what npm start does, and sets what the bot reads', () => {
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  expect(command.replace('/usr/bin/', '')).toBe(start);
  const [, set = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
  for (const pair of set.split(' ')) expect(KNOWN).toContain(pair.split('=')[0]);
});
