import type { searches as english } from '../en/searches.ts'
import type { FilterName } from '../terms.ts'
import type { SameAs } from '../writing.ts'

const FILTERS: Record<FilterName, string> = {
  Status: 'État',
  'Business unit': 'Unité',
  Variety: 'Variété',
  Type: 'Type',
  Owner: 'Propriétaire',
  Town: 'Commune',
  'Stores supporting a commodity': 'Silos pour un grain',
  Storer: 'Stockeur',
  'Store it went to': 'Silo où c’est allé',
  'Storage location': 'Lieu de stockage',
  Source: 'Origine',
  'Sender or receiver': 'Apporteur ou destinataire',
  'Registration of the vehicle': 'Immatriculation du véhicule',
  Region: 'Région',
  'Region of the field': 'Région de la parcelle',
  'Region of any of its fields': 'Région de l’une des parcelles',
  'Record that it is known by, took from or brought to':
    'Stock dont il porte le nom, d’où ou vers où c’est allé',
  'Owner of the stock': 'Propriétaire du stock',
  'Management type': 'Mode de conduite',
  'Last count': 'Dernier inventaire',
  Kind: 'Genre',
  'Kind of place': 'Genre de lieu',
  Scope: 'Porte sur',
  'Storage contract': 'Contrat de stockage',
  'Has inventory': 'Avec du stock',
  'Harvest year': 'Année de récolte',
  Grade: 'Classe',
  'Field or store': 'Parcelle ou silo',
  'Field or store it came from': 'Parcelle ou silo d’où cela vient',
  'Crop or produce': 'Culture ou produit',
  Commodity: 'Grain',
  'Commodity tag': 'Mention du grain',
  Buyer: 'Acheteur',
  Partner: 'Partenaire',
  Contract: 'Contrat',
  Reason: 'Motif',
  Bay: 'Cellule',
  Tag: 'Mention',
  Tags: 'Mentions',
  'Location tag': 'Mention du lieu',
}

export const searches: SameAs<typeof english> = {
  filterName: ({ name }) => FILTERS[name],
  isUngraded: () => 'Sans classe',
}
