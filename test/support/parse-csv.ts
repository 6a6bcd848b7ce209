/** A strict RFC 4180 reader: throws where a spreadsheet would guess. */
export function parseCsv(data: Uint8Array): string[][] {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  if (!text.startsWith('\uFEFF')) throw new SyntaxError('no BOM');
  const rows: string[][] = [];
  let at = 1;
  while (at < text.length) {
    const row: string[] = [];
    for (;;) {
      const [cell, end] = text[at] === '"' ? quoted(text, at) : bare(text, at);
      row.push(cell);
      at = end + 1;
      if (text[end] === ',') continue;
      if (text[end] !== '\r' || text[at] !== '\n') throw new SyntaxError(`no line end at ${end}`);
      at++;
      break;
    }
    rows.push(row);
  }
  const [first] = rows;
  if (rows.some(({ length }) => length !== first?.length)) throw new SyntaxError('ragged rows');
  return rows;
}

function bare(text: string, start: number): [string, number] {
  const match = /[,\r\n"]/.exec(text.slice(start));
  if (match === null || match[0] === '"' || match[0] === '\n')
    throw new SyntaxError(`a bare cell at ${start} holds ${JSON.stringify(match?.[0])}`);
  return [text.slice(start, start + match.index), start + match.index];
}

function quoted(text: string, start: number): [string, number] {
  let cell = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) throw new SyntaxError(`a quote at ${start} is never closed`);
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') return [cell, quote + 1];
    cell += '"';
    at = quote + 2;
  }
}
