import type { RoleName } from '../terms.ts'
import type {
  CalledBy,
  ChoiceName,
  ConflictOf,
  KindName,
  MeasuredFigure,
  MissingAction,
  MovementChoice,
  PlaceType,
  RecordSource,
  SavedState,
  SourceType,
  StockInBay,
  WeightSource,
  WholeMovement,
} from '../stock-terms.ts'
import type { ChangeWords } from '../changed-field.ts'
import type { DayAndFigure, Writing } from '../writing.ts'
import { measureNamed } from './measures.ts'

/** As the page calls them. */
export const ROLES: Record<RoleName, string> = {
  viewer: 'Lecteur',
  operator: 'Opérateur',
  manager: 'Responsable',
  admin: 'Administrateur',
  owner: 'Administrateur principal',
}

export const A_PLACE: Record<PlaceType, string> = { field: 'une parcelle', store: 'un silo' }

export const KINDS: Record<KindName, string> = { crop: 'une culture', produce: 'un produit' }

export const SOURCES: Record<SourceType, string> = {
  planting: 'un semis',
  intake: 'une réception',
  existing: 'du stock présent',
  import: 'du stock présent',
}

/** Managed reasons of corrections, by the names that answers give them. */
const REASONS: Readonly<Record<string, string>> = {
  'Stock take': 'Inventaire',
  'Drying loss': 'Perte au séchage',
  'Cleaning loss': 'Perte au nettoyage',
  'Handling loss': 'Perte de manutention',
  'Moisture change': 'Variation d’humidité',
  'Bay emptied': 'Cellule vidée',
  Spillage: 'Déversement',
  'Pest damage': 'Dégâts de nuisibles',
  Spoilage: 'Altération',
  'Own use': 'Autoconsommation',
  'Seed retained': 'Semences conservées',
  Sampling: 'Échantillonnage',
  'Weighbridge correction': 'Correction du pont-bascule',
  Regrade: 'Reclassement',
  'Opening balance': 'Solde d’ouverture',
  Theft: 'Vol',
  'Data error': 'Erreur de saisie',
}

export function reasonNamed(name: string): string {
  return REASONS[name] ?? name
}

export const CALLED_BY: Record<CalledBy, string> = {
  type: 'le type',
  grade: 'la classe',
  variety: 'la variété',
}

/** Puts into French the name that stock goes by then: “Mixed” is the service's own word, not a name. */
export function calledNow(what: CalledBy, name: string | null): string {
  const ending = what === 'type' ? '' : 'e'
  return name === 'Mixed' ? `mélangé${ending}` : (name ?? `inconnu${ending}`)
}

/** Puts the weight of a load into words; 0 means that nobody has weighed it. */
export function loadOf(kilograms: number, { weight }: Writing): string {
  return kilograms === 0 ? 'un chargement pas encore pesé' : weight(kilograms)
}

export function stockIn({ name, bay }: StockInBay): string {
  return bay === '' ? `« ${name} »` : `« ${name} » dans ${bay}`
}

export function dayOf({ atUTC, timeZone }: ConflictOf, { day }: Writing): string {
  return day(atUTC, timeZone)
}

export function conflictWeight({ weight }: ConflictOf, write: Writing): string {
  return loadOf(weight, write)
}

export const MISSING: Record<MissingAction, string> = {
  driver: 'chauffeur',
  empty: 'poids à vide',
  full: 'poids plein',
}

export const STATES: Record<SavedState, string> = {
  saved: 'Mouvement enregistré',
  reopened: 'Mouvement rouvert',
  complete: 'Mouvement terminé',
  'complete all the same': 'Mouvement terminé, car il ne reste rien à remplir',
}

/** All that a movement says of stock. */
export function wholeMovement(
  { weight, from, to, atUTC, timeZone, isSold }: WholeMovement,
  write: Writing,
): string {
  const [day, time] = [write.day(atUTC, timeZone), write.time(atUTC, timeZone)]
  const origin = from === '' ? '' : ` de ${from}`
  return `${loadOf(weight, write)}${origin} vers ${to} le ${day} à ${time}${isSold ? ', vendu' : ''}`
}

