import type { tradeImports as english } from '../en/trade-imports.ts'
import type { SameAs } from '../writing.ts'

const listOf = (names: string[]) => names.join(', ')
const rowsOf = (rows: number[]) => `${rows.length === 1 ? 'La ligne' : 'Les lignes'} ${rows.join(', ')}`

export const tradeImports: SameAs<typeof english> = {
  isNoneOfWords: ({ words }) => `doit être l’un de ces mots : ${listOf(words)}`,
  isNoAmount: () => 'doit être un montant comme 214,50, et non un qui pourrait être des milliers',
  isOtherwiseInRow: ({ row }) => `est autre à la ligne ${row}, qui est du même contrat`,
  otherRowsAreWrong: ({ rows }) =>
    `${rowsOf(rows)} du même contrat ${rows.length === 1 ? 'doit être corrigée' : 'doivent être corrigées'} d’abord : un contrat est saisi en entier.`,
  contractsHaveNumber: ({ number }) =>
    `Plusieurs de vos contrats ont le numéro ${number} : indiquez par l’ID du contrat lequel est visé.`,
  contractWasEntered: () => 'Le contrat a été saisi.',
  contractWasThere: () => 'Ce contrat existait déjà ; rien n’a été ajouté.',
  contractDiffers: ({ columns }) =>
    `Ce contrat existe déjà et dit autre chose : ${listOf(columns)}. Pour le corriger, envoyez le fichier avec update=true.`,
  contractWasCorrected: ({ columns }) => `Le contrat a été corrigé : ${listOf(columns)}.`,
  contractHasGoneOn: () => 'Le contrat a eu une suite : un chargement, un ordre ou une réservation le nomme.',
  isNoContractHere: () => 'n’est le numéro d’aucun de vos contrats confirmés',
  isContractOfSeveral: () => 'est le numéro de plusieurs contrats : précisez',
  isOtherThanContract: ({ contract }) => `est autre dans le contrat ${contract}`,
  orderNeedsIt: () => 'est nécessaire, ou le numéro d’un contrat qui le dit',
  ordersHaveNumber: ({ number }) =>
    `Plusieurs de vos ordres ont le numéro ${number} : indiquez par l’ID de l’ordre lequel est visé.`,
  orderWasEntered: () => 'L’ordre a été saisi.',
  orderWasThere: () => 'Cet ordre existait déjà ; rien n’a été ajouté.',
  orderDiffers: ({ columns }) =>
    `Cet ordre existe déjà et dit autre chose : ${listOf(columns)}. Pour le corriger, envoyez le fichier avec update=true.`,
  orderWasCorrected: ({ columns }) => `L’ordre a été corrigé : ${listOf(columns)}.`,
  orderHasGoneOn: () => 'L’ordre a eu une suite : un chargement le nomme.',
  isNoOrderHere: () => 'n’est le numéro d’aucun de vos ordres ouverts',
  orderIsLeftOut: () =>
    'L’ordre n’est pas lu pour ce chargement : un ordre concerne ce qu’un vendeur apporte ou ce qu’un acheteur reçoit.',
  isOrderOfSeveral: () => 'est le numéro de plusieurs ordres : précisez',
  contractIsTextAlone: () =>
    'Le contrat reste un simple texte : le contrat de ce numéro est conclu avec quelqu’un d’autre que ce destinataire.',
  isNoCount: () => 'doit être un nombre entier',
}
