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
  viewer: 'Leser',
  operator: 'Mitarbeiter',
  manager: 'Leiter',
  admin: 'Administrator',
  owner: 'Hauptadministrator',
}

export const A_PLACE: Record<PlaceType, string> = { field: 'ein Schlag', store: 'ein Lager' }

export const KINDS: Record<KindName, string> = { crop: 'Feldfrucht', produce: 'Ernteware' }

export const SOURCES: Record<SourceType, string> = {
  planting: 'Aussaat',
  intake: 'Anlieferung',
  existing: 'vorhandene Ware',
  import: 'vorhandene Ware',
}

/** Managed reasons of corrections, by the names that answers give them. */
const REASONS: Readonly<Record<string, string>> = {
  'Stock take': 'Bestandsaufnahme',
  'Drying loss': 'Trocknungsverlust',
  'Cleaning loss': 'Reinigungsverlust',
  'Handling loss': 'Umschlagverlust',
  'Moisture change': 'Feuchteänderung',
  'Bay emptied': 'Box geleert',
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

/** Puts into German the name that stock goes by then: “Mixed” is the service's own word, not a name. */
export function calledNow(name: string | null): string {
  return name === 'Mixed' ? 'gemischt' : (name ?? 'unbekannt')
}

/** Puts the weight of a load into words; 0 means that nobody has weighed it. */
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

export const BEGINNINGS: Record<RecordSource, string> = {
  planting: 'Ausgesät.',
  intake: 'Mit einer Anlieferung begonnen.',
  existing: 'Als vorhandener Bestand erfasst.',
  movement: 'Mit einer Bewegung begonnen.',
  trade: 'Als verkäuflich erfasst.',
}

/** Puts the weight of a load into words, as at the beginning of a sentence. */
export function loadAtStart(kilograms: number, write: Writing): string {
  const load = loadOf(kilograms, write)
  return load.charAt(0).toUpperCase() + load.slice(1)
}

/** Describes a difference: stock found or, if negative, lost. */
export function differenceOf(difference: number, isPlanned: boolean, { weight }: Writing): string {
  if (isPlanned)
    return difference > 0
      ? `${weight(difference)} werden zugebucht`
      : `${weight(-difference)} werden ausgebucht`
  if (difference === 0) return 'das Buch stimmte'
  return difference > 0 ? `${weight(difference)} gefunden` : `${weight(-difference)} verloren`
}

export function measured({ name, value, metric }: MeasuredFigure): string {
  return `${measureNamed(name)} ${value}${metric === '' ? '' : ` ${metric}`}`
}

/** Words for a field of a record that was changed. */
export const CHANGES: ChangeWords = {
  none: 'ohne',
  precisions: { date: 'Tag', month: 'Monat' },
  fields: {
    grade: 'Güte',
    harvestYear: 'Erntejahr',
    plantedOn: 'Datum der Aussaat',
    plantedPrecision: 'Genauigkeit des Datums der Aussaat',
    tags: 'Merkmale',
    freeTags: 'Merkmale',
    expectedYield: 'erwarteter Ertrag',
    weight: 'Gewicht',
    soldWeight: 'verkauftes Gewicht',
    businessUnits: 'Betriebsteile',
  },
  between: (field, before, after) => `${field} von ${before} auf ${after}`,
  and: ' und ',
}

/** By what stock is kept apart. */
const APART: Readonly<Record<string, string>> = {
  organic: 'bio',
  'in-conversion': 'in Umstellung',
  conventional: 'konventionell',
  undeclared: 'GVO oder nicht erklärt',
  'non-gm': 'gentechnikfrei',
  holl: 'HOLL',
  hear: 'HEAR',
}

export function apartBy(names: string[]): string {
  return names.map((name) => APART[name] ?? name).join(', ')
}

/** Choices in the filters of records. */
export const CHOICES: Record<ChoiceName, string> = {
  crop: 'Feldfrucht',
  produce: 'Ernteware',
  planting: 'Aussaat',
  intake: 'Anlieferung',
  existing: 'Vorhandener Bestand',
  movement: 'Bewegung',
  trade: 'Zum Verkauf erfasst',
  field: 'Schlag',
  store: 'Lager',
  active: 'Mit Bestand',
  empty: 'Leer',
  found: 'Mehr als im Buch',
  lost: 'Weniger als im Buch',
  agreed: 'Wie im Buch',
  never: 'Nie gezählt',
}

/** Choices in the filters of movements. */
export const MOVEMENT_CHOICES: Record<MovementChoice, string> = {
  intake: 'Anlieferung',
  internal: 'Umlagerung',
  outbound: 'Auslieferung',
  incomplete: 'unvollständig',
  complete: 'vollständig',
  deleted: 'gelöscht',
}

const WEIGHT_SOURCES = { scale: 'von der Waage', typed: 'von Hand eingegeben', file: 'aus einer Datei' }

export function sourceOfWeight(weight: WeightSource, { day, figure }: DayAndFigure): string {
  const { source, device, recordNumber, reason, ticket, atUTC, factor } = weight
  const corrected = factor === 1 ? '' : `berichtigt mit × ${figure(factor)}`
  const record = recordNumber === '' ? '' : `Alibispeicher Nr. ${recordNumber}`
  if (source === 'remembered') return `Tara vom ${day(atUTC)}, Wiegeschein ${ticket}`
  const from = [WEIGHT_SOURCES[source], device].filter(Boolean).join(' ')
  const said = reason === '' ? from : `${from} (${reason})`
  // A record is of a scale: which one is only said where it has a name.
  return [record === '' || device !== '' ? said : '', record, corrected].filter(Boolean).join(', ')
}
