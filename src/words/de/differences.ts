import type { Difference, Fact, Trait } from '../terms.ts'
import type { Writing } from '../writing.ts'

/** Traits that things are compared by, in German. */
export const traits: Record<Trait, string> = {
  address: 'Adresse',
  area: 'Fläche',
  bay: 'Box',
  'bay that it came from': 'Box, aus der sie kam',
  'bay that it went to': 'Box, in die sie kam',
  commodity: 'Frucht',
  contract: 'Vertrag',
  date: 'Datum',
  driver: 'Fahrer',
  'expected yield': 'erwarteter Ertrag',
  field: 'Schlag',
  grade: 'Güte',
  gross: 'Brutto',
  'harvest year': 'Erntejahr',
  'list of business units': 'Betriebsteile',
  'list of commodity tags': 'Merkmale',
  'list of tags': 'Schlagwörter',
  lorry: 'Kennzeichen',
  moisture: 'Feuchte',
  name: 'Name',
  owner: 'Eigentümer',
  'planting date': 'Aussaat',
  position: 'Lage',
  receiver: 'Empfänger',
  sender: 'Lieferant',
  tare: 'Tara',
  'three-word address': 'Drei-Wörter-Adresse',
  type: 'Typ',
  variety: 'Sorte',
  weight: 'Gewicht',
}

const NONE = {
  none: 'nichts',
  another: 'anders',
  'not weighed': 'nicht gewogen',
  'not measured': 'nicht gemessen',
}

/** Puts a fact into German. */
export function fact(said: Fact, write: Writing): string {
  if ('none' in said) return NONE[said.none]
  if ('name' in said) return said.name
  if ('names' in said) return said.names.join(', ')
  if ('lines' in said) return said.lines.map((line) => line ?? NONE.none).join(', ')
  if ('hectares' in said) return write.area(said.hectares)
  if ('kilograms' in said) return write.weight(said.kilograms)
  if ('kilogramsPerHectare' in said) return `${write.figure(said.kilogramsPerHectare)} kg/ha`
  if ('percentage' in said) return `${write.figure(said.percentage)} %`
  if ('date' in said) return write.date(said.date)
  if ('month' in said) return said.month.split('-').toReversed().join('/')
  if ('lat' in said) return `${said.lat}, ${said.lon}`
  const { atUTC, timeZone, hasTime } = said
  return hasTime
    ? `${write.day(atUTC, timeZone)} ${write.time(atUTC, timeZone)} Uhr`
    : write.day(atUTC, timeZone)
}

/** `Gewicht (gespeichert 28.460 kg, in der Zeile 28.640 kg)`. */
export function listed(differences: Difference[], write: Writing): string {
  return differences
    .map(
      ({ trait, there, here }) =>
        `${traits[trait]} (gespeichert ${fact(there, write)}, in der Zeile ${fact(here, write)})`,
    )
    .join('; ')
}

/** Describes one difference, as at the beginning of a sentence. */
export function begun({ trait, there, here }: Difference, write: Writing): string {
  const name = traits[trait].charAt(0).toLocaleUpperCase() + traits[trait].slice(1)
  return `${name}: gespeichert ${fact(there, write)}, in der Zeile ${fact(here, write)}`
}

/** Lists corrections: `Gewicht (vorher 28.460 kg, jetzt 28.640 kg)`. */
export function corrected(differences: Difference[], write: Writing): string {
  return differences
    .map(
      ({ trait, there, here }) =>
        `${traits[trait]} (vorher ${fact(there, write)}, jetzt ${fact(here, write)})`,
    )
    .join('; ')
}
