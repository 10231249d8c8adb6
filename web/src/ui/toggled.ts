/** A filter of several values, between commas, with one of them ticked or not; undefined where none is left. */
export function toggled(value: string | undefined, term: string): string | undefined {
  const terms = value?.split(',') ?? []
  const next = terms.includes(term) ? terms.filter((each) => each !== term) : [...terms, term]
  return next.length > 0 ? next.join(',') : undefined
}
