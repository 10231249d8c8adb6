// Kinds of things that sentences on stock name.

/** What somebody may do in an organisation. */
export type RoleName = 'viewer' | 'operator' | 'manager' | 'admin' | 'owner'

export type PlaceType = 'field' | 'store'

/** What crops of the catalogue are: what grows, or what is made of it. */
export type KindName = 'crop' | 'produce'

/** Where stock is said to come from. */
export type SourceType = 'planting' | 'intake' | 'existing' | 'import'

/** Stock with all that it may be kept apart by: two heaps of one name may be different. */
export interface NamedStock {
  name: string
  /** Left out where nothing but a number is known. */
  owner?: string
  /** What it is kept apart from the other by, such as “organic”. */
  apart?: string[]
  /** Where it lies until it comes. */
  from?: string[]
}

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

/** What a plan breaks in a bay, by how much and when; 0 kilograms are of a load that is not weighed yet. */
export interface ConflictOf {
  stock: string
  bay: string
  weight: number
  atUTC: string
  timeZone: string
}

/** A movement with all that it says of stock. */
export interface WholeMovement {
  id: number
  weight: number
  /** Empty where nobody said. */
  from: string
  to: string
  atUTC: string
  timeZone: string
  isSold: boolean
}

/** What is left to fill in of a load. */
export type MissingAction = 'driver' | 'empty' | 'full'

/** What has become of a load that was filled in; it is complete by itself once nothing is left to fill in, whatever was asked. */
export type SavedState = 'saved' | 'reopened' | 'complete' | 'complete all the same'

/** How a record may begin. */
export type RecordSource = 'planting' | 'intake' | 'existing' | 'movement' | 'trade'

/** Who bears a loss. */
export type PayerName = 'owner' | 'storer'

/** What was measured, as somebody typed it. */
export interface MeasuredFigure {
  name: string
  value: string
  metric: string
}

/** What of a record was changed: weights in kilograms, yields in kilograms per hectare, days of the calendar; null where there was nothing. */
export type ChangedField =
  | { field: 'grade' | 'harvestYear' | 'plantedOn'; before: string | null; after: string | null }
  | { field: 'plantedPrecision'; before: DatePrecision; after: DatePrecision }
  | { field: 'tags'; before: string[]; after: string[] }
  | { field: 'expectedYield'; before: number | null; after: number | null }
  | { field: 'weight' | 'soldWeight'; before: number; after: number }
  | { field: 'freeTags' | 'businessUnits' }

export type DatePrecision = 'date' | 'month'

/** What people may choose of the filters of records. */
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

/** What people may choose of the filters of movements. */
export type MovementChoice = 'intake' | 'internal' | 'outbound' | 'incomplete' | 'complete' | 'deleted'
