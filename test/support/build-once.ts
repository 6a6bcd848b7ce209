import { execFileSync } from 'node:child_process';

/** The end-to-end tests run the built bot, so it is built first, once. */
export function setup(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
}
