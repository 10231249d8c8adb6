import type { Crop } from './file.ts'

/** What a farm office enters, apart from how much of it. Dates without a zone are local time on the farm. */

export const bays = [
  'Bay 1',
  'Bay 2',
  'Seed bin',
  'Kept for others',
  'Straw bay 1',
  'Straw bay 2',
  'Straw bay 3',
] as const
export type Bay = (typeof bays)[number]

/** What one bay holds of one harvest year. */
export interface Parcel {
  bay: Bay
  year: number
}

/** Whom the farm trades with, by its own ids for them. */
export const partners = {
  homeFarm: { id: 'home-farm', name: 'Home Farm' },
  cornMerchant: { id: 'corn-merchant', name: 'Corn Merchant' },
  mill: { id: 'mill', name: 'Valley Mill' },
  strawDealer: { id: 'straw-dealer', name: 'Straw Dealer' },
} as const
export type Partner = (typeof partners)[keyof typeof partners]

/** Managed reasons for adjustments. */
export const reasons = { cleaningLoss: 3, bayEmptied: 6, seedRetained: 11 } as const

interface Dated {
  /** Names the request for ever, so that sending it again adds nothing. */
  key: string
  at: string
}
export type Harvest = Dated & {
  kind: 'harvest'
  crop: Crop
  to: Parcel
  loads: { plot: string; grams: number }[]
}
export type Intake = Dated & { kind: 'intake'; from: Partner; owned: boolean; to: Parcel; grams: number }
/** From a bay to another bay, or out to a partner. */
export type Haul = Dated & {
  kind: 'haul'
  from: Parcel
  to: Parcel | Partner
  sold: boolean
  grams: number
  /** Found missing just before. */
  lost?: { grams: number; reason: number }
  /** What the books still have afterwards is written off. */
  empties: boolean
}
/** Estimated first; the weighbridge then says what it was; then the same again. */
export type Sale = Dated & {
  kind: 'sale'
  from: Parcel
  to: Partner
  estimatedGrams: number
  netGrams: number
  copies: number
}
export type Step = Harvest | Intake | Haul | Sale
