import type { ChargeKindName, ChargeUnitName, ScopeName } from '../charge-names.ts'
import type { charges as english } from '../en/charges.ts'
import type { SameAs } from '../writing.ts'

const KINDS: Record<ChargeKindName, string> = {
  in: 'Entrée en stock',
  out: 'Sortie de stock',
  storage: 'Stockage',
  drying: 'Séchage',
  cleaning: 'Nettoyage',
  sampling: 'Échantillonnage',
  handling: 'Manutention',
  minimum: 'Complément au minimum du mois',
}
const UNITS: Record<ChargeUnitName, string> = {
  t: 't',
  t_day: 't × jours',
  t_point: 't × points',
  load: 'chargements',
  month: 'mois',
}
const SCOPES: Record<ScopeName, string> = {
  everybody: 'Tous',
  partner: 'Partenaire',
  contract: 'Contrat de stockage',
}
const chargeOf = ({ kind, month, grain }: { kind: ChargeKindName; month: string; grain: string }) =>
  [KINDS[kind], grain, month].filter(Boolean).join(', ')

export const charges: SameAs<typeof english> = {
  tariffScopeName: ({ scope }) => SCOPES[scope],
  chargeStatusName: ({ status }) => ({ draft: 'Brouillon', closed: 'Clos' })[status],
  chargeKindName: ({ kind }) => KINDS[kind],
  lastIsBeforeFirst: () => 'est avant le début',
  isNoCurrency: ({ code }) => `n’est pas une devise de l’ISO 4217 : ${code}`,
  tariffHasOneSubject: () => 'ne va pas avec un partenaire : un tarif porte sur l’un des deux',
  tariffHasNoRate: () => 'est nécessaire : un tarif a un prix ou un minimum',
  tariffBeginsBeforeFormer: ({ day }, { date }) =>
    `n’est pas après le ${date(day)}, où commence le dernier tarif ici : un successeur commence plus tard`,
  isNeededOfRate: ({ kind }) => `est nécessaire pour le prix « ${KINDS[kind]} »`,
  isOfRateAlone: ({ kind }) => `n’existe que pour le prix « ${KINDS[kind]} »`,
  tariffIsBilled: () =>
    'Un relevé de frais clos a été calculé d’après ce tarif, qui reste donc. Faites-en plutôt commencer un autre après lui.',
  tariffIsFollowed: () => 'Un autre tarif suit celui-ci, qui reste donc. Supprimez d’abord le plus récent.',
  tariffWasDeleted: () => 'Le tarif a été supprimé ; celui qu’il avait terminé continue.',
  chargesAreOfOthers: () => 'est votre propre organisation ; les frais portent sur le grain des autres',
  storesNothingHere: ({ given }) => `n’a jamais eu de grain dans vos silos : ${given}`,
  monthIsToCome: ({ month }) => `est encore à venir : ${month}`,
  chargesAreTooLong: ({ most }) => `est trop tard : un relevé a au plus ${most} mois`,
  monthsAreOnStatement: ({ number }) =>
    `Un relevé de ce propriétaire a déjà l’un de ces mois : ${number === '' ? 'un brouillon' : `numéro ${number}`}. Ce qui y manquait est une correction sur le suivant.`,
  monthIsNotOver: ({ month }) =>
    `Le mois ${month} n’est pas terminé dans votre fuseau horaire. Clôturez le relevé ensuite.`,
  nothingIsCharged: () =>
    'Il n’y a pas de frais pour ces mois, donc pas de relevé à clôturer. Y a-t-il un tarif pour ce propriétaire ?',
  chargesAreClosed: () =>
    'Ce relevé de frais est clos et reste tel quel. Ce qui a changé depuis est une correction sur le suivant.',
  chargesAreDraft: () => 'Ce relevé de frais est un brouillon, qui peut encore changer. Clôturez-le d’abord.',
  chargesWereDeleted: () => 'Le brouillon a été supprimé ; ses mois sont libres pour un autre.',
  chargeInAccounts: ({ quantity, unit, rate, divisor, ...of }) =>
    `${chargeOf(of)} : ${quantity.replace('.', ',')} ${UNITS[unit]}${divisor === 1 ? '' : ` / ${divisor}`} × ${rate.replace('.', ',')}`,
  correctionInAccounts: ({ number, ...of }) => `Correction du relevé ${number} : ${chargeOf(of)}`,
}
