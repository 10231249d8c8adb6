import type { commodities as english } from '../en/commodities.ts'
import type { SameAs } from '../writing.ts'

const thereAre = (names: string[]) => (names.length === 0 ? '' : ` : il y a ${names.join(', ')}`)

export const commodities: SameAs<typeof english> = {
  isNoTypeNamed: ({ commodity, types }) => `n’est pas un type de ${commodity}${thereAre(types)}`,
  typesDiffer: ({ type, words, other }) =>
    `est ${type}, et « ${words} » est ${other} : corrigez l’un des deux`,
  typeIsNeeded: ({ types }) => `est nécessaire${thereAre(types)}`,
  hasNoCommoditiesHere: () => 'n’est pas le code à deux lettres d’un pays qui a des grains ici',
  isNoGradeIn: ({ country: code }, { country }) => `n’en est pas une classe dans ce pays : ${country(code)}`,
  gradeHadNoVarieties: () => 'La classe n’avait déjà pas de variétés propres.',
  gradeHasOnlyThese: () => 'La classe ne garde que les variétés que le fichier lui donne.',
  varietyWasThere: () => 'La variété était déjà dans la liste.',
  varietyIsThere: () => 'La variété est dans la liste.',
  sendWholeFile: () =>
    'Corrigez la ligne dans le fichier entier et renvoyez-le : une classe ne garde que ce que le dernier fichier lui donne.',
}
