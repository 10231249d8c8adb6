import type { searches as english } from '../en/searches.ts'
import type { FilterName } from '../terms.ts'
import type { SameAs } from '../writing.ts'

const FILTERS: Record<FilterName, string> = {
  Status: 'Stand',
  'Business unit': 'Betriebsteil',
  Variety: 'Sorte',
  Type: 'Art',
  Owner: 'Eigentümer',
  Town: 'Ort',
  'Stores supporting a commodity': 'Lager für ein Getreide',
  Storer: 'Lagerhalter',
  'Store it went to': 'Lager, in das es ging',
  'Storage location': 'Lagerort',
  Source: 'Herkunft',
  'Sender or receiver': 'Anlieferer oder Empfänger',
  'Registration of the vehicle': 'Kennzeichen des Fahrzeugs',
  Region: 'Region',
  'Region of the field': 'Region des Schlags',
  'Region of any of its fields': 'Region eines der Schläge',
  'Record that it is known by, took from or brought to':
    'Bestand, nach dem es heißt, von dem oder zu dem es ging',
  'Owner of the stock': 'Eigentümer des Bestands',
  'Management type': 'Bewirtschaftung',
  'Last count': 'Letzte Bestandsaufnahme',
  Kind: 'Art des Bestands',
  'Kind of place': 'Art des Ortes',
  Scope: 'Gilt für',
  'Storage contract': 'Lagervertrag',
  'Has inventory': 'Mit Bestand',
  'Harvest year': 'Erntejahr',
  Grade: 'Güte',
  'Field or store': 'Schlag oder Lager',
  'Field or store it came from': 'Schlag oder Lager, woher es kam',
  'Crop or produce': 'Feldfrucht oder Ernteware',
  Commodity: 'Getreide',
  'Commodity tag': 'Merkmal des Getreides',
  Buyer: 'Käufer',
  Partner: 'Partner',
  Contract: 'Kontrakt',
  Reason: 'Grund',
  Bay: 'Box',
  Tag: 'Merkmal',
  Tags: 'Merkmale',
  'Location tag': 'Merkmal des Lagerorts',
}

export const searches: SameAs<typeof english> = {
  filterName: ({ name }) => FILTERS[name],
  isUngraded: () => 'Ohne Güte',
}
