// `npm run build`. JavaScript, because nothing is built yet; `npm run types` checks it all the same.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'rolldown';
import { nodesInspect } from './build-plugins/nodes-inspect.mjs';
import { oneByte } from './build-plugins/one-byte.mjs';

const { resolve } = createRequire(import.meta.url);

/** Loaded by path or with native code; `npm ci --omit=dev` brings them. */
const BESIDE = ['@napi-rs/canvas', 'libsql'];
/** discord.js and pg take these where they are installed. They are not. */
const NOT_INSTALLED = ['zlib-sync', 'bufferutil', 'utf-8-validate', 'erlpack', 'pg-native'];

/** discord.js requires its CommonJS form: one copy is enough. */
const ONE_COPY = 'discord-api-types/v10';
/**
 * We give axios an adapter over undici; a third of axios is its own, with a list of all MIME types.
 * That over `fetch` tries it at the start, for which Node loads its own copy of undici.
 */
const LEFT_OUT_OF_AXIOS = [
  'adapters/http.js',
  'adapters/fetch.js',
  'platform/node/classes/FormData.js',
];

/** @type {import('rolldown').BuildOptions} */
const bundled = {
  platform: 'node',
  plugins: [nodesInspect()],
  external: [...BESIDE, ...NOT_INSTALLED],
  resolve: {
    alias: {
      [ONE_COPY]: resolve(ONE_COPY),
      ...Object.fromEntries(
        LEFT_OUT_OF_AXIOS.map((file) => [
          resolve(`axios/unsafe/${file}`),
          resolve('axios/unsafe/helpers/null.js'),
        ]),
      ),
    },
  },
  // What is left out of axios is named by the rest of it.
  checks: { eval: false, importIsUndefined: false },
};

/** @type {import('rolldown').OutputOptions} */
const output = {
  dir: 'dist/bot',
  sourcemap: true,
  sourcemapExcludeSources: true,
  comments: false,
  // Shorter to read at each start. Names stay: stacks and libraries use them.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
};

/**
 * What runs in production is what the tests and the playground start. One file in place of 2,400
 * reads, and CommonJS, of which V8 can keep what it has compiled (`src/ops/bundle-loader.ts`).
 * @type {import('rolldown').BuildOptions}
 */
const bot = {
  ...bundled,
  input: { bot: 'src/bot/bot.ts' },
  plugins: [nodesInspect(), oneByte()],
  output: {
    ...output,
    format: 'cjs',
    // A script of which V8 kept what it compiled can't `import()`.
    dynamicImportInCjs: false,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    // What the bot has in common with the stores that it reads when needed is one file, not five.
    codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
  },
};

/** @type {import('rolldown').BuildOptions} */
const besideTheBot = {
  ...bundled,
  input: {
    main: 'src/main.ts',
    'chart-worker': 'src/views/charts/render/chart-worker.ts',
    doctor: 'src/cli/doctor.ts',
    invite: 'src/cli/invite.ts',
    backup: 'src/cli/backup.ts',
    restore: 'src/cli/restore.ts',
    'move-store': 'src/cli/move-store.ts',
    'server-data': 'src/cli/server-data.ts',
    'rotate-key': 'src/cli/rotate-key.ts',
    'verify-audit': 'src/cli/verify-audit.ts',
  },
  output: { ...output, chunkFileNames: '[name].js' },
};

/**
 * The playground's server, the benchmarks, and what tests run as a process: file for file.
 * @type {import('rolldown').BuildOptions}
 */
const tools = {
  input: [
    'sandbox/playground.ts',
    'sandbox/bot-process.ts',
    'test/store/support/claimer.ts',
    'test/store/support/racer.ts',
    'test/store/support/settings-writer.ts',
    ...scriptsIn('bench'),
  ],
  platform: 'node',
  external: /^(?!\.|\/|[a-z]+\/.*\.ts$)/,
  output: { dir: 'dist', preserveModules: true, preserveModulesRoot: '.', sourcemap: true },
};

/** @type {import('rolldown').BuildOptions} */
const page = {
  input: 'sandbox/page/client/main.ts',
  output: { file: 'dist/sandbox/page/client/main.js' },
};

/** @param {string} folder */
function scriptsIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
}

await build([bot, besideTheBot, tools, page]);

const { start } = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
execFileSync(process.execPath, [...start.split(' ').slice(1), 'keep-compiled']);
