import type { edits as english } from '../en/edits.ts'
import type { SameAs } from '../writing.ts'
import { loadOf, MISSING, STATES, wholeMovement } from './stock-terms.ts'

export const edits: SameAs<typeof english> = {
  movementsStored: ({ count, weight, place, isOut }, write) =>
    `${write.counted(count, { one: 'Mouvement enregistré', other: `${write.figure(count)} mouvements enregistrés` })} : ${loadOf(weight, write)} ${isOut ? 'à' : 'vers'} ${place}.`,
  loadStored: ({ weight, places }, write) =>
    `Chargement enregistré : ${loadOf(weight, write)} vers ${places.join(' ; ')}.`,
  loadsWereEntered({ entered, refused }, { counted, figure }) {
    const done = counted(entered, {
      one: `${figure(entered)} chargement a été saisi`,
      other: `${figure(entered)} chargements ont été saisis`,
    })
    const not = counted(refused, {
      one: `${figure(refused)} a été refusé`,
      other: `${figure(refused)} ont été refusés`,
    })
    return refused === 0 ? `${done}.` : `${done} ; ${not}.`
  },
  movementIsChanged: ({ weight, isWeighed, changes }, write) =>
    `Mouvement modifié : ${write.messages([`${loadOf(weight, write)}${isWeighed ? ', comme pesé' : ''}`, ...changes])}.`,
  movementsAreChanged: ({ count }, { counted, figure }) =>
    counted(count, { one: 'Un mouvement modifié.', other: `${figure(count)} mouvements modifiés.` }),
  isPlanNow: () => 'C’est maintenant une prévision : son stock bouge alors.',
  isNoPlanAnyMore: () => 'Ce n’est plus une prévision : son stock a bougé.',
  weighsOtherwise: ({ now, before }, write) =>
    `${loadOf(now, write)} au lieu ${before === 0 ? 'd’un chargement pas encore pesé' : `de ${loadOf(before, write)}`}`,
  comesFromElsewhere: ({ now, before }) =>
    `${now === '' ? 'sans provenance' : `de ${now}`} au lieu de ${before === '' ? 'sans provenance' : before}`,
  goesElsewhere: ({ now, before }) => `vers ${now} au lieu de ${before}`,
  isOfAnotherMoment: ({ nowUTC, beforeUTC, timeZone }, { day, time }) =>
    `le ${day(nowUTC, timeZone)} à ${time(nowUTC, timeZone)} au lieu du ${day(beforeUTC, timeZone)} à ${time(beforeUTC, timeZone)}`,
  isSoldNow: ({ isSold }) => (isSold ? 'vendu au lieu de non vendu' : 'non vendu au lieu de vendu'),
  isDriedOtherwise({ now, before }, { weight }) {
    const lost = (kilograms: number) => (kilograms > 0 ? `${weight(kilograms)} perdus` : 'rien de perdu')
    return `${lost(now)} au séchage au lieu de ${lost(before)}`
  },
  isEmptiedNow: ({ isEmptied }) =>
    isEmptied
      ? 'le reste est sorti du registre au lieu de rester'
      : 'le reste reste au lieu d’être sorti du registre',
  isUnderContractNow: ({ which }) =>
    ({
      no: 'sans contrat de stockage',
      a: 'sous un contrat de stockage',
      another: 'sous un autre contrat de stockage',
    })[which],
  movementWasChanged: ({ id, documentNumber, changes }, { messages }) =>
    `Mouvement ${documentNumber ?? id} modifié : ${messages(changes)}.`,
  movementWasDeleted: (movement, write) =>
    `Mouvement ${movement.documentNumber ?? movement.id} supprimé : ${wholeMovement(movement, write)}.`,
  movementWasRestored: (movement, write) =>
    `Mouvement ${movement.documentNumber ?? movement.id} rétabli : ${wholeMovement(movement, write)}.`,
  isRestored: () => 'Mouvement rétabli.',
  isDeleted: () => 'Mouvement supprimé.',
  isPlannedNoMore: ({ weight }, write) => `Mouvement supprimé : ${write.weight(weight)} ne sont plus prévus.`,
  isOutOfStockAgain: ({ weight }, write) =>
    `Mouvement supprimé : ${write.weight(weight)} sont de nouveau retirés du stock.`,
  isBackWhereItWas: ({ weight }, write) =>
    `Mouvement supprimé : ${write.weight(weight)} sont de nouveau là où ils étaient.`,
  netIsThatOfOthers: ({ weights }, { weight }) =>
    `Le net du camion reste et revient maintenant aux autres parts du bon de pesée : ${weights.map(weight).join(' ; ')}.`,
  netWasLess: ({ weights }, { weight }) =>
    `Le net du camion était moindre : les autres parts du bon de pesée gardent leurs poids, ${weights.map(weight).join(' ; ')}.`,
  actionsAreSaved: ({ state, weight, isWeighed }, write) =>
    `${STATES[state]} : ${loadOf(weight, write)}${isWeighed ? ', comme pesé' : ''}.`,
  isStillMissing: ({ missing }) => `Encore à remplir : ${missing.map((each) => MISSING[each]).join(', ')}.`,
  isPlannedFor: ({ atUTC, timeZone }, { day }) =>
    `Il est prévu pour le ${day(atUTC, timeZone)}, et son stock bouge alors : s’il a déjà bougé, changez la date.`,
  partsWeigh: ({ weights, whole }, { weight }) =>
    `Les parts du bon de pesée font ${weights.map(weight).join(' ; ')} : ${weight(whole)} en tout.`,
  copiesStored: ({ count, weight }, write) =>
    count === 1
      ? `Une copie enregistrée : ${loadOf(weight, write)}.`
      : `${write.figure(count)} copies enregistrées : ${loadOf(weight, write)} chacune.`,
  eachIsDried: ({ level, weight, isPlanned }, write) =>
    `Le séchage à ${write.figure(level)} % ${isPlanned ? 'retirera' : 'a retiré'} ${write.weight(weight)} à chacune.`,
  loadsAreWeighedAgain: ({ count, fromUTC, toUTC, timeZone, factor }, { counted, day, figure }) =>
    `${counted(count, { one: 'Un chargement', other: `${figure(count)} chargements` })} du ${day(fromUTC, timeZone)} au ${day(toUTC, timeZone)} ${counted(count, { one: 'repesé', other: 'repesés' })}, par le facteur ${String(factor).replace('.', ',')}.`,
}
