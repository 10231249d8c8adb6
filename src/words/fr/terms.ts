import type { KindName, PlaceType, RoleName } from '../terms.ts'

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
