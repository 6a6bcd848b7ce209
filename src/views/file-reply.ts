import type { Reply, ReplyFile } from '../reply.js';
import { card, readNotes, type ReadNotes } from './card.js';
import { grouped } from './figures.js';

interface Taken {
  readonly files: readonly ReplyFile[];
  readonly rows: number;
  readonly read: ReadNotes & { readonly readAt: number };
}

/** A list taken home: how many rows, and what is not in them. */
export function fileReply({ files, rows, read }: Taken): Reply {
  const count = rows === 1 ? '1 row' : `${grouped(String(rows))} rows`;
  return {
    embeds: [
      card({
        title: rows === 0 ? 'Nothing to put in a file' : 'Your file',
        lines: [
          rows === 0
            ? 'The file holds its headings and no rows.'
            : `${count}, every field the pool gave, every digit as it came.`,
          readNotes(read),
        ],
        readAt: read.readAt,
      }),
    ],
    files,
  };
}
