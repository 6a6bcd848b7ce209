import { execFileSync } from 'node:child_process';

/** The processes run what was built: nothing to do after `npm run build`. */
export function setup(): void {
  execFileSync('npx', ['tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
}
