interface Named {
  /** The pool's; empty and undefined = not known. */
  readonly id: string | null | undefined;
  readonly name: string | null | undefined;
}

/** By the pool's id where both know one, else by name: names change hands. */
export function isSameByIdOrName(one: Named, other: Named): boolean {
  return one.id && other.id ? one.id === other.id : one.name === other.name;
}
