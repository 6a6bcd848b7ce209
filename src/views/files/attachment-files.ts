import type { ReplyFile } from '../../domain/messages/reply.js';
import { fileSplitter, type FileLimits } from './file-splitter.js';
import type { TextChunk } from './text-chunks.js';

/**
 * A stream of text as files that Discord takes: plain while it fits, else gzipped, else in numbered
 * parts that each open on their own. Holds at most one plain file, and the compressed parts.
 */

const MIB = 1024 * 1024;
const DISCORDS_OWN = 10 * MIB;
const TOTAL = 24 * MIB;
/** A message takes ten; one is left for a picture. */
const FILES = 9;

/** `attachmentLimit`: bytes per file in this channel, more if the server is boosted. */
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
  /** Rows in the files. */
  readonly rows: number;
  /** `limit`: more rows followed than the files can hold. `failed`: the source threw. */
  readonly ended: 'complete' | 'limit' | 'failed';
  /** What the source threw. */
  readonly failure?: unknown;
}

export interface NamedFile {
  /** Any text; made safe here. */
  readonly name: string;
  readonly ending: 'csv' | 'jsonl';
}

/** Doesn't throw what the source throws: the files hold what came before that. */
export async function textFiles(
  { name, ending }: NamedFile,
  chunks: AsyncIterable<TextChunk>,
  limits: FileLimits = fileLimits(),
): Promise<TextFiles> {
  const writer = fileSplitter(limits);
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
  const { written, rows } = await writer.finish();
  const base = `${fileName(name)}${end.ended === 'complete' ? '' : '-INCOMPLETE'}`;
  const files = written.map(({ data, gzipped }, index) => {
    const part = written.length > 1 ? `-part-${index + 1}-of-${written.length}` : '';
    return { name: `${base}${part}.${ending}${gzipped ? '.gz' : ''}`, data };
  });
  return { files, rows, ...end };
}

/** Null if it doesn't fit uncompressed. */
export function plainFile(
  { name, ending }: NamedFile,
  { data }: TextChunk,
  { plainBytes }: FileLimits,
): ReplyFile | null {
  return data.length > plainBytes ? null : { name: `${fileName(name)}.${ending}`, data };
}

function fileName(text: string): string {
  const safe = text.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^[-.]+|-+$/g, '');
  return safe.slice(0, 80) || 'file';
}
