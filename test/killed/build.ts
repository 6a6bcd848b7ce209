import { spawnSync } from 'node:child_process';

/** The processes run what was built. Errors of types are told by `npm run types`. */
export function setup(): void {
  spawnSync('npx', ['tsc', '-p', 'tsconfig.build.json'], { stdio: 'ignore' });
}
