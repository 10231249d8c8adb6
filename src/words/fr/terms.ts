import type {
  CalledBy,
  ConflictOf,
  KindName,
  MissingAction,
  PlaceType,
  RoleName,
  SavedState,
  StockInBay,
  WholeMovement,
} from '../terms.ts'
import type { Writing } from '../writing.ts'

export const ROLES: Record<RoleName, string> = {
  viewer: 'Viewer',
  operator: 'Operator',
  manager: 'Manager',
  admin: 'Admin',
  owner: 'Administrateur de la maison',
}

export const A_PLACE: Record<PlaceType, string> = { field: 'une parcelle', store: 'un silo' }

export const KINDS: Record<KindName, string> = { crop: 'une culture', produce: 'un produit' }

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

/** What stock is called by then: “Mixed” is the service's own word, and no name. */
export function calledNow(name: string | null): string {
  return name === 'Mixed' ? 'mélangé' : (name ?? 'inconnu')
}

/** What a load weighs: 0 is of one that nobody has weighed. */
export function loadOf(kilograms: number, { weight }: Writing): string {
  return kilograms === 0 ? 'un chargement pas encore pesé' : weight(kilograms)
}

export function stockIn({ name, bay }: StockInBay): string {
  return bay === '' ? `« ${name} »` : `« ${name} » dans ${bay}`
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
