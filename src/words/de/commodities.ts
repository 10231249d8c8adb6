import type { commodities as english } from '../en/commodities.ts'
import type { SameAs } from '../writing.ts'

const thereAre = (names: string[]) => (names.length === 0 ? '' : `: Es gibt ${names.join(', ')}`)

export const commodities: SameAs<typeof english> = {
  isNoTypeNamed: ({ commodity, types }) => `ist keine Art von ${commodity}${thereAre(types)}`,
  typesDiffer: ({ type, words, other }) =>
    `ist ${type}, und „${words}“ ist ${other}: bitte eines von beiden berichtigen`,
  typeIsNeeded: ({ types }) => `wird gebraucht${thereAre(types)}`,
  hasNoCommoditiesHere: () =>
    'ist nicht der Code aus zwei Buchstaben eines Landes, für das es hier Getreide gibt',
  isNoGradeIn: ({ country: code }, { country }) => `ist dort keine Güte: ${country(code)}`,
  gradeHadNoVarieties: () => 'Die Güte hatte auch bisher keine eigenen Sorten.',
  gradeHasOnlyThese: () => 'Die Güte behält nur die Sorten, die ihr die Datei gibt.',
  varietyWasThere: () => 'Die Sorte stand schon in der Liste.',
  varietyIsThere: () => 'Die Sorte steht in der Liste.',
  sendWholeFile: () =>
    'Bitte die Zeile in der ganzen Datei berichtigen und diese noch einmal senden: Eine Güte behält nur, was ihr die letzte Datei gibt.',
}
