/** Headers as the dispatcher gives them, which alternate: name, value, name, value. */

/** RFC 9112, 6.3; the dispatcher fails if a body doesn't end as announced. */
export function saysWhereItEnds(status: number, headers: readonly Buffer[]): boolean {
  if (status === 204 || status === 304) return true;
  if (valueOf('content-length', headers) !== undefined) return true;
  return /\bchunked\s*$/i.test(valuesOf('transfer-encoding', headers).at(-1) ?? '');
}

/** All codings of the body, in the order of their application; chunks are read by the dispatcher. */
export function codingsOf(headers: readonly Buffer[]): string {
  const transfer = valuesOf('transfer-encoding', headers).join(',');
  const ofTransfer = transfer.split(',').filter((coding) => !/^\s*chunked\s*$/i.test(coding));
  return [...valuesOf('content-encoding', headers), ...ofTransfer].join(',');
}

export function valueOf(header: string, headers: readonly Buffer[]): string | undefined {
  return valuesOf(header, headers)[0];
}

function valuesOf(header: string, headers: readonly Buffer[]): string[] {
  const values: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at];
    // Comparing lengths first rules out most.
    if (name?.length !== header.length || name.toString('latin1').toLowerCase() !== header)
      continue;
    values.push(headers[at + 1]?.toString('latin1') ?? '');
  }
  return values;
}
