interface Sited {
  readonly site?:
    | { readonly id?: string | null | undefined; readonly name?: string | null | undefined }
    | null
    | undefined;
  readonly site_id?: string | null | undefined;
}

/** The site of a subaccount; the pool gives its id in one field or the other, and empty text is none. */
export function siteOf({ site, site_id: flatId }: Sited): {
  readonly id: string;
  readonly name: string | null;
} | null {
  const id = site?.id || flatId;
  return id ? { id, name: site?.name ?? null } : null;
}
