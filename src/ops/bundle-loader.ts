import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

export interface Bundle {
  /** The bundle's export of this name. */
  readonly run: () => unknown;
  /** Whether V8's compiled code was there and accepted, for each file loaded so far. */
  readonly wasCompiled: boolean;
  /** For the build: saves what V8 has compiled so far, for later starts. */
  keepCompiled(): void;
}

interface LoadedFile {
  readonly module: { exports: object };
  readonly wasCompiled: boolean;
  keepCompiled(): void;
}

const BEFORE = '(function (exports, require, module, __filename, __dirname) { ';
const HASH_BYTES = 32;

/**
 * Runs a CommonJS bundle without `import()` as Node would, with the files beside it that it
 * requires, using V8's code from the build if present: compiling takes a third of the start. V8
 * accepts it only from its own version under the same flags, and otherwise compiles again.
 */
export function loadBundle(url: URL): Bundle {
  const loaded = new Map<string, LoadedFile>();

  function load(at: URL): object {
    const known = loaded.get(at.href);
    if (known !== undefined) return known.module.exports;
    const file = fileURLToPath(at);
    const [source, keptFile] = [readFileSync(file), `${file}.compiled`];
    // As the build made it (`build-plugins/one-byte.mjs`): copied, not decoded.
    const text = source.toString(isAscii(source) ? 'latin1' : 'utf8');
    const script = new Script(`${BEFORE}${text}\n})`, {
      filename: at.href,
      // Makes positions in stacks match the bundle's source map.
      columnOffset: -BEFORE.length,
      cachedData: compiledOf(source, keptFile),
    });
    const module = { exports: {} };
    loaded.set(at.href, {
      module,
      wasCompiled: script.cachedDataRejected === false,
      keepCompiled: () => writeCompiled(keptFile, source, script.createCachedData()),
    });
    const evaluate: Function = script.runInThisContext();
    try {
      evaluate(module.exports, requireFrom(at), module, file, dirname(file));
    } catch (error) {
      loaded.delete(at.href);
      throw error;
    }
    return module.exports;
  }

  function requireFrom(at: URL): (id: string) => unknown {
    const require = createRequire(at);
    const isBeside = (id: string) => /^\.\/.*\.cjs$/.test(id);
    // With its `resolve`, which a library may use.
    return Object.assign((id: string): unknown => {
      return isBeside(id) ? load(new URL(id, at)) : require(id);
    }, require);
  }

  const exports = load(url);
  return {
    run: Reflect.get(exports, 'run'),
    get wasCompiled() {
      return [...loaded.values()].every((each) => each.wasCompiled);
    },
    keepCompiled() {
      for (const each of loaded.values()) each.keepCompiled();
    },
  };
}

/** V8 itself only compares the length of the source. */
function compiledOf(source: Buffer, keptFile: string): Buffer | undefined {
  try {
    const kept = readFileSync(keptFile);
    const compiled = kept.subarray(HASH_BYTES);
    const isOfSource = hashOf(source, compiled).equals(kept.subarray(0, HASH_BYTES));
    return isOfSource ? compiled : undefined;
  } catch {
    return undefined;
  }
}

function writeCompiled(keptFile: string, source: Buffer, compiled: Buffer): void {
  const draft = `${keptFile}-${process.pid}`;
  writeFileSync(draft, Buffer.concat([hashOf(source, compiled), compiled]));
  renameSync(draft, keptFile);
}

function hashOf(source: Buffer, compiled: Buffer): Buffer {
  return createHash('sha256').update(source).update(compiled).digest();
}
