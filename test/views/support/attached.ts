import type { AttachedFiles } from '../../../src/views/files/file-reply.js';

/** One plain file beside a card. */
export const attached: AttachedFiles = {
  files: [{ name: 'rows.csv', data: new Uint8Array(1) }],
  lines: [],
  isWhole: true,
  rows: 1,
};
