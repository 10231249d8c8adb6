/** What there is of it instead; nothing where there is none. */
const thereAre = (names: string[]) =>
  names.length === 0 ? '' : `: there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`

export const commodities = {
  isNoTypeNamed: ({ commodity, types }: { commodity: string; types: string[] }) =>
    `is not a type of ${commodity}${thereAre(types)}`,
  typesDiffer: ({ type, words, other }: { type: string; words: string; other: string }) =>
    `is ${type}, and “${words}” is ${other}: put one of them right`,
  typeIsNeeded: ({ types }: { types: string[] }) => `is needed${thereAre(types)}`,
  hasNoCommoditiesHere: () => 'is not the two-letter code of a country that has commodities here',
  isNoGradeIn: ({ country }: { country: string }) => `is not a grade of it in ${country}`,
  gradeHadNoVarieties: () => 'The grade had no varieties of its own before.',
  gradeHasOnlyThese: () => 'The grade keeps only the varieties that the file gives it.',
  varietyWasThere: () => 'The variety was in the list before.',
  varietyIsThere: () => 'The variety is in the list.',
  sendWholeFile: () =>
    'Put the row right in the whole file and send that again: a grade keeps only what the last file gives it.',
}
