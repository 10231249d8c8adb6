import type { loads as english } from '../en/loads.ts'
import type { SameAs } from '../writing.ts'
import { A_PLACE, ROLES } from './stock-terms.ts'

export const loads: SameAs<typeof english> = {
  mayNotWriteOffMore: ({ role, weight }, write) =>
    `Votre rôle (${ROLES[role]}) permet de déplacer du stock, mais non de le corriger : cela sortirait ${write.weight(weight)} de plus qu’il n’y avait quand la cellule a été déclarée vide.`,
  isEditedTwice: () => 'est indiqué deux fois ; un mouvement n’est modifié qu’une fois',
  needsReasonToCorrect: () =>
    'est nécessaire : votre organisation veut savoir pourquoi un mouvement est corrigé ou supprimé',
  wasGivenAnotherKind: () =>
    'La provenance ou la destination a reçu entre-temps une autre récolte ou un autre statut, et les deux ne doivent pas être mélangés.',
  isForLoadThatComesIn: () =>
    'est pour un chargement qui entre : ce qui sort est mesuré là où il se trouve, avec POST /api/inventory/records/{id}/samples',
  isForLoadToBeWeighed: () =>
    'est pour un chargement qui n’est pas encore pesé plein et vide : ce qui est déjà entré est mesuré là où il se trouve, avec POST /api/inventory/records/{id}/samples',
  isAsWeighed: ({ weight, movementId }, write) =>
    `est de ${write.weight(weight)}, selon la pesée pleine et vide ; pour corriger une pesée, envoyez ses valeurs à PUT /api/inventory/movements/${movementId}/actions`,
  intakeNeedsBay: () =>
    'Une réception arrive dans une de vos cellules : indiquez le silo (destination.storageId).',
  leavesNothingForThisPart: ({ net, others }, { weight }) =>
    `donne ${weight(net)} pour le camion, dont ses autres parts ont ${weight(others)} : il ne reste rien pour celle-ci`,
  leavesNothingForOtherParts: ({ part, net }, { weight }) =>
    `est de ${weight(part)}, et le camion pesait ${weight(net)} en tout : il ne reste rien pour ses autres parts`,
  partsWouldWeighOtherwise: ({ sum, net }, { weight }) =>
    `donnerait ${weight(sum)} pour les parts du bon de pesée, et le camion pesait ${weight(net)} ; envoyez aussi les poids des autres parts à PUT /api/inventory/movements/bulk, ou d’autres pesées à PUT /api/inventory/movements/{id}/actions`,
  hasTooManyLoads: ({ limit }, { figure }) =>
    `comprend plus de ${figure(limit)} chargements pesés : indiquez une période plus courte`,
  noLoadWasWeighed: () => 'Aucun chargement n’a été pesé pendant cette période.',
  isBeforeStart: () => 'précède le début',
  isFactorOfOne: () => 'ne doit pas être 1, qui ne change rien',
  movementIsOfAnotherRecord: ({ id, recordId }) =>
    `Le mouvement ${id} n’est pas celui du stock ${recordId} ; recordId doit être le stock du mouvement.`,
  movementIsNotDeleted: ({ id }) => `Le mouvement ${id} n’est pas supprimé.`,
  movementIsDeleted: ({ id }) => `Le mouvement ${id} a déjà été supprimé.`,
  isForUnweighedLoad: () =>
    'est pour un chargement qui n’est pas encore pesé plein et vide : envoyez-le à PUT /api/inventory/movements/{id}',
  isForLorryWithOneLoad: () =>
    'est pour un camion à un seul chargement : pour un bon de pesée, indiquez-le pour chacune de ses parts (parts)',
  isForLoadFromRecord: () => 'est pour un chargement pris sur un stock : celui-ci vient d’un apporteur',
  isForUncorrectingLoad: () =>
    'est pour un chargement qui ne corrige rien à sa provenance : supprimez-le et saisissez-le à nouveau',
  isCropInsteadOfStock: () => 'est une culture sur pied alors que le chargement est du stock, ou l’inverse',
  isStockOfAnotherOwner: () =>
    'est le stock d’un autre propriétaire : supprimez le chargement et saisissez-le à nouveau',
  isOfAnotherCommodity: () => 'est d’une autre marchandise que le contrat de stockage du chargement',
  isForPart: () => 'est pour une part d’un bon de pesée',
  isForParts: () => 'est pour les parts d’un bon de pesée',
  hasTooFewParts: ({ count, parts }, { figure }) =>
    `en indique ${figure(count)}, et le bon de pesée a ${figure(parts)} parts : pour en laisser une de côté, envoyez isLeftOut avec elle`,
  needsShares: () => 'est nécessaire quand un camion a un autre nombre de parts',
  isNewPart: () => 'est nouvelle : il lui faut sa propre provenance ou sa propre destination',
  isForPartThatIsThere: () => 'est pour une part qui existe',
  isForAnotherPart: () => 'est pour une autre part que le mouvement auquel ceci est envoyé',
  isForPartThatGoesNowhere: () => 'est pour une part qui ne va nulle part',
  isYourOrganisation: () => 'est votre propre organisation ; indiquez le silo (storageId)',
  isSameBay: () => 'est la cellule où le stock se trouve déjà',
  goesNowhere: () =>
    'Indiquez où cela va : destination.storageId pour une de vos cellules, ou destination.organisationId, ou organisationName seul, pour une autre organisation.',
  goesToTwoPlaces: () =>
    'La destination indique à la fois un silo et une autre organisation. Indiquez storageId pour une de vos cellules, ou organisationId seul.',
  destinationIsOtherwise: ({ type, name, actual }) =>
    `La destination est donnée comme ${A_PLACE[type]}, mais « ${name} » est ${A_PLACE[actual]}.`,
  needsSold: () => 'est nécessaire quand le stock va à une autre organisation',
  isNotSoldHere: () => 'ne peut pas être vrai (true) pour du stock qui reste chez vous',
  isForStockFromBay: () => 'est pour un mouvement qui prend du stock dans une cellule',
  needsWeight: () => 'est nécessaire, en kilogrammes ; 0 pour un chargement qui n’est pas encore pesé',
  isTooLight: (_, { figure }) =>
    `doit être au moins ${figure(0.001)}, ou 0 pour un chargement qui n’est pas encore pesé`,
  isNotAboveEmpty: () => 'doit être supérieur au poids à vide',
  everyPartHasShare: () => 'est nécessaire : chaque part a sa fraction',
  everyPartHasWeight: () => 'est nécessaire : chaque part a un poids',
  isGivenByShare: () => 'découle de sa fraction du net : indiquez l’un des deux',
  weightsDoNotAddUp: ({ of, sum, weighed, isFull }, { weight }) =>
    `ne concorde pas : les poids des ${of === 'parts' ? 'parts' : 'cellules'} font ${weight(sum)} en tout, ${isFull ? 'le camion plein' : 'le chargement'} pesait ${weight(weighed)}`,
  hasOtherNumberOfShares: ({ count, parts }, { figure }) =>
    `en indique ${figure(count)}, et le bon de pesée a ${figure(parts)} parts : chacune a une fraction`,
  leavesNoWeightForOthers: () => 'ne laisse aucun poids aux autres parts du camion : supprimez-les aussi',
  needsLorryNet: ({ net, part, less }, { weight }) =>
    `est nécessaire, car le camion pesait ${weight(net)} et d’autres parts restent dans le registre : « stays » leur ajoute les ${weight(part)} de cette part, « less » les laisse telles quelles et le net du camion devient ${weight(less)}`,
  isOncePerLorry: () => 'se donne une fois pour tout le camion (ticket)',
  isForStockOfOneOwner: () => 'est pour le stock d’un seul propriétaire',
  hasTooManyPartsTogether: ({ limit, count }, { figure }) =>
    `ne doit pas avoir plus de ${figure(limit)} parts en tout ; il y en a ${figure(count)}`,
  needsOrigin: () =>
    'doit avoir un stock (recordId), une parcelle (fieldId), ou la marchandise que quelqu’un apporte (commodity)',
  doesNotGoWith: ({ other }) => `ne va pas avec ${other} : un chargement vient d’un seul endroit`,
  needsStore: () => 'est nécessaire : le silo où cela entre',
  isForWeight: () => 'est pour un poids envoyé en même temps',
  isForTare: () => 'est pour le camion vide : un camion plein se pèse à nouveau',
  isForNetAlone: () => 'est pour un chargement qui n’a pas été pesé plein et vide',
  typedWeightsAreRefused: () =>
    'doit venir du pont-bascule : votre organisation n’accepte pas les poids saisis à la main',
  typedWeightNeedsReason: () =>
    'est nécessaire : votre organisation veut savoir pourquoi un poids a été saisi à la main au lieu d’être lu au pont-bascule',
  tareIsUnknown: ({ registration, weight }, write) =>
    `${registration === '' ? 'Un camion sans immatriculation' : registration} n’a pas été pesé à vide à ${write.weight(weight)} depuis un an : pesez-le à vide.`,
  tareIsOld: ({ registration, weight, days }, write) =>
    days === 0
      ? `Votre organisation ne reprend pas de tare : pesez ${registration} à vide.`
      : `La tare de ${registration}, ${write.weight(weight)}, date de plus de ${write.figure(days)} ${days === 1 ? 'jour' : 'jours'} : pesez-le à vide.`,
  taresDiffer: ({ registration }) =>
    `Les tares de ${registration} varient de plus de 2 % d’une pesée à l’autre : pesez-le à vide chaque fois.`,
}
