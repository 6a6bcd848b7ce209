import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Where the workers of this run keep the files of a new Postgres server, of which each server in a
 * test is a copy. By the id of the process that started the workers, which deletes it in the end.
 */
export function emptyPostgres(runner: number): string {
  return join(tmpdir(), `pitboss-postgres-empty-${runner}`);
}

export function teardown(): void {
  rmSync(emptyPostgres(process.pid), { recursive: true, force: true });
}
