import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createMetrics } from '../../../src/ops/metrics/metrics.js';

/** A Prometheus expression, and where it is. */
export interface Expression {
  readonly where: string;
  readonly text: string;
}

const root = join(import.meta.dirname, '../../..');
export const RULES_FILE = join(root, 'deploy/prometheus/pitboss.rules.yaml');
const DASHBOARD_FILE = join(root, 'deploy/grafana/pitboss.json');

const dashboard = z.object({
  templating: z.object({
    list: z.array(z.object({ name: z.string(), definition: z.string().optional() })),
  }),
  panels: z.array(
    z.object({
      title: z.string(),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
});

export function expressionsInRules(): readonly Expression[] {
  const text = readFileSync(RULES_FILE, 'utf8');
  const found = text.matchAll(/- alert: (\w+)\n +expr: (.+)\n/g);
  return [...found].map(([, name = '', expr = '']) => ({ where: name, text: expr }));
}

export function expressionsInDashboard(): readonly Expression[] {
  const { panels } = dashboard.parse(JSON.parse(readFileSync(DASHBOARD_FILE, 'utf8')));
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({
      where: title,
      text: expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$(job|instance)/g, '.*'),
    })),
  );
}

/** Added by Prometheus itself. */
const ITS_LABELS = ['job', 'instance', 'le'];
const ITS_METRICS = new Set(['up']);
const WORDS = new Set(['by', 'or', 'and', 'unless', 'on', 'without', 'offset', 'bool']);

/** Names in an expression that a scrape and the registry don't have, in words. */
export function unknownIn({ where, text }: Expression, scraped: string): readonly string[] {
  const unknown: string[] = [];
  const labelsOfAll = new Set(ITS_LABELS);
  const selectors = text.replaceAll(/\bby \([^)]*\)/g, '').replaceAll(/\[[^\]]*\]/g, '');
  for (const [, name = '', braces = ''] of selectors.matchAll(
    /\b([a-z_][a-z0-9_]*)\b(?!\s*\()(\{[^}]*\})?(?=[^{"]*(?:\{|$))/gi,
  )) {
    if (WORDS.has(name) || ITS_METRICS.has(name)) continue;
    const metric = name.replace(/_(bucket|sum|count)$/, '');
    if (![name, metric].some((each) => scraped.includes(`\n# TYPE ${each} `))) {
      unknown.push(`${where}: no metric ${name}`);
      continue;
    }
    const labels = LABELS.get(metric) ?? LABELS.get(name) ?? [];
    for (const label of labels) labelsOfAll.add(label);
    for (const [, label = '', values = ''] of braces.matchAll(/(\w+)(?:=|!=|=~|!~)"([^"]*)"/g)) {
      if (ITS_LABELS.includes(label)) continue;
      if (!labels.includes(label)) unknown.push(`${where}: ${name} has no label ${label}`);
      for (const value of values.split('|'))
        if (!isThere(scraped, metric, `${label}="${value}"`))
          unknown.push(`${where}: no ${name} with ${label}="${value}"`);
    }
  }
  for (const [, list = ''] of text.matchAll(/\bby \(([^)]*)\)/g))
    for (const label of list.split(', '))
      if (!labelsOfAll.has(label)) unknown.push(`${where}: nothing in it has a label ${label}`);
  return unknown;
}

function isThere(scraped: string, metric: string, labelled: string): boolean {
  return scraped
    .split('\n')
    .some((line) => line.startsWith(metric) && line.replace(/ [^ ]*$/, '').includes(labelled));
}

/** The labels of each of our metrics. */
export const LABELS: ReadonlyMap<string, readonly string[]> = labelsOfOurs();

function labelsOfOurs() {
  const metrics = createMetrics();
  metrics.built({ version: '', node: '', store: '' });
  metrics.watchReady(async () => true);
  metrics.watchGateway(() => []);
  metrics.watchMissingServers(() => 0);
  metrics.watchAlerts(() => new Map());
  metrics.watchChanges(() => new Map());
  metrics.watchQueues(() => new Map());
  const labelNames = z.object({ name: z.string(), labelNames: z.array(z.string()) });
  return new Map(
    metrics.registry.getMetricsAsArray().map((metric) => {
      const { name, labelNames: labels } = labelNames.parse(metric);
      return [name, labels] as const;
    }),
  );
}
