/** What the pool answered in; what was asked for only where it does not say. */
export function answeredCurrency(
  { currency_type }: { readonly currency_type?: string | null | undefined },
  asked: string,
): string {
  return currency_type || asked;
}
