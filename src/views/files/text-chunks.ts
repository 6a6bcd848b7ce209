/** Whole lines, and how many rows they are. */
export interface TextChunk {
  readonly data: Uint8Array;
  readonly rows: number;
  /** Repeated at the top of every part; holds no row. */
  readonly isHeading?: true;
}

const CHUNK_CHARACTERS = 16 * 1024;

/** Groups lines, each a row that ends with a line feed, into chunks. */
export async function* lineChunks(lines: AsyncIterable<string>): AsyncGenerator<TextChunk> {
  let text = '';
  let rows = 0;
  for await (const line of lines) {
    text += line;
    rows++;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield { data: encoder.encode(text), rows };
    text = '';
    rows = 0;
  }
  if (rows > 0) yield { data: encoder.encode(text), rows };
}

const encoder = new TextEncoder();
