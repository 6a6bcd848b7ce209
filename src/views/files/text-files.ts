import type { ReplyFile } from '../../domain/messages/reply.js';
import { filesWriter, type FileLimits, type Written } from './files-writer.js';
import type { TextChunk } from './text-chunks.js';

/**
 * A stream of text as files that Discord takes: plain while it fits, gzipped when not, in
 * numbered parts when even that is too much; each part opens by itself, with the heading line
 * where there is one. Nothing is written to disk: at most one file's worth of plain text is
 * held, and the compressed parts, which have to be in memory to be sent anyway.
 */

const MIB = 1024 * 1024;
const DISCORDS_OWN = 10 * MIB;
const TOTAL = 24 * MIB;
/** Of the ten that a message takes, one is left for the picture beside them. */
const FILES = 9;

/** `attachmentLimit`: what Discord said of one file in this channel; it says more where a server is boosted. */
export function fileLimits(attachmentLimit = DISCORDS_OWN): FileLimits {
  const fileBytes = Math.min(TOTAL, attachmentLimit);
  return {
    plainBytes: Math.min(DISCORDS_OWN, fileBytes),
    fileBytes,
    totalBytes: TOTAL,
    files: FILES,
  };
}

export interface TextFiles {
  /** Their names say INCOMPLETE unless `ended` is `complete`. */
  readonly files: readonly ReplyFile[];
  /** Rows that the files hold. */
  readonly rows: number;
  /** `limit`: more rows followed than the files can hold. `failed`: the source threw. */
  readonly ended: 'complete' | 'limit' | 'failed';
  /** What the source threw. */
  readonly failure?: unknown;
}

export interface NamedFile {
  /** Any text; harmless letters are made of it. */
  readonly name: string;
  readonly ending: 'csv' | 'jsonl';
}

/** Never throws for what the source throws: what was read until then is in the files. */
export async function textFiles(
  { name, ending }: NamedFile,
  chunks: AsyncIterable<TextChunk>,
  limits: FileLimits = fileLimits(),
): Promise<TextFiles> {
  const writer = filesWriter(limits);
  let end: Omit<TextFiles, 'files' | 'rows'> = { ended: 'complete' };
  try {
    for await (const chunk of chunks) {
      if (!(await writer.add(chunk))) {
        end = { ended: 'limit' };
        break;
      }
    }
  } catch (failure) {
    end = { ended: 'failed', failure };
  }
  const base = `${fileName(name)}${end.ended === 'complete' ? '' : '-INCOMPLETE'}`;
  const { written, rows } = await writer.finish();
  return { files: named({ name: base, ending }, written), rows, ...end };
}

/** A file name of harmless letters out of any text. */
function fileName(text: string): string {
  const safe = text.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^[-.]+|-+$/g, '');
  return safe.slice(0, 80) || 'file';
}

function named({ name, ending }: NamedFile, written: readonly Written[]): ReplyFile[] {
  return written.map(({ data, gzipped }, index) => ({
    name: `${name}${written.length > 1 ? `-part-${index + 1}-of-${written.length}` : ''}.${ending}${gzipped ? '.gz' : ''}`,
    data,
  }));
}
