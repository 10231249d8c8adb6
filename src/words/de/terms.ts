import type { KindName, PlaceType, RoleName } from '../terms.ts'

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
