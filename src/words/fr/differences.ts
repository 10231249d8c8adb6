import type { Difference, Fact, Trait } from '../terms.ts'
import { factIn, type FactWords } from '../facts.ts'
import type { Writing } from '../writing.ts'

/** Traits that things are compared by, in French. */
export const traits: Record<Trait, string> = {
  address: 'adresse',
  area: 'surface',
  bay: 'cellule',
  'bay that it came from': 'cellule d’origine',
  'bay that it went to': 'cellule de destination',
  commodity: 'culture',
  contract: 'contrat',
  date: 'date',
  driver: 'chauffeur',
  'expected yield': 'rendement attendu',
  field: 'parcelle',
  grade: 'qualité',
  gross: 'poids brut',
  'harvest year': 'année de récolte',
  'list of business units': 'unités',
  'list of commodity tags': 'mentions de la culture',
  'list of tags': 'mentions',
  lorry: 'camion',
  moisture: 'humidité',
  name: 'nom',
  owner: 'propriétaire',
  'planting date': 'date de semis',
  position: 'position',
  receiver: 'destinataire',
  sender: 'fournisseur',
  tare: 'tare',
  'three-word address': 'adresse en trois mots',
  type: 'type',
  variety: 'variété',
  weight: 'poids',
}

const words: FactWords = {
  without: { none: 'rien', another: 'autre', 'not weighed': 'non pesé', 'not measured': 'non mesuré' },
  month: (month) => month.split('-').toReversed().join('/'),
  at: (day, time) => `${day} à ${time}`,
}

/** Puts a fact into French. */
export const fact = (said: Fact, write: Writing): string => factIn(words, said, write)

/** `poids (saisi 28 460 kg, dans la ligne 28 640 kg)`. */
export function listed(differences: Difference[], write: Writing): string {
  return differences
    .map(
      ({ trait, there, here }) =>
        `${traits[trait]} (saisi ${fact(there, write)}, dans la ligne ${fact(here, write)})`,
    )
    .join(' ; ')
}

/** Describes one difference, as at the beginning of a sentence. */
export function begun({ trait, there, here }: Difference, write: Writing): string {
  const name = traits[trait].charAt(0).toLocaleUpperCase() + traits[trait].slice(1)
  return `${name} : saisi ${fact(there, write)}, dans la ligne ${fact(here, write)}`
}

/** Lists corrections: `poids (avant 28 460 kg, maintenant 28 640 kg)`. */
export function corrected(differences: Difference[], write: Writing): string {
  return differences
    .map(
      ({ trait, there, here }) =>
        `${traits[trait]} (avant ${fact(there, write)}, maintenant ${fact(here, write)})`,
    )
    .join(' ; ')
}
