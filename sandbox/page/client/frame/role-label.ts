/** A role as Discord writes it; that of all members already has its sign. */
export function roleLabel(name: string): string {
  return name.startsWith('@') ? name : `@${name}`;
}
