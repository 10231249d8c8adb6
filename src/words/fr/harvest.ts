import type { harvest as english } from '../en/harvest.ts'
import type { SameAs } from '../writing.ts'

export const harvest: SameAs<typeof english> = {
  isMoreThanPlanted: ({ area }, write) => `dépasse ce qui est semé : ${write.area(area)}`,
  isNoFieldOfPlan: ({ id }) => `n’est pas une parcelle de ce plan : ${id}`,
  areaIsStale: ({ field, remaining, known }, { area }) =>
    `Il reste ${area(remaining)} sur « ${field} », et non ${area(known)} : quelqu’un l’a modifié depuis que vous l’avez lu. Rien n’a été modifié.`,
  isOtherCommodity: ({ commodity, id }) => `n’est pas la culture de ce plan : ${commodity}, ${id}`,
  isOtherType: ({ type, id }) => `n’est pas le type de culture de ce plan : ${type}, ${id}`,
  isNoPlantingOfPlan: ({ field, id }) => `n’est pas un semis de ce plan sur « ${field} » : ${id}`,
  cropIsNotSaid: ({ field, crops }) =>
    `est nécessaire pour dire de quelle culture vient le chargement, car celles de « ${field} » sont à plusieurs propriétaires : ${crops
      .map(({ id, owner }) => `${id} (${owner})`)
      .join(', ')}`,
  ticketIsOfOneOwner: () => 'vaut pour la culture d’un seul propriétaire',
  shareIsForTickets: () => 'ne va qu’avec les parts d’un bon de pesée',
  readingsAreInTicket: () => 'se donne une seule fois pour le camion, dans le bon de pesée',
  isOtherReading: () => 'est une autre pesée que celle du premier chargement avec ce bon',
  isNoBoundingBox: () => 'doit être ouest, sud, est et nord en degrés, dans cet ordre',
  loadsWereDeleted({ count }, { counted, figure }) {
    return counted(count, {
      one: 'Le chargement a été supprimé.',
      other: `${figure(count)} chargements ont été supprimés.`,
    })
  },
  plantingsWereFiled({ plantings, plans }, { counted, figure }) {
    const filed = counted(plantings, {
      one: `${figure(plantings)} semis rattaché à son plan de récolte`,
      other: `${figure(plantings)} semis rattachés à leurs plans de récolte`,
    })
    const made = counted(plans, {
      one: `${figure(plans)} plan créé`,
      other: `${figure(plans)} plans créés`,
    })
    return `${filed} ; ${made}.`
  },
  plantingWasEntered: () => 'Le semis a été saisi.',
  plantingWasThere: () => 'Ce semis existait déjà ; rien n’a été ajouté.',
  rowWasNotEntered: () => 'Cette ligne n’a pas été saisie.',
}
