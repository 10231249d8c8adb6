import type { Difference, Fact, Trait } from '../terms.ts'
import { factIn, type FactWords } from '../facts.ts'
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
  'list of commodity tags': 'Merkmale der Frucht',
  'list of tags': 'Merkmale',
  lorry: 'Kennzeichen',
  moisture: 'Feuchte',
  name: 'Name',
  owner: 'Eigentümer',
  'planting date': 'Aussaat',
  position: 'Lage',
  receiver: 'Empfänger',
  sender: 'Lieferant',
  tare: 'Tara',
  'three-word address': 'Drei-Wort-Adresse',
  type: 'Typ',
  variety: 'Sorte',
  weight: 'Gewicht',
}

const words: FactWords = {
  without: {
    none: 'nichts',
    another: 'anders',
    'not weighed': 'nicht gewogen',
    'not measured': 'nicht gemessen',
  },
  month: (month) => month.split('-').toReversed().join('/'),
  at: (day, time) => `${day} ${time} Uhr`,
}

/** Puts a fact into German. */
export const fact = (said: Fact, write: Writing): string => factIn(words, said, write)

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
