/** A country as the reader's language calls it. */
export interface CountryChoice {
  iso: string
  name: string
}

/** Countries by name, as the reader's language writes and sorts it. */
export function countriesByName(countries: Record<string, CountryChoice>, language: string): CountryChoice[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const { compare } = new Intl.Collator(language)
  return Object.values(countries)
    .map(({ iso, name }) => ({ iso, name: names.of(iso) ?? name }))
    .toSorted((a, b) => compare(a.name, b.name))
}
