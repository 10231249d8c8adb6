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
  owner: 'Administrator des Hauses',
}

export const A_PLACE: Record<PlaceType, string> = { field: 'ein Schlag', store: 'ein Lager' }

export const KINDS: Record<KindName, string> = { crop: 'eine Feldfrucht', produce: 'ein Erzeugnis' }

/** Managed reasons of corrections, by the names that answers give them. */
const REASONS: Readonly<Record<string, string>> = {
  'Stock take': 'Bestandsaufnahme',
  'Drying loss': 'Trocknungsverlust',
  'Cleaning loss': 'Reinigungsverlust',
  'Handling loss': 'Umschlagverlust',
  'Moisture change': 'Feuchteänderung',
  'Bay emptied': 'Zelle geleert',
  Spillage: 'Verschüttet',
  'Pest damage': 'Schädlingsfraß',
  Spoilage: 'Verderb',
  'Own use': 'Eigenverbrauch',
  'Seed retained': 'Saatgut zurückbehalten',
  Sampling: 'Probenahme',
  'Weighbridge correction': 'Berichtigung der Waage',
  Regrade: 'Umstufung',
  'Opening balance': 'Anfangsbestand',
  Theft: 'Diebstahl',
  'Data error': 'Datenfehler',
}

export function reasonNamed(name: string): string {
  return REASONS[name] ?? name
}

export const CALLED_BY: Record<CalledBy, string> = {
  type: 'der Typ',
  grade: 'die Güte',
  variety: 'die Sorte',
}

/** What stock is called by then: “Mixed” is the service's own word, and no name. */
export function calledNow(name: string | null): string {
  return name === 'Mixed' ? 'gemischt' : (name ?? 'unbekannt')
}

/** What a load weighs: 0 is of one that nobody has weighed. */
export function loadOf(kilograms: number, { weight }: Writing): string {
  return kilograms === 0 ? 'eine noch nicht gewogene Fuhre' : weight(kilograms)
}

export function stockIn({ name, bay }: StockInBay): string {
  return bay === '' ? `„${name}“` : `„${name}“ in ${bay}`
}

export function dayOf({ atUTC, timeZone }: ConflictOf, { day }: Writing): string {
  return day(atUTC, timeZone)
}

export function conflictWeight({ weight }: ConflictOf, write: Writing): string {
  return loadOf(weight, write)
}

export const MISSING: Record<MissingAction, string> = {
  driver: 'Fahrer',
  empty: 'Leergewicht',
  full: 'Vollgewicht',
}

export const STATES: Record<SavedState, string> = {
  saved: 'Bewegung gespeichert',
  reopened: 'Bewegung wieder offen',
  complete: 'Bewegung abgeschlossen',
  'complete all the same': 'Bewegung abgeschlossen, denn es ist nichts mehr auszufüllen',
}

/** All that a movement says of stock. */
export function wholeMovement(
  { weight, from, to, atUTC, timeZone, isSold }: WholeMovement,
  write: Writing,
): string {
  const [day, time] = [write.day(atUTC, timeZone), write.time(atUTC, timeZone)]
  const origin = from === '' ? '' : ` von ${from}`
  return `${loadOf(weight, write)}${origin} nach ${to} am ${day} um ${time} Uhr${isSold ? ', verkauft' : ''}`
}
