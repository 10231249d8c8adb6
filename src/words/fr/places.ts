import type { places as english } from '../en/places.ts'
import type { SameAs } from '../writing.ts'

export const places: SameAs<typeof english> = {
  doesNotExist: ({ id }) => `n’existe pas ici : ${id}`,
  isNoBay: ({ store, bay }) => `n’est pas une cellule de ${store} : ${bay}`,
  isNoNoteReason: ({ reasonId }) => `n’est pas un motif pour une note sur le silo : ${reasonId}`,
  isNoBusinessUnit: ({ given }) =>
    given === undefined ? 'n’est pas une de vos unités' : `n’est pas une de vos unités : ${given}`,
  isNoStorage: ({ id }) => `n’est pas un de vos lieux de stockage : ${id}`,
  isNoCommodityId: ({ id }) => `n’est pas une culture connue : ${id}`,
  isGivenTwice: () => 'est indiqué deux fois',
  isCapacityTwice: () => 'est indiqué deux fois ; une cellule a une seule capacité par culture',
  fieldHasNoBays: () => 'doit être vide : une parcelle n’a pas de cellules',
  isSmallerThanCrop: ({ planted, crop }, { area }) =>
    `est inférieur aux ${area(planted)} semés de « ${crop} »`,
  placesAreMissing: () => 'Au moins un de ces lieux n’existe pas ou n’est pas à vous. Rien n’a été modifié.',
  fieldsAreMissing: () =>
    'Au moins une de ces parcelles n’existe pas ou n’est pas à vous. Rien n’a été modifié.',
  isNoFieldOfYours: () => 'n’est pas une de vos parcelles',
  hasNoArea: () => 'n’a pas de surface à partager ; indiquez d’abord la surface de la parcelle',
  isUnderSquareMetre: () => 'doit être au moins un mètre carré (0,0001 ha)',
  isMoreThanLeft: ({ left }, { area }) => `dépasse les ${area(left)} qui restent de la parcelle`,
  isPartAlready: ({ name }) => `est déjà le nom d’une partie de cette parcelle : ${name}`,
  isNeededBeside: ({ coordinate }) =>
    `est nécessaire à côté de la ${coordinate === 'latitude' ? 'latitude' : 'longitude'}`,
  newBayNeedsName: () => 'est nécessaire pour une nouvelle cellule',
  isBayAlready: ({ name }) => `est déjà le nom d’une cellule de ce silo : ${name}`,
  stockIsInBay: () => 'doit être un seul lieu au plus : le stock se trouve dans cette cellule',
  storeHasNoBoundary: () => 'doit être omis : un silo n’a pas de limites',
  capacitiesWereRemoved: ({ removed }) =>
    `Ces capacités manquaient dans la demande et ont été retirées : ${removed
      .map(({ bay, commodity }) => `${bay}, ${commodity.toLowerCase()}`)
      .join(' ; ')}. POST …/commodities en ajoute une et garde les autres.`,
  placesBelongTo: ({ count, unit }, { counted, figure }) =>
    counted(count, {
      one: `Un lieu de stockage est maintenant rattaché à ${unit}.`,
      other: `${figure(count)} lieux de stockage sont maintenant rattachés à ${unit}.`,
    }),
  fieldsWereMade: ({ names }, { counted, figure, listed }) =>
    counted(names.length, {
      one: `La parcelle ${names[0]} a été créée.`,
      other: `${figure(names.length)} parcelles ont été créées : ${listed(names)}.`,
    }),
  planOfPlace({ name, conflicts, movements }, { counted, figure }) {
    const planned = counted(movements, {
      one: `Un mouvement est prévu pour ${name}`,
      other: `${figure(movements)} mouvements sont prévus pour ${name}`,
    })
    const broken = counted(conflicts, {
      one: 'et il y a un conflit',
      other: `et il y a ${figure(conflicts)} conflits`,
    })
    return `${movements === 0 ? `Rien n’est prévu pour ${name}` : planned}, ${conflicts === 0 ? 'et il n’y a pas de conflit' : broken}.`
  },
  ownerHasPeople: ({ name }) =>
    `${name} a déjà des utilisateurs ici : l’un d’eux en invite d’autres sous Réglages, Personnes et rôles.`,
  invitedTooMany: ({ limit }, { figure }) =>
    `Votre organisation a invité ${figure(limit)} propriétaires en un jour, le maximum permis. Réessayez demain.`,
  partnerIsKnown: ({ name }) => `Vous connaissez déjà ce partenaire : ${name}.`,
  partnerNameIsTaken: ({ name }) =>
    `Un autre partenaire s’appelle ${name} ; si les deux ne font qu’un, fusionnez-les.`,
  partnerIsItself: () => 'est le partenaire qu’ils doivent devenir',
  isNamedTwice: () => 'est cité deux fois',
  isNoPartner: ({ id }) => `n’est pas un de vos partenaires : ${id}`,
  partnersWereMerged({ names, into, movements, records, contracts }, { counted, figure, listed }) {
    const changed = [
      counted(movements, { one: `${figure(movements)} mouvement`, other: `${figure(movements)} mouvements` }),
      counted(records, { one: `${figure(records)} stock`, other: `${figure(records)} stocks` }),
      counted(contracts, {
        one: `${figure(contracts)} contrat de stockage`,
        other: `${figure(contracts)} contrats de stockage`,
      }),
    ]
    return `${listed(names)} ${counted(names.length, { one: 'fusionné', other: 'fusionnés' })} avec ${into}. Modifiés : ${changed.join(', ')}.`
  },
  stockStaysApart: ({ commodity, harvestYear, store, bay }) =>
    `Deux d’entre eux ont eu ${commodity ?? 'du stock'} ${harvestYear} dans ${store}, ${bay}, chacun dans son propre stock ; ils ne peuvent donc pas devenir un seul propriétaire.`,
  partnerNeedsName: () => 'est nécessaire pour un partenaire qui n’utilise pas ce service',
  isOrganisationId: ({ name }) => `est celui de ${name}, qui utilise ce service`,
}
