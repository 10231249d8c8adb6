import type { holds as english } from '../en/holds.ts'
import type { HoldReason, HoldSide, HoldStateName } from '../stock-terms.ts'
import type { SameAs } from '../writing.ts'
import { conflictWeight, dayOf } from './stock-terms.ts'

const HOLD_REASONS: Record<HoldReason, string> = {
  awaiting_result: 'résultat attendu',
  infestation: 'infestation',
  fumigation: 'fumigation',
  residue: 'résidus',
  mycotoxin: 'mycotoxines',
  dispute: 'litige',
  contamination: 'contamination',
  authority: 'décision de l’autorité',
  other: 'autre motif',
}

const HOLD_STATES: Record<HoldStateName, string> = {
  coming: 'À venir',
  standing: 'En cours',
  ended: 'Terminé',
}

const way = (direction: HoldSide, bay: string) =>
  direction === 'out' ? `sortir de ${bay}` : `entrer dans ${bay}`

export const holds: SameAs<typeof english> = {
  holdReasonName: ({ reason }) => HOLD_REASONS[reason],
  holdStateName: ({ state }) => HOLD_STATES[state],
  holdIsOfBayOrParcel: () =>
    'doit désigner soit une cellule (storageId, substorageId), soit un lot (recordId)',
  liesInNoBay: ({ name }, { stock }) =>
    `«\u00a0${stock(name)}\u00a0» ne se trouve dans aucune cellule et ne peut donc pas être bloqué.`,
  holdEndsBeforeItBegins: () => 'est avant le début du blocage',
  isForFumigation: () => 'est réservé à un blocage pour fumigation',
  fumigationIsNeeded: () => 'manque\u00a0: une fumigation a un produit et une dose',
  fumigationEndsByAiring: () =>
    'ne s’indique pas pour une fumigation, qui prend fin d’elle-même\u00a0: indiquez quand l’aération a lieu (fumigation.airedISO)',
  holdIsOver: () => 'Ce blocage est terminé\u00a0: il reste tel qu’il était.',
  isOnHold({ bay, isParcel, direction, reason, sinceUTC, untilUTC, timeZone, ask }, { day }) {
    const until = untilUTC === null ? '' : `, jusqu’au ${day(untilUTC, timeZone)}`
    const held = isParcel ? `Le lot dans ${bay} est bloqué` : `Blocage de ${bay}`
    const forbidden = direction === 'out' ? 'rien ne doit en sortir' : 'rien ne doit y entrer'
    return `${held} depuis le ${day(sinceUTC, timeZone)}${until} (${HOLD_REASONS[reason]})\u00a0: ${forbidden}. Adressez-vous à ${ask}. Qui peut passer outre indique un motif. Rien n’a été modifié.`
  },
  wouldGoAgainstHold: (conflict, write) =>
    `Le ${dayOf(conflict, write)}, ${conflictWeight(conflict, write)} de «\u00a0${conflict.stock}\u00a0» devrait ${way(conflict.direction, conflict.bay)} malgré un blocage (${HOLD_REASONS[conflict.reason]}).`,
  wentAgainstHold: (conflict, write) =>
    `Le ${dayOf(conflict, write)}, ${conflictWeight(conflict, write)} de «\u00a0${conflict.stock}\u00a0» devait ${way(conflict.direction, conflict.bay)} malgré un blocage (${HOLD_REASONS[conflict.reason]}).`,
  checkIsInTheFuture: () => 'est dans le futur\u00a0: un contrôle dit ce qui a déjà été vu',
  checkFindsNothing: () => 'manque, ou autre chose qui a été constaté',
  probeIsTwice: () => 'y est deux fois',
}