export const BEGINNINGS: Record<RecordSource, string> = {
  planting: 'Semé.',
  intake: 'Commencé par une réception.',
  existing: 'Saisi comme stock présent.',
  movement: 'Commencé par un mouvement.',
  trade: 'Saisi comme disponible à la vente.',
}

/** Describes a difference: stock found or, if negative, lost. */
export function differenceOf(difference: number, isPlanned: boolean, { weight }: Writing): string {
  if (isPlanned)
    return difference > 0 ? `${weight(difference)} à ajouter` : `${weight(-difference)} à sortir du registre`
  if (difference === 0) return 'le registre était juste'
  return difference > 0 ? `${weight(difference)} trouvés` : `${weight(-difference)} perdus`
}

export function measured({ name, value, metric }: MeasuredFigure): string {
  return `${measureNamed(name)} ${value}${metric === '' ? '' : ` ${metric}`}`
}

/** Words for a field of a record that was changed. */
export const CHANGES: ChangeWords = {
  none: 'rien',
  precisions: { date: 'jour', month: 'mois' },
  fields: {
    grade: 'classe',
    harvestYear: 'récolte',
    plantedOn: 'date du semis',
    plantedPrecision: 'précision de la date du semis',
    tags: 'mentions',
    freeTags: 'mentions',
    expectedYield: 'rendement attendu',
    weight: 'poids',
    soldWeight: 'poids vendu',
    businessUnits: 'unités',
  },
  between: (field, before, after) => `${field} de ${before} à ${after}`,
  and: ' et ',
}

/** By what stock is kept apart. */
const APART: Readonly<Record<string, string>> = {
  organic: 'bio',
  'in-conversion': 'en conversion',
  conventional: 'conventionnel',
  undeclared: 'OGM ou non déclaré',
  'non-gm': 'sans OGM',
  holl: 'HOLL',
  hear: 'HEAR',
}

export function apartBy(names: string[]): string {
  return names.map((name) => APART[name] ?? name).join(', ')
}

/** Choices in the filters of records. */
export const CHOICES: Record<ChoiceName, string> = {
  crop: 'Culture',
  produce: 'Produit',
  planting: 'Semis',
  intake: 'Réception',
  existing: 'Stock présent',
  movement: 'Mouvement',
  trade: 'Disponible à la vente',
  field: 'Parcelle',
  store: 'Silo',
  active: 'Avec du stock',
  empty: 'Vide',
  found: 'Plus que le registre',
  lost: 'Moins que le registre',
  agreed: 'Comme le registre',
  never: 'Jamais compté',
}

/** Choices in the filters of movements. */
export const MOVEMENT_CHOICES: Record<MovementChoice, string> = {
  intake: 'réception',
  internal: 'transilage',
  outbound: 'expédition',
  incomplete: 'incomplet',
  complete: 'complet',
  deleted: 'supprimé',
}

const WEIGHT_SOURCES = { scale: 'lu à la bascule', typed: 'saisi à la main', file: 'd’un fichier' }

export function sourceOfWeight(weight: WeightSource, { day, figure }: DayAndFigure): string {
  const { source, device, recordNumber, reason, ticket, atUTC, factor } = weight
  const corrected = factor === 1 ? '' : `rectifié par × ${figure(factor)}`
  const record = recordNumber === '' ? '' : `mémoire alibi n° ${recordNumber}`
  if (source === 'remembered') return `tare du ${day(atUTC)}, bon ${ticket}`
  const from = [WEIGHT_SOURCES[source], device].filter(Boolean).join(' ')
  const said = reason === '' ? from : `${from} (${reason})`
  // A record is of a scale: which one is only said where it has a name.
  return [record === '' || device !== '' ? said : '', record, corrected].filter(Boolean).join(', ')
}
