import type { CsvColumn } from '../csv.js';

/**
 * The last column of every file: what the pool sent that no other column holds, as JSON.
 * `known` lists the fields that have a column; `site.id` is one of an object inside.
 */
export function otherFields<Row extends object>(known: readonly string[]): CsvColumn<Row> {
  const tree = treeOf(known);
  return {
    heading: 'other fields (JSON)',
    value: (row) => {
      const left = leftOver(row, tree);
      return left === undefined ? null : JSON.stringify(left);
    },
  };
}

/** A field maps to `true` when it has a column, to a tree when parts of it have. */
type Tree = Map<string, true | Tree>;

function treeOf(paths: readonly string[]): Tree {
  const tree: Tree = new Map();
  for (const path of paths) {
    const [first = '', ...rest] = path.split('.');
    if (rest.length === 0) {
      tree.set(first, true);
      continue;
    }
    const inner = tree.get(first) ?? new Map<string, true | Tree>();
    if (inner !== true) {
      for (const [key, value] of treeOf([rest.join('.')])) merge(inner, key, value);
      tree.set(first, inner);
    }
  }
  return tree;
}

function merge(tree: Tree, key: string, value: true | Tree): void {
  const present = tree.get(key);
  if (value === true || present === undefined || present === true) tree.set(key, value);
  else for (const [inner, each] of value) merge(present, inner, each);
}

/** Undefined when nothing is left. Fields that came as null count as nothing said. */
function leftOver(value: object, tree: Tree): Record<string, unknown> | undefined {
  const left: [string, unknown][] = [];
  for (const [key, inner] of Object.entries(value)) {
    const known = tree.get(key);
    if (known === true || inner === null || inner === undefined) continue;
    if (known === undefined) left.push([key, inner]);
    else if (typeof inner === 'object' && !Array.isArray(inner)) {
      const rest = leftOver(inner, known);
      if (rest !== undefined) left.push([key, rest]);
    } else left.push([key, inner]);
  }
  return left.length === 0 ? undefined : Object.fromEntries(left);
}
