// Kinds of things that sentences name.

/** What JSON calls types. */
export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'

/** What a request may name in vain. */
export type Thing =
  | 'user'
  | 'record'
  | 'file'
  | 'storage location'
  | 'settlement'
  | 'organisation'
  | 'movement'
  | 'storage contract'
  | 'import'
  | 'harvest plan'
  | 'conversation'
  | 'bay'
  | 'partner'
  | 'load'
  | 'conversation about listing'
  | 'word'
  | 'what3words address'
  | 'webhook'
  | 'trade availability record'
  | 'store'
  | 'storage'
  | 'storage note'
  | 'short link'
  | 'question'
  | 'paper'
  | 'owner'
  | 'open session'
  | 'open invitation'
  | 'line'
  | 'job'
  | 'identity'
  | 'delivery'
  | 'country'
  | 'business unit'
  | 'adjustment'
  | 'address'
  | 'API key'
  | 'commodity'

/** What values of a filter are. */
export type FilterKind = 'int' | 'uuid' | 'boolean' | 'text'

/** What members of an organisation may be. */
export type RoleName = 'viewer' | 'operator' | 'manager' | 'admin' | 'owner'

/** The country that somebody seems to mean, by its two letters, and as English calls it. */
export interface CountryMeant {
  code: string
  name: string
}

/** How many somebody gave out of a kind of what goes on without their password. */
export interface GivenOutCount {
  kind: 'api_key' | 'webhook' | 'invitation'
  count: number
}

/** The services whose logging is set apart. */
export type LoggingScope = 'system' | 'inventory'

/** A point in degrees north and east. */
export interface Coordinates {
  lat: number
  lon: number
}

/** What the filters of searches are called in English. */
export type FilterName =
  | 'Status'
  | 'Business unit'
  | 'Variety'
  | 'Type'
  | 'Owner'
  | 'Town'
  | 'Stores supporting a commodity'
  | 'Storer'
  | 'Store it went to'
  | 'Storage location'
  | 'Source'
  | 'Sender or receiver'
  | 'Registration of the vehicle'
  | 'Region'
  | 'Region of the field'
  | 'Region of any of its fields'
  | 'Record that it is known by, took from or brought to'
  | 'Owner of the stock'
  | 'Management type'
  | 'Last count'
  | 'Kind'
  | 'Kind of place'
  | 'Has inventory'
  | 'Harvest year'
  | 'Grade'
  | 'Field or store'
  | 'Field or store it came from'
  | 'Crop or produce'
  | 'Commodity'
  | 'Commodity tag'
  | 'Buyer'
  | 'Tag'
  | 'Tags'
  | 'Location tag'

/** Among what it was looked for. */
export type Within = 'yours' | 'plan' | 'settlement' | 'record' | 'adjustment' | 'unarchived'

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
