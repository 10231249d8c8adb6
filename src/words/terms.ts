// Kinds of things that sentences name.

/** JSON's name for a type. */
export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'

/** A thing that a request may name though it does not exist. */
export type Thing =
  | 'user'
  | 'record'
  | 'file'
  | 'storage location'
  | 'settlement'
  | 'hold'
  | 'reservation'
  | 'confirmation'
  | 'bay check'
  | 'stock-take'
  | 'period'
  | 'exception'
  | 'organisation'
  | 'movement'
  | 'storage contract'
  | 'contract'
  | 'order'
  | 'tariff'
  | 'report mailing'
  | 'statement of charges'
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
  | 'passkey'
  | 'factor reset'
  | 'delivery'
  | 'country'
  | 'business unit'
  | 'adjustment'
  | 'address'
  | 'API key'
  | 'domain'
  | 'deletion'
  | 'organisation export'
  | 'backup'
  | 'commodity'

/** Kind of the values of a filter. */
export type FilterKind = 'int' | 'uuid' | 'boolean' | 'text'

/** Role that a member of an organisation may have. */
export type RoleName = 'viewer' | 'operator' | 'manager' | 'admin' | 'owner'

/** The country that somebody seems to mean, by its two letters, and as English calls it. */
export interface CountryMeant {
  code: string
  name: string
}

/** Number that somebody gave out of one kind of access that works without their password. */
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

/** English name of a search filter. */
export type FilterName =
  | 'Status'
  | 'Reason'
  | 'Bay'
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
  | 'Partner'
  | 'Storage contract'
  | 'Tag'
  | 'Tags'
  | 'Scope'
  | 'Contract'
  | 'Location tag'

/** Among what it was looked for. */
export type Within = 'yours' | 'plan' | 'settlement' | 'stock-take' | 'record' | 'adjustment' | 'unarchived'

/** Trait that two things are compared by. */
export type Trait =
  | 'address'
  | 'area'
  | 'bay'
  | 'bay that it came from'
  | 'bay that it went to'
  | 'commodity'
  | 'contract'
  | 'date'
  | 'driver'
  | 'expected yield'
  | 'field'
  | 'grade'
  | 'gross'
  | 'harvest year'
  | 'list of business units'
  | 'list of commodity tags'
  | 'list of tags'
  | 'lorry'
  | 'moisture'
  | 'name'
  | 'owner'
  | 'planting date'
  | 'position'
  | 'receiver'
  | 'sender'
  | 'tare'
  | 'three-word address'
  | 'type'
  | 'variety'
  | 'weight'

/** Value of such a trait. */
export type Fact =
  | { none: 'none' | 'another' | 'not weighed' | 'not measured' }
  | { name: string }
  | { names: string[] }
  /** Of an address, null where one is empty. */
  | { lines: (string | null)[] }
  | { hectares: number }
  | { kilograms: number }
  | { kilogramsPerHectare: number }
  | { percentage: number }
  | { date: string }
  | { month: string }
  | { atUTC: string; timeZone: string; hasTime: boolean }
  | { lat: number; lon: number }

/** Something of which a row says otherwise than what is there. */
export interface Difference {
  trait: Trait
  there: Fact
  here: Fact
}

/** A point in degrees north and east. */
export interface Coordinates {
  lat: number
  lon: number
}

/** Kinds of entries of which each may be in a file of reference data once. */
export type UniqueData =
  | 'list'
  | 'commodity'
  | 'type'
  | 'tag'
  | 'defaultOfSegregation'
  | 'codes'
  | 'country'
  | 'grade'
  | 'measure'
  | 'unit'
  | 'bushel'
  | 'price'
  | 'aliases'
  | 'groupedRegion'
  | 'testedRegion'
  | 'reason'
