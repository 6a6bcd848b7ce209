/** A role as Discord writes it: the one of all members brings its own sign. */
export function roleLabel(name: string): string {
  return name.startsWith('@') ? name : `@${name}`;
}
