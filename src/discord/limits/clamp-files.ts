import type { ReplyFile } from '../../domain/messages/reply.js';
import type { Clamped } from './clamp-embeds.js';
import { cutLine, wellFormed } from './clamp-text.js';

const MIB = 1024 * 1024;
const FILES = 10;
/** Where Discord says nothing else of a channel. */
const EACH = 10 * MIB;
/** Of the 25 MiB of a request a little is kept for the message and the multipart frame. */
const TOGETHER = 25 * MIB - 64 * 1024;
const NAME = 100;
const DESCRIPTION = 1024;

/** `most`: what Discord takes of one file there, more or less than usual. */
export function clampFiles(files: readonly ReplyFile[], most = EACH): Clamped<ReplyFile> {
  const kept: ReplyFile[] = [];
  const lost: ReplyFile[] = [];
  const names = new Set<string>();
  let room = TOGETHER;
  for (const file of files) {
    const size = file.data.byteLength;
    if (kept.length === FILES || size > most || size > room) {
      lost.push(file);
      continue;
    }
    room -= size;
    kept.push(fitFile(file, names));
  }
  return { kept, left: tellLost(lost) };
}

function fitFile(file: ReplyFile, names: Set<string>): ReplyFile {
  const name = freeName(safeName(file.name), names);
  names.add(name);
  const { data, description } = file;
  return description === undefined || description.trim() === ''
    ? { name, data }
    : { name, data, description: cutLine(description, DESCRIPTION) };
}

/** Without path separators and signs that a multipart header or a disk would take amiss. */
function safeName(raw: string): string {
  const name = wellFormed(raw)
    .replaceAll(/[\p{C}\s/\\"<>|:*?`]/gu, '_')
    .replace(/^\.+/, '');
  return shortened(name === '' ? 'file' : name);
}

/** The ending stays: it tells what opens the file. */
function shortened(name: string): string {
  if (name.length <= NAME) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : '';
  return `${cutLine(name.slice(0, name.length - ending.length), NAME - ending.length)}${ending}`;
}

function freeName(name: string, names: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; names.has(free); count++) free = shortened(`${count}-${name}`);
  return free;
}

function tellLost(lost: readonly ReplyFile[]): string[] {
  if (lost.length > 3) return [`${lost.length} files`];
  return lost.map(
    ({ name, data }) => `file ${safeName(name)} (${(data.byteLength / MIB).toFixed(1)} MiB)`,
  );
}
