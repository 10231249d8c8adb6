// Kinds of things that sentences on stock name.

export type PlaceType = 'field' | 'store'

/** Kind of a crop in the catalogue: one that grows, or one made of it. */
export type KindName = 'crop' | 'produce'

/** Stated origin of stock. */
export type SourceType = 'planting' | 'intake' | 'existing' | 'import'

/** Stock with all that it may be kept apart by: two heaps of one name may be different. */
export interface NamedStock {
  name: string
  /** Left out where nothing but a number is known. */
  owner?: string
  /** Traits that separate it from the other, such as “organic”. */
  apart?: string[]
  /** Places where it lies until it comes. */
  from?: string[]
}

/** A trait that parcels have to share to be mixed. */
export type MixedBy = 'commodity' | 'owner' | 'harvestYear' | 'segregation'

/** A parcel and where it lies: a season's parcels of one commodity are all called alike. The bay is empty where it lies in none. */
export interface StockInBay {
  name: string
  bay: string
}

/** Stock that was counted, and when. */
export interface CountedStock {
  stock: StockInBay
  atUTC: string
  timeZone: string
}

/** By what stock is called. */
export type CalledBy = 'type' | 'grade' | 'variety'

/** A rule that a plan breaks in a bay, by how much and when; 0 kilograms stand for a load that is not weighed yet. */
export interface ConflictOf {
  stock: string
  bay: string
  weight: number
  atUTC: string
  timeZone: string
}

/** Reason why a bay or parcel is on hold. */
export type HoldReason =
  | 'awaiting_result'
  | 'infestation'
  | 'fumigation'
  | 'residue'
  | 'mycotoxin'
  | 'dispute'
  | 'contamination'
  | 'authority'
  | 'other'

/** State of a hold at a moment. */
export type HoldStateName = 'coming' | 'standing' | 'ended'

/** Side on which a load is against a hold. */
export type HoldSide = 'out' | 'in'

/** A planned load that a hold is against. */
export interface HeldConflict extends ConflictOf {
  direction: HoldSide
  reason: HoldReason
}

/** A movement with all that it says of stock. */
export interface WholeMovement {
  id: number
  /** Left out where it has none. */
  documentNumber?: string
  weight: number
  /** Empty where nobody said. */
  from: string
  to: string
  atUTC: string
  timeZone: string
  isSold: boolean
}

/** Source of a weight, as sentences and papers say it. Texts are empty where nobody gave them. */
export interface WeightSource {
  source: 'scale' | 'typed' | 'remembered' | 'file'
  device: string
  recordNumber: string
  reason: string
  /** Of a remembered tare: the number of its ticket, and its moment. */
  ticket: string
  atUTC: string
  /** By what the figure was multiplied since; 1 where it was not. */
  factor: number
}

/** A weight of a lorry by its name. */
export type WeightNamed = WeightSource & { what: 'full' | 'empty' | 'net' }

/** Item of a load that is still to be filled in. */
export type MissingAction = 'driver' | 'empty' | 'full'

/** State of a load after it was filled in; it is complete by itself once nothing is left to fill in, whatever was asked. */
export type SavedState = 'saved' | 'reopened' | 'complete' | 'complete all the same'

/** Way in which a record may begin. */
export type RecordSource = 'planting' | 'intake' | 'existing' | 'movement' | 'trade'

/** Party that bears a loss. */
export type PayerName = 'owner' | 'storer'

/** A measurement, as somebody typed it. */
export interface MeasuredFigure {
  name: string
  value: string
  metric: string
}

/** Changed field of a record: weights in kilograms, yields in kilograms per hectare, days of the calendar; null where there was nothing. */
export type ChangedField =
  | { field: 'grade' | 'harvestYear' | 'plantedOn'; before: string | null; after: string | null }
  | { field: 'plantedPrecision'; before: DatePrecision; after: DatePrecision }
  | { field: 'tags'; before: string[]; after: string[] }
  | { field: 'expectedYield'; before: number | null; after: number | null }
  | { field: 'weight' | 'soldWeight'; before: number; after: number }
  | { field: 'freeTags' | 'businessUnits' }

export type DatePrecision = 'date' | 'month'

/** Choice in the filters of records. */
export type ChoiceName =
  | KindName
  | RecordSource
  | PlaceType
  | 'active'
  | 'empty'
  | 'found'
  | 'lost'
  | 'agreed'
  | 'never'

/** Choice in the filters of movements. */
export type MovementChoice = 'intake' | 'internal' | 'outbound' | 'incomplete' | 'complete' | 'deleted'
