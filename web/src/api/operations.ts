// Generated from the OpenAPI documents by generate.ts: npm run client. Do not edit.
export type Error = {
  status: "error"
  code: "invalid_input" | "destination_ambiguous" | "insufficient_stock" | "incompatible_stock" | "grade_lost" | "not_stock" | "weight_missing" | "stale_area" | "already_deleted" | "not_deleted" | "in_use" | "unauthenticated" | "forbidden" | "not_found" | "already_exists" | "idempotency_in_flight" | "precondition_failed" | "idempotency_key_reused" | "unknown_host" | "body_too_large" | "quota_exceeded" | "unsupported_media_type" | "range_not_satisfiable" | "rate_limited" | "unavailable" | "file_lost" | "internal_error"
  message: string
  stack: string
  body: {
    [name: string]: unknown
  }
  validation: Array<{
    path: string
    message: string
    code: string
    data: {
      [name: string]: unknown
    }
  }>
}
export type BusinessUnit = {
  id: string
  name: string
  type: string
}
export type MovementSide = {
  area: number
  organisationId: string
  organisationName: string
  businessUnits: Array<BusinessUnit>
  storageId: string
  substorageId: number
  substorageName: string
  type: string
  name: string
  region: string
  postcode: string
}
export type NamedId = {
  id: number
  name: string
}
export type ScaleWeight = {
  name: string
  conversion: number
  weight: number | null
}
export type FileRef = {
  id: string
  name: string
  url: string | null
  userId: string | null
  userName: string | null
  organisationId: string | null
  createdAtUTC: string | null
}
export type Weight = {
  name: string
  conversion: number
  weight: number
}
export type Sample = {
  id: number
  fields: Array<{
    name: string
    value: string
    metric: string
  }>
  file: FileRef | null
  files: Array<FileRef>
  commodityGradeId: number
}
export type Conflict = {
  kind: "overdrawn" | "over_capacity" | "incompatible" | "contract_exceeded"
  storageId: string
  substorageId: number
  recordId: string
  movementId: number
  movementDateUTC: string
  weight: number
  message: string
}
export type Movement = {
  id: number
  type: "internal" | "intake" | "outbound"
  status: "incomplete" | "complete" | "deleted"
  movementDateISO: string
  inventory: {
    recordId: string
    name: string
    storage: {
      source: MovementSide
      destination: MovementSide
    }
    commodity: {
      commodity: NamedId
      tags: Array<NamedId>
      grade: NamedId
      type: NamedId
      variety: string
      weight: ScaleWeight
    }
    commodityOnTicket?: {
      type: NamedId
      grade: NamedId
      variety: string
      tags: Array<NamedId>
    }
  }
  uid: string
  contractId: string
  contractReference: string
  sold: boolean
  driver: {
    name: string
    vehicleRegistration: string
    loadReference: string
  }
  weighbridge: {
    empty: ScaleWeight
    full: ScaleWeight
    file: FileRef
  }
  ticket?: {
    id: string
    reference: string
    empty: number | null
    full: number | null
    net: number | null
    part: number
    parts: Array<{
      movementId: number
      weight: number | null
      share: number | null
    }>
  }
  actionsRequired: {
    status: "none" | "required"
    outstanding: number
    weighbridge: {
      empty: boolean
      full: boolean
    }
    driver: boolean
  }
  storageContract: {
    id: string
    ownerOrganisationId: string
    storerOrganisationId: string
    requiresCleaning: boolean
    requiresDrying: boolean
    postDryingMoistureLevelPercentage: number
  }
  adjustment?: {
    reasonId: number
    reason: string
    difference: number
    payer: "" | "owner" | "storer"
    notes: string
  }
  gradeReason?: string
  drying?: {
    measuredMoisturePercentage: number
    agreedMoisturePercentage: number
    lossPercentage: number
    isComputed: boolean
    grossWeight: number
    lossWeight: number
    netWeight: number
    reasonId: number
    reason: string
    payer: "owner" | "storer"
  }
  weightRemaining: Weight
  recordedAtUTC: string
  completedAtUTC: string
  samples?: Array<Sample>
  brokenLimits?: Array<{
    name: string
    unit: string
    value: number
    min: number
    max: number
  }>
  changes?: Array<{
    kind: "changed" | "deleted" | "restored"
    atUTC: string
    byName: string
    reason: string
    changed: Array<{
      what: "date" | "weight" | "full" | "empty" | "source" | "destination" | "driver" | "vehicleRegistration" | "loadReference" | "contractReference" | "storageContract" | "sold" | "emptied" | "file"
      before: string | number | boolean | null
      after: string | number | boolean | null
    }>
  }>
  conflicts?: Array<Conflict>
}
export type SameTicket = {
  reference: string
  movementId: number
  movementDateISO: string
}
export type MovementAcknowledgement = {
  message: string
  status: "success"
  ids?: Array<string>
  conflicts?: Array<Conflict>
  recordIds?: Array<string>
  beforeCounts?: Array<{
    recordId: string
    countedAtUTC: string
    reasonId: number
    reason: string
    difference: number
  }>
  sameTickets?: Array<SameTicket>
}
export type BalanceChange = {
  recordId: string
  name: string
  place: string
  before: number
  after: number
}
export type CountChange = {
  recordId: string
  name: string
  countedAtUTC: string
  before: number
  after: number
}
export type LabelChange = {
  recordId: string
  name: string
  isThere: boolean
  weight: number
  what: "type" | "grade"
  before: NamedId
  after: NamedId
  isLoss: boolean
}
export type Judgement = {
  type: NamedId
  grade: NamedId
  verdict: "met" | "failed" | "unmeasured"
  measures: Array<{
    id: number
    name: string
    unit: string
    min: number
    max: number
    moistureBasis?: number
    value: number | null
    verdict: "met" | "failed" | "unmeasured"
  }>
}
export type Blend = {
  place: "bay" | "lorry"
  weight: number
  commodity: NamedId
  type: NamedId
  grade: NamedId
  variety: string
  quality: Array<{
    name: string
    value: number
    metric: string
  }>
  parts: Array<{
    recordId: string
    name: string
    place: string
    ownerId: string
    ownerName: string
    weight: number
    share: number
    isThere: boolean
  }>
  owners: Array<{
    id: string
    name: string
    weight: number
  }>
  contracts: Array<{
    id: string
    reference: string
    ownerId: string
    ownerName: string
  }>
  judgements: Array<Judgement>
}
export type LoadChange = {
  movementId: number
  movementDateISO: string
  vehicleRegistration: string
  before: {
    empty: number | null
    full: number | null
    weight: number | null
  }
  after: {
    empty: number | null
    full: number | null
    weight: number | null
  }
}
export type DryRunAnswer = {
  status: "success"
  message: string
  dryRun: {
    balances: Array<BalanceChange>
    planned: Array<BalanceChange>
    conflicts: {
      before: Array<Conflict>
      after: Array<Conflict>
    }
    counts: Array<CountChange>
    labels: Array<LabelChange>
    blend?: Blend
  }
  changes?: Array<LoadChange>
  sameTickets?: Array<SameTicket>
}
export type MovementTotals = {
  in: {
    loads: number
    weight: number
    unweighed: number
  }
  out: {
    loads: number
    weight: number
    unweighed: number
  }
  within: {
    loads: number
    weight: number
    unweighed: number
  }
}
export type MadeOf = {
  type: "harvest" | "sender" | "opening" | "gain" | "unaccounted"
  recordId: string
  fieldId: string
  fieldName: string
  organisationId: string
  organisationName: string
  reasonId: number
  reason: string
  movementId: number
  movementDateUTC: string
  variety: string
  grade: NamedId
  weight: number
  share: number
}
export type MovementTrace = {
  movementId: number
  recordId: string
  name: string
  at: string
  weight: number
  madeOf: Array<MadeOf>
}
export type RescaleAcknowledgement = {
  message: string
  status: "success"
  ids?: Array<string>
  conflicts?: Array<Conflict>
  recordIds?: Array<string>
  beforeCounts?: Array<{
    recordId: string
    countedAtUTC: string
    reasonId: number
    reason: string
    difference: number
  }>
  sameTickets?: Array<SameTicket>
  changes: Array<LoadChange>
}
export type CommodityDetail = {
  commodity: NamedId
  tags: Array<NamedId>
  grade: NamedId
  type: NamedId
  variety: string
  weight: Weight
}
export type Yield = {
  unit: "kg"
  current: number
  loss: number
  sold: number
  initial: number
  harvested: number
  total: number
}
export type ShortStorage = {
  area: number
  description: string
  name: string
  organisationId: string
  businessUnitIds: Array<string>
  storageId: string
  substorageId: number
  type: "field" | "store" | ""
  regionISO: string
}
export type ShortRecord = {
  id: string
  organisationId: string
  organisationName: string
  name: string
  status: "active" | "empty"
  owned: boolean
  soldTo: string
  soldWeight: number
  soldWeightOnline: number
  soldValueOnline: number
  position: number
  source: "planting" | "intake" | "existing" | "movement" | "trade"
  type: "crop" | "produce"
  commodity: CommodityDetail
  quality: Array<{
    name: string
    value: string
    metric: string
  }>
  harvestYear: string
  lastCountedAtUTC: string
  lastCountVariance: Weight | null
  uncleanedWeight: Weight
  isRecordInStorage: boolean
  yield: Yield
  harvest: {
    area: number
    harvestPlanId: string
    fieldId: string
    fieldName: string
  }
  tags: Array<string>
  planting: {
    plantingAtUTC: string
    plantingAtDateType: "date" | "month" | ""
    expectedYield: number
    areaRemaining: number
  }
  storage: ShortStorage
}
export type ActiveFilter = {
  name: string
  clearUrl: string
  terms: Array<{
    name: string
    clearUrl: string
  }>
}
export type FacetTerm = {
  id: string
  name: string
  url: string
  hits: string
  selected: "true" | "false"
  state: "unchecked" | "checked" | "checked disabled" | "disabled"
  aggregations: {
    [name: string]: {
      sum: number
      min: number
      max: number
      average: number
    }
  }
}
export type Facet = {
  name: string
  displayName: string
  clearUrl: string
  active: boolean
  selected: boolean
  disabled: boolean
  terms: Array<FacetTerm>
}
export type Aggregation = {
  name: string
  unit: string
  sum: number
  min: number
  max: number
  average: number
  count: number
  hits: number
  range: string
}
export type EnteredRecord = {
  id: string
  organisationId: string
  organisationName: string
  name: string
  status: "active" | "empty"
  owned: boolean
  soldTo: string
  soldWeight: number
  soldWeightOnline: number
  soldValueOnline: number
  position: number
  source: "planting" | "intake" | "existing" | "movement" | "trade"
  type: "crop" | "produce"
  commodity: CommodityDetail
  quality: Array<{
    name: string
    value: string
    metric: string
  }>
  harvestYear: string
  lastCountedAtUTC: string
  lastCountVariance: Weight | null
  uncleanedWeight: Weight
  isRecordInStorage: boolean
  yield: Yield
  harvest: {
    area: number
    harvestPlanId: string
    fieldId: string
    fieldName: string
  }
  tags: Array<string>
  planting: {
    plantingAtUTC: string
    plantingAtDateType: "date" | "month" | ""
    expectedYield: number
    areaRemaining: number
  }
  storage: ShortStorage
  movementId?: number
  message?: string
  conflicts?: Array<Conflict>
  beforeCounts?: Array<{
    recordId: string
    countedAtUTC: string
    reasonId: number
    reason: string
    difference: number
  }>
  sameTickets?: Array<SameTicket>
}
export type Location = {
  threeWords: string
  address: {
    name: string
    line1: string
    line2: string
    line3: string
    city: string
    region: string
    regionISO: string
    postcode: string
    countryName: string
    countryISO: string
  }
  coordinates: {
    lat: number
    lon: number
  } | null
  timeZone?: string
}
export type RecordStorage = {
  id: string
  organisationId: string
  businessUnits: Array<BusinessUnit>
  name: string
  area: number
  type: "field" | "store" | ""
  isConflicted: boolean
  location: Location
  substorageCount: number
  substorageId: number
  substorageName: string
}
export type TimelineEntry = {
  type: "created" | "movement" | "adjustment" | "sample" | "updated" | "merge"
  subtype: string
  createdAtUTC: string
  recordedAtUTC: string
  change: number
  balanceAfter: number | null
  takenBack?: {
    atUTC: string
    by: string
    byName: string
  }
  createdBy: string
  organisationName: string
  userName: string
  details: {
    id: number
    moveAtUTC: string
    weighbridgeRecord: {
      empty: ScaleWeight
      full: ScaleWeight
      file: FileRef
    }
    destination: ShortStorage
    origin: ShortStorage
    driverName: string
    status: string
    statusMessage: string
    weight: ScaleWeight
    vehicleRegistration: string
    loadReference: string
    contractId: string
    contractReference: string
    storageContractId: string
    sold: boolean
    merge: {
      sourceRecordId: string
      sourceMovementId: number
    }
    adjustment?: {
      reasonId: number
      reason: string
      difference: number
      payer: "" | "owner" | "storer"
      notes: string
      files: Array<FileRef>
    }
    sample?: Sample
  }
}
export type FullRecord = {
  id: string
  organisationId: string
  organisationName: string
  name: string
  status: "active" | "empty"
  owned: boolean
  soldTo: string
  soldWeight: number
  soldWeightOnline: number
  soldValueOnline: number
  position: number
  source: "planting" | "intake" | "existing" | "movement" | "trade"
  type: "crop" | "produce"
  commodity: CommodityDetail
  quality: Array<{
    name: string
    value: string
    metric: string
  }>
  harvestYear: string
  lastCountedAtUTC: string
  lastCountVariance: Weight | null
  uncleanedWeight: Weight
  isRecordInStorage: boolean
  yield: Yield
  harvest: {
    area: number
    harvestPlanId: string
    fieldId: string
    fieldName: string
  }
  tags: Array<string>
  planting: {
    plantingAtUTC: string
    plantingAtDateType: "date" | "month" | ""
    expectedYield: number
    areaRemaining: number
  }
  storage: RecordStorage
  brokenLimits: Array<{
    name: string
    unit: string
    value: number
    min: number
    max: number
  }>
  timeline: Array<TimelineEntry>
  timelineCount: number
}
export type CountedRecord = {
  id: string
  organisationId: string
  organisationName: string
  name: string
  status: "active" | "empty"
  owned: boolean
  soldTo: string
  soldWeight: number
  soldWeightOnline: number
  soldValueOnline: number
  position: number
  source: "planting" | "intake" | "existing" | "movement" | "trade"
  type: "crop" | "produce"
  commodity: CommodityDetail
  quality: Array<{
    name: string
    value: string
    metric: string
  }>
  harvestYear: string
  lastCountedAtUTC: string
  lastCountVariance: Weight | null
  uncleanedWeight: Weight
  isRecordInStorage: boolean
  yield: Yield
  harvest: {
    area: number
    harvestPlanId: string
    fieldId: string
    fieldName: string
  }
  tags: Array<string>
  planting: {
    plantingAtUTC: string
    plantingAtDateType: "date" | "month" | ""
    expectedYield: number
    areaRemaining: number
  }
  storage: RecordStorage
  brokenLimits: Array<{
    name: string
    unit: string
    value: number
    min: number
    max: number
  }>
  timeline: Array<TimelineEntry>
  timelineCount: number
  message?: string
  conflicts?: Array<Conflict>
  beforeCounts?: Array<{
    recordId: string
    countedAtUTC: string
    reasonId: number
    reason: string
    difference: number
  }>
  sameTickets?: Array<SameTicket>
}
export type Acknowledgement = {
  message: string
  status: "success"
  ids?: Array<string>
  conflicts?: Array<Conflict>
}
export type WentTo = {
  type: "in storage" | "outbound" | "loss"
  recordId: string
  storageId: string
  substorageId: number
  name: string
  organisationId: string
  organisationName: string
  reasonId: number
  reason: string
  payer: "" | "owner" | "storer"
  movementId: number
  movementDateUTC: string
  weight: number
  share: number
}
export type RecordTrace = {
  recordId: string
  name: string
  at: string
  weight: number
  madeOf: Array<MadeOf>
  wentTo: Array<WentTo>
}
export type PositionLine = {
  commodity: NamedId
  type: NamedId
  grade: NamedId
  variety: string
  harvestYear: string
  ownerId: string
  ownerName: string
  owned: boolean
  storerId: string
  storerName: string
  storageId: string
  storageName: string
  substorageId: number
  substorageName: string
  recordId: string
  weight: number
  countsAs: "owned" | "stored" | "offered" | "short"
  lastCountedAtUTC: string
  lastCountVariance: Weight | null
}
export type Position = {
  at: string
  totals: {
    owned: number
    stored: number
    offered: number
    short: number
  }
  perCommodity: Array<{
    commodity: NamedId
    owned: number
    stored: number
    offered: number
    short: number
  }>
  lines: Array<PositionLine>
}
export type PositionSeries = {
  dates: Array<string>
  totals: {
    owned: Array<number>
    stored: Array<number>
    offered: Array<number>
    short: Array<number>
  }
  groups: Array<{
    id: string
    name: string
    owned: Array<number>
    stored: Array<number>
    offered: Array<number>
    short: Array<number>
  }>
}
export type Today = {
  date: string
  yard: number
  actionsRequired: number
  toComplete: {
    late: number
    planned: number
  }
  conflicts: number
  in: {
    loads: number
    weight: number
    unweighed: number
    planned: number
  }
  out: {
    loads: number
    weight: number
    unweighed: number
    planned: number
  }
  within: {
    loads: number
    weight: number
    unweighed: number
    planned: number
  }
  week: {
    in: {
      loads: number
      weight: number
      unweighed: number
      planned: number
    }
    out: {
      loads: number
      weight: number
      unweighed: number
      planned: number
    }
  }
  stock: Array<{
    commodity: NamedId
    owned: number
    stored: number
    offered: number
    short: number
  }>
  contracts: {
    count: number
    first: Array<{
      id: string
      reference: string
      owner: string
      weight: number
      used: number
    }>
  }
  uncounted: {
    count: number
    first: Array<{
      storageId: string
      substorageId: number
      store: string
      bay: string
      countedAtUTC: string
    }>
  }
  toClean: {
    count: number
    first: Array<{
      recordId: string
      name: string
      store: string
      bay: string
      weight: number
    }>
  }
  settlements: {
    open: number
    undecided: number
    first: Array<{
      id: string
      buyer: string
      reference: string
      undecided: number
    }>
  }
}
export type Vehicle = {
  registration: string
  driverName: string
  partner: {
    id: string
    name: string
  } | null
  commodity: NamedId
  type: NamedId
  grade: NamedId
  variety: string
  source: {
    storageId: string
    storageName: string
    substorageId: number
    substorageName: string
  } | null
  destination: {
    storageId: string
    storageName: string
    substorageId: number
    substorageName: string
  } | null
  parts: Array<{
    storageId: string
    substorageId: number
    share: number | null
  }>
  tare: {
    weight: number
    weighedAtUTC: string
  } | null
  movementId: number
  lastSeenAtUTC: string
}
export type Partner = {
  id: string
  name: string
  otherIds: Array<string>
  bringsOwned: boolean | null
  createdAtUTC: string
  updatedAtUTC: string
}
export type MergeAcknowledgement = {
  message: string
  status: "success"
  ids?: Array<string>
  conflicts?: Array<Conflict>
  moved: {
    movements: number
    records: number
    contracts: number
  }
}
export type OwnerInvited = {
  partnerId: string
  email: string
  expiresAtUTC: string
  token: string
}
export type WeightUnit = {
  name: string
  conversion: number
  names?: {
    [name: string]: string
  }
}
export type Commodity = {
  id: string
  countryISO: string
  items: Array<{
    id: number
    name: string
    names?: {
      [name: string]: string
    }
    used?: boolean
    list?: string
    codes?: {
      EPPO?: string
      HS?: string
    }
    types: Array<{
      id: number
      name: string
      names?: {
        [name: string]: string
      }
      used?: boolean
      list?: string
      codes?: {
        EPPO?: string
        HS?: string
      }
      grades: Array<{
        id: number
        name: string
        rank: number
        names?: {
          [name: string]: string
        }
        used?: boolean
        varieties: Array<string>
        list?: string
      }>
    }>
    tags: Array<{
      id: number
      name: string
      names?: {
        [name: string]: string
      }
    }>
    weight: WeightUnit
  }>
  list?: string
  type: "crop" | "produce"
  defaultWeight: WeightUnit
  weighbridgeWeight: WeightUnit
}
export type DefaultSpecification = {
  commodity: {
    id: number
    name: string
    names?: {
      [name: string]: string
    }
    type: {
      id: number
      name: string
      names?: {
        [name: string]: string
      }
    }
    grade: {
      id: number
      name: string
      names?: {
        [name: string]: string
      }
    }
  }
  measures: Array<{
    specification: {
      id: number
      name: string
      names?: {
        [name: string]: string
      }
      unit: string
    }
    min: number
    max: number
    moistureBasis?: number
  }>
}
export type AllConflicts = {
  at: string
  conflicts: Array<Conflict>
}
export type Substorage = {
  id: number
  name: string
  capacity: Array<{
    commodityId: number
    commodityName: string
    weight: Weight
  }>
  record: {
    id: string
    inventoryType: string
    owned: boolean
    commodity: NamedId
    grade: NamedId
    type: NamedId
    tags: Array<NamedId>
    variety: string
    weight: Weight
    harvestYear: string
  } | null
  conflict: {
    recordId: string
    movementId: number
    movementDateUTC: string
    status: "none" | "overdrawn" | "over_capacity" | "incompatible" | "contract_exceeded"
    weight: number
    movementIds: Array<number>
  }
  remainingCapacity: Weight
  remainingCapacities: Array<{
    commodityId: number
    weight: Weight
  }>
  unlimited: boolean
}
export type StorageLocation = {
  id: string
  organisationId: string
  businessUnits: Array<BusinessUnit>
  name: string
  area: number
  type: "field" | "store"
  isConflicted: boolean
  location: Location
  substorageCount: number
  occupiedCount: number
  storedWeight: number
  substorage: Array<Substorage>
  tags: Array<string>
}
export type Boundary = {
  type: "MultiPolygon"
  coordinates: Array<Array<Array<Array<number>>>>
}
export type StorageDetails = {
  id: string
  organisationId: string
  businessUnits: Array<BusinessUnit>
  name: string
  area: number
  type: "field" | "store"
  isConflicted: boolean
  location: Location
  substorageCount: number
  occupiedCount: number
  storedWeight: number
  substorage: Array<Substorage>
  tags: Array<string>
  boundary: Boundary | null
}
export type StorageName = {
  id: string
  businessUnits: Array<BusinessUnit>
  name: string
  location: string
}
export type StorageNote = {
  id: string
  storageId: string
  substorageId: number
  reasonId: number
  reasonDescription: string
  note: string
  files: Array<FileRef>
  createdBy: string
  createdByName: string
  createdAtUTC: string
}
export type UpdatedStorage = {
  id: string
  organisationId: string
  businessUnits: Array<BusinessUnit>
  name: string
  area: number
  type: "field" | "store"
  isConflicted: boolean
  location: Location
  substorageCount: number
  occupiedCount: number
  storedWeight: number
  substorage: Array<Substorage>
  tags: Array<string>
  boundary: Boundary | null
  message?: string
}
export type PlannedMovement = {
  id: number
  type: string
  status: string
  direction: "in" | "out"
  substorageId: number
  recordId: string
  movementDateUTC: string
  weight: ScaleWeight
  conflict: "none" | "overdrawn" | "over_capacity" | "incompatible" | "contract_exceeded"
}
export type StorageConflicts = {
  message: string
  status: "success"
  ids?: Array<string>
  conflicts: Array<Conflict>
  movements: Array<PlannedMovement>
}
export type MeasuredBoundary = {
  area: number
  coordinates: {
    lat: number
    lon: number
  }
  boundary: Boundary
}
export type OwnerOrganisation = {
  id: string
  createdAtUTC: string
  name: string
  location: Location
  countryISO: string
  status: string
  companyId: string
  companyHoldingNumber: string
  bio: string
  logo: FileRef
  ownerContact: {
    id: string
    email: string
    familyName: string
    givenName: string
    authPlatformId: string
    organisationId: string
    countryISO: string
    phone: {
      callingCode: string
      number: string
    }
    pushToken: string
  }
  billing: {
    amount: number
    currency: string
    period: string
  }
  settlementContacts: Array<{
    name: string
    email: string
  }>
  modules: Array<{
    id: string
    name: string
    price: {
      amount: number
      currency: string
    }
  }>
  vetted: boolean
  rejected: boolean
  isMerchant: boolean
  assuranceId: string
  assuranceScheme: string
  advancePay: {
    accountName: string
    sortCode: string
    accountNumber: string
    enabled: boolean
    eligible: boolean
  }
  crmId: string
  crmUpdates: Array<string>
}
export type StorageContract = {
  id: string
  status: "upcoming" | "active" | "expired"
  owner: OwnerOrganisation
  storer: {
    id: string
    name: string
  }
  details: {
    reference: string
    startDateUTC: string
    endDateUTC: string | null
    files: Array<FileRef>
    services: {
      cleaning: {
        agreed: boolean
      }
      drying: {
        agreed: boolean
        preAgreedMoistureLevelPercentage: number
        intakeSampleLossMatrix: Array<{
          moistureMinPercentage: number
          moistureMaxPercentage: number
          weightLossPercentage: number
        }>
      }
    }
  }
  inventory: {
    weight: number
    type: "crop" | "produce"
    commodity: {
      commodity: NamedId
      type: NamedId
      grade: NamedId
      variety: string
      tags: Array<number>
      weight: Weight
    }
  }
  varieties: Array<string>
  usage: {
    intake: number
    used: number
    remaining: number
    exceeded: number
    planned: number
    losses: Array<{
      reasonId: number
      reason: string
      payer: "owner" | "storer"
      weight: number
    }>
  }
  createdAtUTC: string
  updatedAtUTC: string
}
export type UpdatedStorageContract = {
  id: string
  status: "upcoming" | "active" | "expired"
  owner: OwnerOrganisation
  storer: {
    id: string
    name: string
  }
  details: {
    reference: string
    startDateUTC: string
    endDateUTC: string | null
    files: Array<FileRef>
    services: {
      cleaning: {
        agreed: boolean
      }
      drying: {
        agreed: boolean
        preAgreedMoistureLevelPercentage: number
        intakeSampleLossMatrix: Array<{
          moistureMinPercentage: number
          moistureMaxPercentage: number
          weightLossPercentage: number
        }>
      }
    }
  }
  inventory: {
    weight: number
    type: "crop" | "produce"
    commodity: {
      commodity: NamedId
      type: NamedId
      grade: NamedId
      variety: string
      tags: Array<number>
      weight: Weight
    }
  }
  varieties: Array<string>
  usage: {
    intake: number
    used: number
    remaining: number
    exceeded: number
    planned: number
    losses: Array<{
      reasonId: number
      reason: string
      payer: "owner" | "storer"
      weight: number
    }>
  }
  createdAtUTC: string
  updatedAtUTC: string
  message?: string
}
export type CalculatedDrying = {
  measuredMoisturePercentage: number
  agreedMoisturePercentage: number
  isDried: boolean
  lossPercentage: number
  isComputed: boolean
  grossWeight: number
  lossWeight: number
  netWeight: number
}
export type FieldShape = {
  id: string
  name: string
  area: number
  coordinates: {
    lat: number
    lon: number
  } | null
  boundary: "none" | "shown" | "left_out"
  outline: Array<Array<Array<number>>> | null
  crops: Array<{
    commodityId: number
    varieties: Array<string>
    area: number
    harvested: number
    kilogramsPerHectare: number | null
  }>
  lastYear: string
}
export type FieldShapes = {
  harvestYear: string
  harvestYears: Array<string>
  commodities: Array<NamedId>
  hasMore: boolean
  shapes: Array<FieldShape>
}
export type ImportResult = {
  success: number
  validation: number
  errors: number
  results: Array<{
    rows: string
    status: "success" | "unchanged" | "validation" | "error"
    message: Array<string>
    summary: string
    id: string
    reference: string
    problems: Array<{
      column: string
      value: string
      reason: string
    }>
  }>
}
export type HarvestPlan = {
  id: string
  harvestYear: string
  status: "planned" | "harvesting" | "harvested" | "empty"
  commodity: {
    commodity: NamedId
    type: NamedId
    grade: NamedId
    variety: string
    tags: Array<number>
    weight: Weight
  }
  businessUnit: BusinessUnit
  businessUnitIds: Array<string>
  summary: {
    totalCount: number
    totalSize: number
    totalPredictedYield: number
    totalProjectedYield: number
    totalHarvestedYield: number
    totalRemainingYield: number
    averageMoistureContent: number
    yieldVariance: number
    areaHarvested: number
    fieldsWithoutCutArea: number
    estimatedCutArea: number
  }
  yields: Array<{
    fieldId: string
    kilogramsPerHectare: number
  }>
  records: Array<ShortRecord>
}
export type HarvestHistory = {
  labels: Array<string>
  datasets: Array<{
    label: string
    data: Array<number>
  }>
}
export type HarvestLoad = {
  id: string
  fieldId: string
  fieldName: string
  storageId: string
  storageName: string
  substorageId: number
  substorageName: string
  recordId: string
  plantingId: string
  movementId: number
  commodity: {
    commodity: NamedId
    type: NamedId
    grade: NamedId
    variety: string
    tags: Array<number>
    weight: Weight
  }
  dateISO: string
  weightNet: ScaleWeight
  fieldArea: number
  moisture: number | null
  temperature: number | null
  driverName: string
  driverRegistration: string
  sample: Sample | null
}
export type EnteredLoad = {
  id: string
  fieldId: string
  fieldName: string
  storageId: string
  storageName: string
  substorageId: number
  substorageName: string
  recordId: string
  plantingId: string
  movementId: number
  commodity: {
    commodity: NamedId
    type: NamedId
    grade: NamedId
    variety: string
    tags: Array<number>
    weight: Weight
  }
  dateISO: string
  weightNet: ScaleWeight
  fieldArea: number
  moisture: number | null
  temperature: number | null
  driverName: string
  driverRegistration: string
  sample: Sample | null
  message?: string
  conflicts?: Array<Conflict>
  beforeCounts?: Array<{
    recordId: string
    countedAtUTC: string
    reasonId: number
    reason: string
    difference: number
  }>
  sameTickets?: Array<SameTicket>
}
export type SettlementSummary = {
  id: string
  status: "open" | "closed"
  buyer: {
    id: string
    name: string
  }
  reference: string
  date: string
  createdAtUTC: string
  createdBy: string
  closedAtUTC: string | null
  closedBy: string
  totals: {
    lines: number
    undecided: number
    flagged: number
    theirs: number
    ours: number
    difference: {
      weight: number
      share: number
    }
    writtenOff: number
    claimed: number
  }
}
export type SettledLoad = {
  movementId: number
  reference: string
  date: string
  vehicle: string
  weight: number | null
  commodity: string
}
export type SettlementLine = {
  line: number
  reference: string
  date: string
  vehicle: string
  weight: number
  state: "agreed" | "differs" | "unweighed" | "ambiguous" | "unknown"
  matchedBy: "reference" | "weight" | "vehicle" | "hand" | null
  load: SettledLoad | null
  difference: {
    weight: number
    share: number
  } | null
  candidates: Array<SettledLoad>
  decision: "accepted" | "written_off" | "claimed" | null
  reasonId: number | null
  reason: string
  note: string
  decidedBy: string
  decidedAtUTC: string | null
}
export type EnteredSettlement = {
  id: string
  status: "open" | "closed"
  buyer: {
    id: string
    name: string
  }
  reference: string
  date: string
  createdAtUTC: string
  createdBy: string
  closedAtUTC: string | null
  closedBy: string
  lines: Array<SettlementLine>
  missing: {
    loads: number
    weight: number
    first: Array<SettledLoad>
  }
  unweighed: {
    loads: number
    first: Array<SettledLoad>
  }
  totals: {
    lines: number
    undecided: number
    flagged: number
    theirs: number
    ours: number
    difference: {
      weight: number
      share: number
    }
    writtenOff: number
    claimed: number
  }
  ignoredColumns: Array<string>
}
export type Settlement = {
  id: string
  status: "open" | "closed"
  buyer: {
    id: string
    name: string
  }
  reference: string
  date: string
  createdAtUTC: string
  createdBy: string
  closedAtUTC: string | null
  closedBy: string
  lines: Array<SettlementLine>
  missing: {
    loads: number
    weight: number
    first: Array<SettledLoad>
  }
  unweighed: {
    loads: number
    first: Array<SettledLoad>
  }
  totals: {
    lines: number
    undecided: number
    flagged: number
    theirs: number
    ours: number
    difference: {
      weight: number
      share: number
    }
    writtenOff: number
    claimed: number
  }
}
export type TriedSettlement = {
  buyer: {
    id: string
    name: string
  }
  lines: Array<SettlementLine>
  missing: {
    loads: number
    weight: number
    first: Array<SettledLoad>
  }
  unweighed: {
    loads: number
    first: Array<SettledLoad>
  }
  totals: {
    lines: number
    undecided: number
    flagged: number
    theirs: number
    ours: number
    difference: {
      weight: number
      share: number
    }
    writtenOff: number
    claimed: number
  }
  ignoredColumns: Array<string>
}
export type FileUse = {
  kind: "movement" | "sample" | "count" | "contract" | "store-note" | "expert-question"
  id: string
  name: string
  recordId: string
  storageId: string
  atUTC: string
}
export type FileUses = {
  uses: Array<FileUse>
}
export type OwnerStatement = {
  ownerId: string
  owner: string
  from: string
  at: string
  groups: Array<{
    commodity: NamedId
    storerId: string
    storerName: string
    opening: number
    cameIn: number
    wentOut: number
    lost: number
    found: number
    closing: number
    lines: Array<{
      at: string
      kind: "opening" | "in" | "harvest" | "out" | "loss" | "gain" | "from-others" | "to-others"
      movementId: number
      party: string
      reasonId: number
      reason: string
      payer: "" | "owner" | "storer"
      vehicle: string
      reference: string
      change: number
      balance: number
    }>
  }>
  leftOut: number
}
export type Letterhead = {
  address: string
  telephone: string
  registrationNumber: string
  taxNumber: string
  assuranceNumbers: string
  foot: string
  logo: string
}
export type Paper = {
  id: string
  kind: "ticket" | "passport" | "recall" | "statement" | "stock"
  subject: string
  issue: number
  prints: number
  printedAtUTC: string
  printedBy: string
  url: string
  isNewest: boolean
}
export type ColumnMapping = {
  from?: string
  at?: number
  constant?: string
  unit?: string
  unitFrom?: string
  decimals?: "." | ","
  dates?: "day first" | "month first"
  years?: "first" | "second"
  fillDown?: boolean
}
export type ImportMapping = {
  sheet?: string | number
  encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "iso-8859-15" | "macintosh"
  headerRow?: number
  headerRows?: number
  columns?: {
    [name: string]: ColumnMapping
  }
  ignore?: Array<string>
  create?: Array<"units" | "stores" | "fields" | "partners">
  mended?: {
    [name: string]: {
      [name: string]: string
    } | null
  }
  aliases?: {
    commodity?: {
      [name: string]: string
    }
    store?: {
      [name: string]: string
    }
    field?: {
      [name: string]: string
    }
    businessUnit?: {
      [name: string]: string
    }
    partner?: {
      [name: string]: string
    }
  }
}
export type ImportMappings = {
  columns: Array<{
    name: string
    title: string
    isRequired: boolean
    measure: "text" | "number" | "degrees" | "date" | "year" | "weight" | "area" | "yield" | "outline"
    units: Array<string>
  }>
  mappings: Array<{
    header: Array<string>
    fingerprint: string
    mapping: ImportMapping
    usedAt: string
    usedBy: string
  }>
}
export type ImportRunSummary = {
  id: string
  kind: string
  status: "waiting" | "running" | "done" | "broken_off" | "undone" | "partly_undone"
  createdAt: string
  createdBy: string
  finishedAt: string | null
  undoneAt: string | null
  undoneBy: string
  totalRows: number
  rowsDone: number
  success: number
  changed: number
  unchanged: number
  leftOut: number
  validation: number
  errors: number
  errorsUrl: string
}
export type ImportUnderstood = {
  commodity?: string
  type?: string
  grade?: string
  variety?: string
  harvestYear?: string
  weightKilograms?: number
  weight?: {
    value: number
    unit: string
  }
  areaHectares?: number
  area?: {
    value: number
    unit: string
  }
  yieldKilogramsPerHectare?: number
  yield?: {
    value: number
    unit: string
  }
  date?: string
  store?: string
  bay?: string
  field?: string
  newField?: string
  owner?: string
  partner?: string
  businessUnit?: string
  movement?: "intake" | "harvest_load" | "internal" | "outbound"
  from?: string
  to?: string
  ticket?: string
  vehicle?: string
  moisturePercentage?: number
  latitude?: number
  longitude?: number
  taken?: Array<{
    column: string
    word: string
    means: string
  }>
}
export type FileImportRow = {
  rows: string
  status: "success" | "changed" | "unchanged" | "validation" | "error" | "left_out"
  message: Array<string>
  summary: string
  id: string
  reference: string
  problems: Array<{
    column: string
    value: string
    reason: string
    code?: "required" | "additionalProperties" | "type" | "enum" | "pattern" | "format" | "date" | "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "minLength" | "maxLength" | "minItems" | "maxItems" | "invalid" | "duplicate" | "header" | "ambiguous" | "nul" | "malformed_text" | "unknown" | "unknown_bay" | "unknown_reason" | "wrong_kind" | "foreign" | "mismatch" | "own_organisation" | "not_a_field" | "not_a_store" | "not_a_planting" | "not_stock" | "not_outbound" | "same_bay" | "self" | "contradiction" | "direction" | "full_not_above_empty" | "moisture" | "harvest_year" | "future" | "past" | "too_late" | "implausible" | "no_contract" | "not_running" | "other_commodity" | "other_owner" | "other_type" | "empty_row" | "gap" | "overlap" | "falling" | "empty" | "unprintable" | "unreadable" | "too_large" | "tells_position" | "url" | "https" | "credentials" | "fragment" | "not_public" | "not_allowed" | "wrong" | "same" | "issuer" | "no_session" | "repetitive" | "common" | "own_email"
  }>
  code?: "invalid_input" | "destination_ambiguous" | "insufficient_stock" | "incompatible_stock" | "grade_lost" | "not_stock" | "weight_missing" | "stale_area" | "already_deleted" | "not_deleted" | "in_use" | "unauthenticated" | "forbidden" | "not_found" | "already_exists" | "idempotency_in_flight" | "precondition_failed" | "idempotency_key_reused" | "unknown_host" | "body_too_large" | "quota_exceeded" | "unsupported_media_type" | "range_not_satisfiable" | "rate_limited" | "unavailable" | "file_lost" | "internal_error"
  warnings: Array<string>
  understood: ImportUnderstood
  cells?: Array<string>
}
export type ImportSums = {
  stored: {
    rows: number
    weightKilograms: number
    areaHectares: number
  }
  refused: {
    rows: number
    weightKilograms: number
    areaHectares: number
  }
  commodities: Array<{
    name: string
    rows: number
    weightKilograms: number
    areaHectares: number
  }>
  stores: Array<{
    name: string
    rows: number
    weightKilograms: number
    areaHectares: number
  }>
  owners: Array<{
    name: string
    rows: number
    weightKilograms: number
    areaHectares: number
  }>
  loads?: Array<{
    movement: string
    store: string
    commodity: string
    rows: number
    weightKilograms: number
  }>
}
export type ImportFileTotal = {
  row: number
  text: string
  column: string
  value: number
  sum: number
  agrees: boolean
}
export type ImportMissing = {
  what: "units" | "stores" | "bays" | "fields" | "partners" | "commodities"
  name: string
  rows: number
  isMade: boolean
}
export type ImportTable = {
  format: "csv" | "workbook" | "map"
  encoding: string
  delimiter: string
  headerRow: number
  sheets: Array<string>
  sheet: string
  header: Array<string>
  sample: Array<Array<string>>
}
export type ImportRun = {
  id: string
  kind: string
  status: "waiting" | "running" | "done" | "broken_off" | "undone" | "partly_undone"
  createdAt: string
  createdBy: string
  finishedAt: string | null
  undoneAt: string | null
  undoneBy: string
  totalRows: number
  rowsDone: number
  success: number
  changed: number
  unchanged: number
  leftOut: number
  validation: number
  errors: number
  errorsUrl: string
  report: {
    results: Array<FileImportRow>
    sums: ImportSums
    fileTotals: Array<ImportFileTotal>
    missing: Array<ImportMissing>
    ignoredColumns: Array<string>
    table: ImportTable
    mapping: ImportMapping
  } | null
}
export type UndoneImport = {
  importId: string
  undone: number
  refused: number
  results: Array<{
    rows: string
    what: string
    subject: string
    status: "undone" | "refused"
    message: string
  }>
}
export type ImportAlias = {
  id: string
  what: "commodity" | "store" | "field" | "businessUnit" | "partner" | "column"
  kind: string
  word: string
  means: string
  name: string
  madeBy: string
  madeAt: string
}
export type FileImportResult = {
  importId: string
  success: number
  changed: number
  unchanged: number
  leftOut: number
  validation: number
  errors: number
  results: Array<FileImportRow>
  omitted: number
  totalRows: number
  ignoredColumns: Array<string>
  sums: ImportSums
  fileTotals: Array<ImportFileTotal>
  missing: Array<ImportMissing>
  sameNumbers: number
  daysAlone: number
  table: ImportTable
  mapping: ImportMapping
  errorsUrl: string
}
export type FileInfo = {
  bucket: "images" | "files" | "videos"
  type: "sample" | "avatar" | "weighbridge" | "contract" | "image" | "logo" | "misc" | "vehicle" | "terms-conditions" | "trade-contract" | "rt-certificate"
  organisationId: string
  name: string
  path: string
  hash: string
  contentType: string
  url: string
  urlStream: string
  userId: string
  userName: string
  organisations: Array<string>
  mayTellPosition: boolean
  createdAtUTC: string
  status: "active" | "archived"
}
export type ListedFile = {
  id: string
  sizeBytes: number
  organisationName: string
  sharedWith: Array<{
    id: string
    name: string
  }>
  info: FileInfo
}
export type StoredFile = {
  id: string
  tags: Array<string>
  info: FileInfo
  organisationId: string
  userId: string
  type: "sample" | "avatar" | "weighbridge" | "contract" | "image" | "logo" | "misc" | "vehicle" | "terms-conditions" | "trade-contract" | "rt-certificate"
  status: "active" | "archived"
}
export type AddressSearchResult = {
  id: string
  type: "country" | "region" | "district" | "place" | "postcode" | "street" | "address"
  text: string
  description: string
  source: string
  isContainer: boolean
  isExact?: boolean
}
export type Conversation = {
  messages: Array<{
    sentById: string
    sentByName: string
    message: string
    createdAtUTC: string
    files: Array<FileRef>
  }>
  listingId: string
  listingType: "livestock" | "crop" | ""
  conversationId: string
  createdAtUTC: string
  title: string
  updatedAtUTC: string
  totalMessages: number
  members: Array<{
    id: string
    name: string
    organisationId: string
    organisationName: string
  }>
}
export type UnreadMessages = {
  totalMessages: number
  conversations: Array<{
    conversationId: string
    messages: number
  }>
}
export type Correspondent = {
  id: string
  name: string
  organisationId: string
  organisationName: string
}
export type ShortLink = {
  code: string
  shortUrl: string
  url: string
  template: string
  source: string
  campaign: string
  hits: number
  createdAtUTC: string
  lastHitAtUTC: string
}
export type ExpertQuestion = {
  id: string
  kind: "question" | "grain-sample"
  question: string
  files: Array<FileRef>
  status: "queued" | "sent" | "failed"
  isSentOut: boolean
  attempts: number
  lastProblem: string
  replyTo: string
  userId: string
  userName: string
  createdAtUTC: string
  sentAtUTC: string
}
export type WebhookMade = {
  id: string
  url: string
  description: string
  types: Array<string>
  status: "active" | "paused"
  pausedAtUTC: string
  pauseReason: string
  failures: number
  nextAttemptAtUTC: string
  previousSecretUntilUTC: string
  createdByName: string
  createdAtUTC: string
  secret: string
}
export type Webhook = {
  id: string
  url: string
  description: string
  types: Array<string>
  status: "active" | "paused"
  pausedAtUTC: string
  pauseReason: string
  failures: number
  nextAttemptAtUTC: string
  previousSecretUntilUTC: string
  createdByName: string
  createdAtUTC: string
}
export type WebhookSecret = {
  secret: string
  previousSecretUntilUTC: string
}
export type WebhookDelivery = {
  id: string
  eventId: string
  eventType: string
  status: "retrying" | "delivered" | "failed"
  attempts: number
  responseStatus: number
  lastProblem: string
  firstAttemptAtUTC: string
  lastAttemptAtUTC: string
  nextAttemptAtUTC: string
}
export type Job = {
  id: string
  kind: string
  key: string
  status: "queued" | "done" | "failed"
  attempts: number
  lastProblem: string
  dueAtUTC: string
  createdAtUTC: string
  finishedAtUTC: string
}
export type Settings = {
  commodities: Array<Commodity>
  lists: Array<{
    id: string
    countryISO: string
    source: string
    edition: string
    date: string
    status: string
    checked: "read" | "collected" | "unchecked"
    season?: string
  }>
  attribution: Array<string>
  sellerCommodities: Array<{
    id: string
    name: string
  }>
  trading: {
    settlementDeductionReasons: Array<{
      id: number
      description: string
      names?: {
        [name: string]: string
      }
    }>
    settlementBonusReasons: Array<{
      id: number
      description: string
      names?: {
        [name: string]: string
      }
    }>
    closeListingReasons: Array<{
      id: number
      description: string
      names?: {
        [name: string]: string
      }
    }>
    exFarmPriceCommodities: Array<{
      id: number
      name: string
      commodityId: number
      grades: Array<number>
      default: boolean
      countryISO: string
    }>
    seamlessTrading: {
      openPeriodMinutes: number
      reviewPeriodMinutes: number
      bidExpiryMinutes: number
    }
  }
  measures: Array<{
    id: number
    name: string
    names?: {
      [name: string]: string
    }
    unit: string
    moistureBasis?: {
      [name: string]: number
    }
  }>
  units: Array<{
    name: string
    names?: {
      [name: string]: string
    }
  }>
  conversions: {
    [name: string]: number
  }
  countries: {
    [name: string]: {
      name: string
      iso: string
      iso3: string
      units: {
        distance: string
        weight: string
        capacity: string
        temperature: string
      }
      currency: string
      callingCode: string
      zoneDescriptor: string
      locale: string
      continent: string
      harvestYearStarts: {
        default: string
        commodities: {
          [name: string]: string
        }
      }
      splitHarvestYears: boolean
      enabled: boolean
      defaultWeight: WeightUnit
    }
  }
  regions: Array<{
    iso: string
    name: string
    names?: {
      [name: string]: string
    }
    group: string
    country: string
  }>
  regionGroups: Array<{
    group: string
    names?: {
      [name: string]: string
    }
    regions: string
    country: string
  }>
  logging: {
    level: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent" | "default"
    filter: string
  } | null
}
export type Country = {
  name: string
  iso: string
  iso3: string
  units: {
    distance: string
    weight: string
    capacity: string
    temperature: string
  }
  currency: string
  callingCode: string
  zoneDescriptor: string
  locale: string
  continent: string
  harvestYearStarts: {
    default: string
    commodities: {
      [name: string]: string
    }
  }
  splitHarvestYears: boolean
  enabled: "true" | "false"
}
export type Region = {
  iso: string
  name: string
  names?: {
    [name: string]: string
  }
  tb: number
  country: string
  group: string
  ukGroup: string
  aliases: Array<string>
}
export type CountryRegions = {
  id: string
  regions: Array<Region>
}
export type SignInResult = {
  accessToken: string | null
  refreshToken: string | null
  tokenType: "Bearer"
  expiresIn: number
  organisationId: string | null
  organisations: Array<{
    id: string
    name: string
    role: "viewer" | "operator" | "manager" | "admin" | "owner"
  }>
}
export type TokenPair = {
  accessToken: string
  refreshToken: string
  tokenType: "Bearer"
  expiresIn: number
}
export type KeySet = {
  keys: Array<{
    kty: string
    crv: string
    x: string
    y: string
    kid: string
    alg: string
    use: string
  }>
}
export type InvitationSeen = {
  organisationName: string
  email: string
  role: "viewer" | "operator" | "manager" | "admin" | "owner"
  invitedBy: string
  expiresAtUTC: string
  asks: "newcomer" | "password" | "newPassword"
}
export type AcceptResult = {
  accessToken: string
  refreshToken: string
  tokenType: "Bearer"
  expiresIn: number
  userId: string
  organisationId: string
}
export type GivenOut = {
  kind: "api_key" | "webhook" | "invitation"
  id: string
  name: string
  organisation: string
  isEnded: boolean
}
export type PasswordRedeemed = {
  accessToken: string | null
  refreshToken: string | null
  tokenType: "Bearer"
  expiresIn: number
  organisationId: string | null
  organisations: Array<{
    id: string
    name: string
    role: "viewer" | "operator" | "manager" | "admin" | "owner"
  }>
  givenOut: Array<GivenOut>
}
export type SwitchResult = {
  accessToken: string
  tokenType: "Bearer"
  expiresIn: number
  organisationId: string
}
export type Me = {
  kind: "person" | "api-key"
  userId: string
  userName: string
  givenName: string | null
  familyName: string | null
  email: string | null
  role: "viewer" | "operator" | "manager" | "admin" | "owner"
  isPlatformAdmin: boolean
  permissions: Array<string>
  organisation: {
    id: string
    name: string
    countryISO: string
    timeZone: string
    stockUnit: "t" | "kg"
  }
  organisations: Array<{
    id: string
    name: string
    role: "viewer" | "operator" | "manager" | "admin" | "owner"
  }>
}
export type BrowserSession = {
  accessToken: string | null
  tokenType: "Bearer"
  expiresIn: number
  organisations: Array<{
    id: string
    name: string
    role: "viewer" | "operator" | "manager" | "admin" | "owner"
  }>
  me: Me | null
}
export type SetupState = {
  isOpen: boolean
}
export type Preferences = {
  entries: Array<{
    name: string
    value: string
  }>
}
export type PasswordChanged = {
  message: string
  status: "success"
  givenOut: Array<GivenOut>
}
export type LinkedIdentity = {
  id: string
  issuer: string
  subject: string
  createdAtUTC: string
}
export type Device = {
  program: string
  system: string
}
export type Session = {
  id: string
  organisationId: string
  organisationName: string
  device: Device
  isThisOne: boolean
  createdAtUTC: string
  lastUsedAtUTC: string
  expiresAtUTC: string
}
export type User = {
  id: string
  email: string
  givenName: string
  familyName: string
  role: "viewer" | "operator" | "manager" | "admin" | "owner"
  status: "active" | "suspended"
  joinedAtUTC: string
}
export type InvitationMade = {
  id: string
  email: string
  role: "viewer" | "operator" | "manager" | "admin" | "owner"
  expiresAtUTC: string
  token: string
}
export type Invitation = {
  id: string
  email: string
  role: "viewer" | "operator" | "manager" | "admin" | "owner"
  invitedBy: string
  createdAtUTC: string
  expiresAtUTC: string
}
export type ApiKeyMade = {
  id: string
  name: string
  role: "viewer" | "operator" | "manager" | "admin" | "owner"
  permissions: Array<"files:write" | "intake:write" | "movements:write" | "samples:write" | "papers:write" | "notes:write" | "experts:write" | "records:write" | "adjustments:write" | "storage:write" | "contracts:write" | "harvest:write" | "imports:write" | "users:write" | "keys:write" | "webhooks:write" | "organisation:write">
  expiresAtUTC: string | null
  key: string
}
export type ApiKey = {
  id: string
  name: string
  role: "viewer" | "operator" | "manager" | "admin" | "owner"
  permissions: Array<"files:write" | "intake:write" | "movements:write" | "samples:write" | "papers:write" | "notes:write" | "experts:write" | "records:write" | "adjustments:write" | "storage:write" | "contracts:write" | "harvest:write" | "imports:write" | "users:write" | "keys:write" | "webhooks:write" | "organisation:write">
  prefix: string
  createdBy: string | null
  createdAtUTC: string
  expiresAtUTC: string | null
  isExpired: boolean
}
export type OwnBusinessUnit = {
  id: string
  name: string
  type: string
  isArchived: boolean
}
export type Organisation = {
  id: string
  name: string
  countryISO: string
  timeZone: string
  locale: string
  requiresReason: boolean
  requiresGradeReason: boolean
  stockUnit: "t" | "kg"
  usualFullWeight: number
  usualNetWeight: number
  status: string
  createdAtUTC: string
}
export type Event = {
  id: string
  type: "movement.created" | "movement.updated" | "movement.completed" | "movement.deleted" | "movement.restored" | "record.created" | "record.updated" | "record.adjusted" | "record.sampled" | "adjustment.file_added" | "adjustment.file_removed" | "availability.created" | "availability.updated" | "harvest.loads_added" | "harvest.area_adjusted" | "harvest.plans_backfilled" | "storage.created" | "storage.updated" | "storage.capacity_set" | "storage.field_split" | "storage.note_added" | "contract.created" | "contract.updated" | "settlement.created" | "settlement.changed" | "settlement.closed" | "settlement.deleted" | "partner.created" | "partner.updated" | "partner.merged" | "import.started" | "import.progress" | "import.finished" | "import.undone" | "import.word_forgotten" | "varieties.imported" | "file.uploaded" | "file.sharing_changed" | "file.archived" | "expert.asked" | "expert.sent" | "expert.failed" | "conversation.message" | "conversation.read" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "webhook.resumed" | "webhook.secret_rotated" | "user.invited" | "user.invitation_failed" | "user.invitation_revoked" | "user.joined" | "user.renamed" | "user.role_changed" | "user.suspended" | "user.reinstated" | "user.removed" | "api_key.created" | "api_key.revoked" | "business_unit.created" | "business_unit.updated" | "business_unit.archived" | "organisation.updated" | "organisation.suspended" | "organisation.reinstated" | "letterhead.updated" | "cache.cleared" | "logging.changed"
  subject: string
  data: {
    ids?: Array<number | string>
    recordIds?: Array<string>
    movementIds?: Array<number>
  }
  userId: string
  occurredAtUTC: string
}
export interface Operations {
  "GET /api/inventory/movements": {
    path: {}
    query: { "limit"?: number; "offset"?: number; "sortBy"?: "movementDateISO" | "recordedAtUTC" | "id" | "type" | "status" | "weight" | "name"; "sortDesc"?: boolean; "docs"?: boolean; "format"?: "json" | "csv"; "query"?: string; "startDateISO"?: string; "endDateISO"?: string; "conflicts"?: boolean; "type"?: "intake" | "internal" | "outbound"; "storageContractId"?: string; "noContract"?: boolean; "actions"?: boolean; "f:type"?: Array<string>; "f:commodity"?: Array<string>; "f:commodityType"?: Array<string>; "f:commodityGrade"?: Array<string>; "f:storageSourceId"?: Array<string>; "f:storageDestinationId"?: Array<string>; "f:recordId"?: Array<string>; "f:vehicle"?: Array<string>; "f:partner"?: Array<string>; "f:status"?: Array<string> }
    body: unknown
    result: {
      docs: Array<Movement>
      totalDocs: number
      limit: number
      offset: number
    }
  }
  "POST /api/inventory/movements": {
    path: {}
    query: { "dryRun"?: boolean }
    body: {
      recordId: string
      weight?: number | null
      weighbridge?: {
        empty?: number | null
        full?: number | null
        file?: {
          id: string
          name?: string | null
          url?: string | null
          userId?: string | null
          userName?: string | null
          organisationId?: string | null
          createdAtUTC?: string | null
        } | null
      } | null
      adjustment?: {
        weight: number
        reason: number
        notes?: string | null
      } | null
      organisationId?: string | null
      organisationName?: string | null
      movementDateISO?: string | null
      adjustToZero?: boolean
      driver?: {
        name?: string | null
        vehicleRegistration?: string | null
        loadReference?: string | null
      } | null
      destination: {
        storageId?: string
        substorageId?: number
        type?: "store" | "field"
        name?: string | null
        substorageName?: string | null
        region?: string | null
        regionISO?: string | null
        postcode?: string | null
        organisationId?: string
        organisationName?: string | null
      }
      gradeReason?: string | null
      contractId?: string | null
      contractReference?: string | null
      sold?: boolean
      storageContractId?: string | null
    }
    result: MovementAcknowledgement | DryRunAnswer
  }
  "GET /api/inventory/movements/actions": {
    path: {}
    query: { "limit"?: number; "offset"?: number; "sortBy"?: "movementDateISO" | "recordedAtUTC" | "id" | "type" | "status" | "weight" | "name"; "sortDesc"?: boolean; "docs"?: boolean; "format"?: "json" | "csv"; "query"?: string; "startDateISO"?: string; "endDateISO"?: string; "conflicts"?: boolean; "type"?: "intake" | "internal" | "outbound"; "storageContractId"?: string; "noContract"?: boolean; "f:type"?: Array<string>; "f:commodity"?: Array<string>; "f:commodityType"?: Array<string>; "f:commodityGrade"?: Array<string>; "f:storageSourceId"?: Array<string>; "f:storageDestinationId"?: Array<string>; "f:recordId"?: Array<string>; "f:vehicle"?: Array<string>; "f:partner"?: Array<string> }
    body: unknown
    result: {
      docs: Array<Movement>
      totalDocs: number
      limit: number
      offset: number
    }
  }
  "GET /api/inventory/movements/totals": {
    path: {}
    query: { "query"?: string; "startDateISO"?: string; "endDateISO"?: string; "conflicts"?: boolean; "type"?: "intake" | "internal" | "outbound"; "storageContractId"?: string; "noContract"?: boolean; "actions"?: boolean; "f:type"?: Array<string>; "f:commodity"?: Array<string>; "f:commodityType"?: Array<string>; "f:commodityGrade"?: Array<string>; "f:storageSourceId"?: Array<string>; "f:storageDestinationId"?: Array<string>; "f:recordId"?: Array<string>; "f:vehicle"?: Array<string>; "f:partner"?: Array<string>; "f:status"?: Array<string> }
    body: unknown
    result: MovementTotals
  }
  "GET /api/inventory/movements/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Movement
  }
  "PUT /api/inventory/movements/{id}": {
    path: { "id": string }
    query: { "dryRun"?: boolean }
    body: {
      recordId: string
      weight: number | null
      organisationId?: string | null
      organisationName?: string | null
      movementDateISO?: string | null
      adjustToZero?: boolean
      driver?: {
        name?: string | null
        vehicleRegistration?: string | null
        loadReference?: string | null
      } | null
      destination: {
        storageId?: string
        substorageId?: number
        type?: "store" | "field"
        name?: string | null
        substorageName?: string | null
        region?: string | null
        regionISO?: string | null
        postcode?: string | null
        organisationId?: string
        organisationName?: string | null
      }
      gradeReason?: string | null
      contractId?: string | null
      contractReference?: string | null
      sold?: boolean
      storageContractId?: string | null
      reason?: string | null
    }
    result: MovementAcknowledgement | DryRunAnswer
  }
  "DELETE /api/inventory/movements/{id}": {
    path: { "id": string }
    query: { "dryRun"?: boolean }
    body: {
      recordId?: string
      reason?: string | null
      lorryNet?: "stays" | "less"
    } | null
    result: MovementAcknowledgement | DryRunAnswer
  }
  "GET /api/inventory/movements/{id}/trace": {
    path: { "id": string }
    query: { "format"?: "json" | "epcis" }
    body: unknown
    result: MovementTrace
  }
  "POST /api/inventory/movements/bulk": {
    path: {}
    query: { "dryRun"?: boolean }
    body: {
      records: Array<{
        id: string
        weight?: number | null
        weighbridge?: {
          empty?: number | null
          full?: number | null
          file?: {
            id: string
            name?: string | null
            url?: string | null
            userId?: string | null
            userName?: string | null
            organisationId?: string | null
            createdAtUTC?: string | null
          } | null
        } | null
        share?: number | null
        adjustment?: {
          weight: number
          reason: number
          notes?: string | null
        } | null
      }>
      ticket?: {
        reference?: string | null
        empty?: number | null
        full?: number | null
        file?: {
          id: string
          name?: string | null
          url?: string | null
          userId?: string | null
          userName?: string | null
          organisationId?: string | null
          createdAtUTC?: string | null
        } | null
      } | null
      organisationId?: string | null
      organisationName?: string | null
      movementDateISO?: string | null
      adjustToZero?: boolean
      driver?: {
        name?: string | null
        vehicleRegistration?: string | null
        loadReference?: string | null
      } | null
      destination: {
        storageId?: string
        substorageId?: number
        type?: "store" | "field"
        name?: string | null
        substorageName?: string | null
        region?: string | null
        regionISO?: string | null
        postcode?: string | null
        organisationId?: string
        organisationName?: string | null
      }
      gradeReason?: string | null
      contractId?: string | null
      contractReference?: string | null
      sold?: boolean
      storageContractId?: string | null
    }
    result: MovementAcknowledgement | DryRunAnswer
  }
  "PUT /api/inventory/movements/bulk": {
    path: {}
    query: { "dryRun"?: boolean }
    body: {
      movements: Array<{
        id: string
        recordId: string
        weight: number | null
        organisationId?: string | null
        organisationName?: string | null
        movementDateISO?: string | null
        adjustToZero?: boolean
        driver?: {
          name?: string | null
          vehicleRegistration?: string | null
          loadReference?: string | null
        } | null
        destination: {
          storageId?: string
          substorageId?: number
          type?: "store" | "field"
          name?: string | null
          substorageName?: string | null
          region?: string | null
          regionISO?: string | null
          postcode?: string | null
          organisationId?: string
          organisationName?: string | null
        }
        gradeReason?: string | null
        contractId?: string | null
        contractReference?: string | null
        sold?: boolean
        storageContractId?: string | null
      }>
      reason?: string | null
    }
    result: MovementAcknowledgement | DryRunAnswer
  }
  "POST /api/inventory/movements/rescale": {
    path: {}
    query: { "dryRun"?: boolean }
    body: {
      startDateISO: string
      endDateISO: string
      factor: number
      reason?: string | null
      storageIds?: Array<string> | null
    }
    result: RescaleAcknowledgement | DryRunAnswer
  }
  "POST /api/inventory/movements/{id}/restore": {
    path: { "id": string }
    query: { "dryRun"?: boolean }
    body: {
      recordId?: string
      reason?: string | null
    } | null
    result: MovementAcknowledgement | DryRunAnswer
  }
  "PUT /api/inventory/movements/{id}/actions": {
    path: { "id": string }
    query: { "dryRun"?: boolean }
    body: {
      recordId: string
      reason?: string | null
      gradeReason?: string | null
      isComplete?: boolean
      adjustToZero?: boolean
      driver?: {
        name?: string | null
        vehicleRegistration?: string | null
        loadReference?: string | null
      } | null
      source?: {
        recordId: string
      } | null
      destination?: {
        storageId?: string
        substorageId?: number
        type?: "store" | "field"
        name?: string | null
        substorageName?: string | null
        region?: string | null
        regionISO?: string | null
        postcode?: string | null
        organisationId?: string
        organisationName?: string | null
      } | null
      parts?: Array<{
        source?: {
          recordId: string
        } | null
        destination?: {
          storageId?: string
          substorageId?: number
          type?: "store" | "field"
          name?: string | null
          substorageName?: string | null
          region?: string | null
          regionISO?: string | null
          postcode?: string | null
          organisationId?: string
          organisationName?: string | null
        } | null
        isLeftOut?: boolean
      }> | null
      sample?: {
        fields?: Array<{
          name: string
          value: string
          metric?: string
        }>
        file?: {
          id: string
          name?: string | null
          url?: string | null
          userId?: string | null
          userName?: string | null
          organisationId?: string | null
          createdAtUTC?: string | null
        } | null
        files?: Array<{
          id: string
          name?: string | null
          url?: string | null
          userId?: string | null
          userName?: string | null
          organisationId?: string | null
          createdAtUTC?: string | null
        }> | null
        commodityGradeId?: number | null
      } | null
      shares?: Array<number> | null
      weighbridge?: {
        empty?: number | null
        full?: number | null
        file?: {
          id: string
          name?: string | null
          url?: string | null
          userId?: string | null
          userName?: string | null
          organisationId?: string | null
          createdAtUTC?: string | null
        } | null
      } | null
    }
    result: MovementAcknowledgement | DryRunAnswer
  }
  "POST /api/inventory/movements/{id}/duplicate": {
    path: { "id": string }
    query: { "dryRun"?: boolean }
    body: {
      recordId: string
      count: number
    }
    result: MovementAcknowledgement | DryRunAnswer
  }
  "GET /api/inventory/records": {
    path: {}
    query: { "limit"?: number; "offset"?: number; "sortBy"?: "createdAtUTC" | "name" | "harvestYear" | "variety" | "organisationName" | "storageName" | "area" | "weight" | "lastCountedAtUTC" | "lastCountVariance"; "sortDesc"?: boolean; "docs"?: boolean; "format"?: "json" | "csv"; "ownerStatus"?: "owned by" | "stored by"; "requiresCleaning"?: boolean; "f:type"?: Array<string>; "f:commodity"?: Array<string>; "f:commodityType"?: Array<string>; "f:commodityGrade"?: Array<string>; "f:commodityVariety"?: Array<string>; "f:commodityTags"?: Array<string>; "f:harvestYear"?: Array<string>; "f:status"?: Array<string>; "f:source"?: Array<string>; "f:lastCount"?: Array<string>; "f:organisationId"?: Array<string>; "f:storageOrganisationId"?: Array<string>; "f:storageId"?: Array<string>; "f:storageType"?: Array<string>; "f:businessUnitIds"?: Array<string>; "f:location"?: Array<string>; "f:regionISO"?: Array<string>; "f:tags"?: Array<string>; "f:tagl"?: Array<string>; "f:tagm"?: Array<string> }
    body: unknown
    result: {
      docs: Array<ShortRecord>
      custom: {
        commodities: Array<{
          commodity: {
            id: number
            name: string
            soldWeight: number
            totalWeight: number
          }
          types: Array<{
            id: number
            name: string
            soldWeight: number
            totalWeight: number
            grades: Array<{
              id: number
              name: string
              soldWeight: number
              totalWeight: number
            }>
          }>
        }>
        businesses: Array<{
          id: string
          name: string
          soldWeight: number
          totalWeight: number
        }>
        locations: Array<{
          id: string
          name: string
          soldWeight: number
          totalWeight: number
        }>
        areas: Array<{
          id: string
          name: string
          soldWeight: number
          totalWeight: number
        }>
        regions: Array<{
          id: string
          name: string
          soldWeight: number
          totalWeight: number
        }>
      }
      totalDocs: number
      limit: number
      offset: number
      clearUrl: string
      activeFilters: Array<ActiveFilter>
      facets: Array<Facet>
      aggregations: Array<Aggregation>
    }
  }
  "POST /api/inventory/records": {
    path: {}
    query: { "dryRun"?: boolean }
    body: {
      rowNumber?: number
      name?: string | null
      adjustToZero?: boolean | null
      owned?: boolean
      bulkPlanting?: boolean | null
      storage?: Array<{
        storageId?: string | null
        area?: number | null
        substorageId?: number | null
        type?: "field" | "store" | null
        weight?: number | null
        share?: number | null
      }> | null
      type: "crop" | "produce"
      harvestYear: string
      commodity: {
        id: number
        grade?: number | null
        tags?: Array<number>
        type: number
        variety?: string | null
        harvestYear?: string | null
      }
      source: {
        type?: "planting" | "intake" | "existing" | "import" | null
        owner?: {
          id?: string | null
          name?: string | null
        } | null
        storer?: {
          id?: string | null
          name?: string | null
        } | null
        planting?: {
          plantingAtUTC?: string | null
          plantingAtDateType?: "date" | "month" | null
          expectedYield?: number | null
          type?: string | null
        } | null
        intake?: {
          moveAtUTC?: string | null
          sender?: {
            id?: string | null
            name?: string | null
          } | null
          rememberOwned?: boolean | null
          driverName?: string | null
          vehicleRegistration?: string | null
          loadReference?: string | null
          weighbridgeRecord?: {
            empty?: number | null
            full?: number | null
            file?: {
              id: string
              name?: string | null
              url?: string | null
              userId?: string | null
              userName?: string | null
              organisationId?: string | null
              createdAtUTC?: string | null
            } | null
          } | null
          ticket?: {
            reference?: string | null
            empty?: number | null
            full?: number | null
            file?: {
              id: string
              name?: string | null
              url?: string | null
              userId?: string | null
              userName?: string | null
              organisationId?: string | null
              createdAtUTC?: string | null
            } | null
          } | null
          sample?: {
            fields?: Array<{
              name: string
              value: string
              metric?: string
            }>
            file?: {
              id: string
              name?: string | null
              url?: string | null
              userId?: string | null
              userName?: string | null
              organisationId?: string | null
              createdAtUTC?: string | null
            } | null
            files?: Array<{
              id: string
              name?: string | null
              url?: string | null
              userId?: string | null
              userName?: string | null
              organisationId?: string | null
              createdAtUTC?: string | null
            }> | null
            commodityGradeId?: number | null
          } | null
          gradeReason?: string | null
          storageContract?: {
            id?: string | null
            dryingAgreed?: boolean | null
            cleaningAgreed?: boolean | null
          } | null
        } | null
        importWeight?: number | null
        importDateUTC?: string | null
      }
      tags?: Array<string>
    }
    result: EnteredRecord | Array<EnteredRecord> | DryRunAnswer
  }
  "GET /api/inventory/records/by-ids": {
    path: {}
    query: { "ids": string }
    body: unknown
    result: Array<FullRecord>
  }
  "GET /api/inventory/records/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: FullRecord
  }
  "PATCH /api/inventory/records/{id}": {
    path: { "id": string }
    query: { "dryRun"?: boolean }
    body: {
      commodityGrade?: number | null
      harvestYear?: string
      tags?: Array<number>
      plantingAtUTC?: string | null
      plantingAtDateType?: "date" | "month" | "" | null
      plantingExpectedYield?: number | null
    }
    result: CountedRecord | DryRunAnswer
  }
  "GET /api/inventory/records/{id}/timeline": {
    path: { "id": string }
    query: { "limit"?: number; "offset"?: number }
    body: unknown
    result: {
      docs: Array<TimelineEntry>
      totalDocs: number
      limit: number
      offset: number
    }
  }
  "POST /api/inventory/records/adjustments": {
    path: {}
    query: { "dryRun"?: boolean }
    body: {
      records: Array<{
        id: string
        adjustTo: number
      }>
      countedAtISO?: string | null
      files?: Array<{
        id: string
        name?: string | null
        url?: string | null
        userId?: string | null
        userName?: string | null
        organisationId?: string | null
        createdAtUTC?: string | null
      }> | null
      reasonId: number | null
    }
    result: Array<CountedRecord> | DryRunAnswer
  }
  "PUT /api/inventory/records/{id}/adjustments/{adjustmentId}/files": {
    path: { "id": string; "adjustmentId": string }
    query: { "dryRun"?: boolean }
    body: {
      id: string
      name?: string | null
      url?: string | null
      userId?: string | null
      userName?: string | null
      organisationId?: string | null
      createdAtUTC?: string | null
    }
    result: Acknowledgement | DryRunAnswer
  }
  "DELETE /api/inventory/records/{id}/adjustments/{adjustmentId}/files/{fileId}": {
    path: { "id": string; "adjustmentId": string; "fileId": string }
    query: { "dryRun"?: boolean }
    body: unknown
    result: Acknowledgement | DryRunAnswer
  }
  "POST /api/inventory/records/{id}/samples": {
    path: { "id": string }
    query: { "dryRun"?: boolean }
    body: {
      fields?: Array<{
        name: string
        value: string
        metric?: string
      }>
      file?: {
        id: string
        name?: string | null
        url?: string | null
        userId?: string | null
        userName?: string | null
        organisationId?: string | null
        createdAtUTC?: string | null
      } | null
      files?: Array<{
        id: string
        name?: string | null
        url?: string | null
        userId?: string | null
        userName?: string | null
        organisationId?: string | null
        createdAtUTC?: string | null
      }> | null
      commodityGradeId?: number | null
    }
    result: FullRecord | DryRunAnswer
  }
  "GET /api/inventory/records/{id}/trace": {
    path: { "id": string }
    query: { "at"?: string; "format"?: "json" | "epcis" }
    body: unknown
    result: RecordTrace
  }
  "GET /api/inventory/position": {
    path: {}
    query: { "at"?: string; "format"?: "json" | "csv" }
    body: unknown
    result: Position
  }
  "GET /api/inventory/position/series": {
    path: {}
    query: { "from": string; "to": string; "step"?: number; "group"?: "commodity" | "harvestYear" | "owner" | "storage" | "substorage" | "none" }
    body: unknown
    result: PositionSeries
  }
  "GET /api/inventory/today": {
    path: {}
    query: {}
    body: unknown
    result: Today
  }
  "GET /api/inventory/vehicles": {
    path: {}
    query: { "query"?: string; "limit"?: number; "offset"?: number }
    body: unknown
    result: {
      docs: Array<Vehicle>
      totalDocs: number
      limit: number
      offset: number
    }
  }
  "GET /api/inventory/partners": {
    path: {}
    query: { "query"?: string; "limit"?: number; "offset"?: number }
    body: unknown
    result: {
      docs: Array<Partner>
      totalDocs: number
      limit: number
      offset: number
    }
  }
  "POST /api/inventory/partners": {
    path: {}
    query: {}
    body: {
      id?: string
      name: string
    }
    result: Partner
  }
  "GET /api/inventory/partners/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Partner
  }
  "PATCH /api/inventory/partners/{id}": {
    path: { "id": string }
    query: {}
    body: {
      name: string
    }
    result: Partner
  }
  "POST /api/inventory/partners/{id}/merge": {
    path: { "id": string }
    query: {}
    body: {
      ids: Array<string>
    }
    result: MergeAcknowledgement
  }
  "POST /api/inventory/partners/{id}/invite-owner": {
    path: { "id": string }
    query: {}
    body: {
      email: string
    }
    result: OwnerInvited
  }
  "GET /api/inventory/commodities": {
    path: {}
    query: { "countryISO"?: string; "query"?: string }
    body: unknown
    result: Array<Commodity>
  }
  "GET /api/inventory/commodities/{id}/specifications": {
    path: { "id": string }
    query: { "commodityGrade"?: number; "commodityType"?: number; "moistureBasis"?: number }
    body: unknown
    result: Array<DefaultSpecification>
  }
  "GET /api/inventory/commodities/organisation": {
    path: {}
    query: {}
    body: unknown
    result: Array<{
      organisationId: string
      organisationName: string
      harvestYears: Array<{
        id: number
        name: string
        weight: Weight
      }>
      commodities: Array<{
        id: number
        name: string
        weight: Weight
      }>
    }>
  }
  "GET /api/inventory/organisations/with-commodity": {
    path: {}
    query: { "commodity"?: number; "commodityType"?: number; "commodityGrade"?: number; "regionISOs"?: string }
    body: unknown
    result: {
      organisationsWithInventory: Array<string>
      organisationsWithCommodity: Array<string>
    }
  }
  "GET /api/inventory/varieties/suggest": {
    path: {}
    query: { "query": string; "commodity"?: number; "commodityType"?: number }
    body: unknown
    result: Array<{
      key: string
      value: string
      takenFor?: string
    }>
  }
  "GET /api/inventory/reasons": {
    path: {}
    query: {}
    body: unknown
    result: {
      adjustment: Array<{
        id: number
        description: string
        names?: {
          [name: string]: string
        }
        direction: "loss" | "gain" | "either"
      }>
      storageNote: Array<{
        id: number
        description: string
        names?: {
          [name: string]: string
        }
      }>
      settlementDeduction: Array<{
        id: number
        description: string
        names?: {
          [name: string]: string
        }
      }>
      settlementBonus: Array<{
        id: number
        description: string
        names?: {
          [name: string]: string
        }
      }>
      closeListing: Array<{
        id: number
        description: string
        names?: {
          [name: string]: string
        }
      }>
    }
  }
  "GET /api/inventory/conflicts": {
    path: {}
    query: { "at"?: string }
    body: unknown
    result: AllConflicts
  }
  "GET /api/inventory/storage": {
    path: {}
    query: { "limit"?: number; "offset"?: number; "sortBy"?: "name" | "type" | "area" | "weight" | "createdAtUTC"; "sortDesc"?: boolean; "docs"?: boolean; "format"?: "json" | "csv"; "query"?: string; "conflict"?: boolean; "bays"?: boolean; "type"?: Array<string>; "storeCommodity"?: Array<string>; "businessUnitIds"?: Array<string>; "commodity"?: Array<string>; "commodityType"?: Array<string>; "commodityGrade"?: Array<string>; "tags"?: Array<string>; "harvestYear"?: Array<string> }
    body: unknown
    result: {
      docs: Array<StorageLocation>
      custom: Record<string, unknown>
      totalDocs: number
      limit: number
      offset: number
      clearUrl: string
      activeFilters: Array<ActiveFilter>
      facets: Array<Facet>
      aggregations: Array<Aggregation>
    }
  }
  "POST /api/inventory/storage": {
    path: {}
    query: {}
    body: {
      name: string
      area?: number | null
      type: "field" | "store"
      businessUnitIds?: Array<string>
      location: {
        threeWords?: string | null
        address?: {
          name?: string | null
          line1?: string | null
          line2?: string | null
          line3?: string | null
          city?: string | null
          region?: string | null
          regionISO?: string | null
          postcode?: string | null
          countryName?: string | null
          countryISO?: string | null
        } | null
        coordinates?: {
          lat?: number | null
          lon?: number | null
        } | null
        timeZone?: string | null
      } | null
      boundary?: {
        type: "MultiPolygon"
        coordinates: Array<Array<Array<Array<number>>>>
      } | null
      tags?: Array<string>
      substorage: Array<{
        name: string
        capacity?: Array<{
          commodityId: number
          weight: number
          commodityName?: string | null
        }> | null
        storageNote?: {
          reasonId: number
          note: string
          files?: Array<{
            id: string
            name?: string | null
            url?: string | null
            userId?: string | null
            userName?: string | null
            organisationId?: string | null
            createdAtUTC?: string | null
          }> | null
        } | null
        record?: {
          rowNumber?: number
          name?: string | null
          adjustToZero?: boolean | null
          owned?: boolean
          bulkPlanting?: boolean | null
          storage?: Array<{
            storageId?: string | null
            area?: number | null
            substorageId?: number | null
            type?: "field" | "store" | null
            weight?: number | null
            share?: number | null
          }> | null
          type: "crop" | "produce"
          harvestYear: string
          commodity: {
            id: number
            grade?: number | null
            tags?: Array<number>
            type: number
            variety?: string | null
            harvestYear?: string | null
          }
          source: {
            type?: "planting" | "intake" | "existing" | "import" | null
            owner?: {
              id?: string | null
              name?: string | null
            } | null
            storer?: {
              id?: string | null
              name?: string | null
            } | null
            planting?: {
              plantingAtUTC?: string | null
              plantingAtDateType?: "date" | "month" | null
              expectedYield?: number | null
              type?: string | null
            } | null
            intake?: {
              moveAtUTC?: string | null
              sender?: {
                id?: string | null
                name?: string | null
              } | null
              rememberOwned?: boolean | null
              driverName?: string | null
              vehicleRegistration?: string | null
              loadReference?: string | null
              weighbridgeRecord?: {
                empty?: number | null
                full?: number | null
                file?: {
                  id: string
                  name?: string | null
                  url?: string | null
                  userId?: string | null
                  userName?: string | null
                  organisationId?: string | null
                  createdAtUTC?: string | null
                } | null
              } | null
              ticket?: {
                reference?: string | null
                empty?: number | null
                full?: number | null
                file?: {
                  id: string
                  name?: string | null
                  url?: string | null
                  userId?: string | null
                  userName?: string | null
                  organisationId?: string | null
                  createdAtUTC?: string | null
                } | null
              } | null
              sample?: {
                fields?: Array<{
                  name: string
                  value: string
                  metric?: string
                }>
                file?: {
                  id: string
                  name?: string | null
                  url?: string | null
                  userId?: string | null
                  userName?: string | null
                  organisationId?: string | null
                  createdAtUTC?: string | null
                } | null
                files?: Array<{
                  id: string
                  name?: string | null
                  url?: string | null
                  userId?: string | null
                  userName?: string | null
                  organisationId?: string | null
                  createdAtUTC?: string | null
                }> | null
                commodityGradeId?: number | null
              } | null
              gradeReason?: string | null
              storageContract?: {
                id?: string | null
                dryingAgreed?: boolean | null
                cleaningAgreed?: boolean | null
              } | null
            } | null
            importWeight?: number | null
            importDateUTC?: string | null
          }
          tags?: Array<string>
        } | null
      }>
    }
    result: StorageDetails
  }
  "GET /api/inventory/storage/search": {
    path: {}
    query: { "limit"?: number; "offset"?: number; "sortBy"?: "name" | "type" | "area" | "weight" | "createdAtUTC"; "sortDesc"?: boolean; "docs"?: boolean; "format"?: "json" | "csv"; "query"?: string; "conflict"?: boolean; "bays"?: boolean; "f:type"?: Array<string>; "f:commodity"?: Array<string>; "f:commodityType"?: Array<string>; "f:commodityGrade"?: Array<string>; "f:commodityVariety"?: Array<string>; "f:tags"?: Array<string>; "f:hasInventory"?: Array<string>; "f:harvestYear"?: Array<string>; "f:ownerOrganisationId"?: Array<string>; "f:storageId"?: Array<string>; "f:inventoryType"?: Array<string>; "f:businessUnitIds"?: Array<string> }
    body: unknown
    result: {
      docs: Array<StorageLocation>
      custom: Record<string, unknown>
      totalDocs: number
      limit: number
      offset: number
      clearUrl: string
      activeFilters: Array<ActiveFilter>
      facets: Array<Facet>
      aggregations: Array<Aggregation>
    }
  }
  "GET /api/inventory/storage/names": {
    path: {}
    query: {}
    body: unknown
    result: Array<StorageName>
  }
  "GET /api/inventory/storage/by-records": {
    path: {}
    query: { "ids": string }
    body: unknown
    result: Array<StorageLocation>
  }
  "GET /api/inventory/storage/notes": {
    path: {}
    query: { "limit"?: number; "offset"?: number; "storageId": string; "substorageId"?: number }
    body: unknown
    result: Array<StorageNote>
  }
  "POST /api/inventory/storage/notes": {
    path: {}
    query: {}
    body: {
      storageId: string
      substorageId?: number | null
      reasonId: number
      note: string
      files?: Array<{
        id: string
        name?: string | null
        url?: string | null
        userId?: string | null
        userName?: string | null
        organisationId?: string | null
        createdAtUTC?: string | null
      }> | null
    }
    result: StorageNote
  }
  "GET /api/inventory/storage/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: StorageDetails
  }
  "PATCH /api/inventory/storage/{id}": {
    path: { "id": string }
    query: {}
    body: {
      businessUnitIds?: Array<string>
      name?: string
      location?: {
        threeWords?: string | null
        address?: {
          name?: string | null
          line1?: string | null
          line2?: string | null
          line3?: string | null
          city?: string | null
          region?: string | null
          regionISO?: string | null
          postcode?: string | null
          countryName?: string | null
          countryISO?: string | null
        } | null
        coordinates?: {
          lat?: number | null
          lon?: number | null
        } | null
        timeZone?: string | null
      } | null
      tags?: Array<string>
      substorage?: Array<{
        id?: number
        name?: string
        capacity?: Array<{
          commodityId: number
          weight: number
          commodityName?: string | null
        }> | null
        storageNote?: {
          reasonId: number
          note: string
          files?: Array<{
            id: string
            name?: string | null
            url?: string | null
            userId?: string | null
            userName?: string | null
            organisationId?: string | null
            createdAtUTC?: string | null
          }> | null
        } | null
      }> | null
      area?: number | null
      boundary?: {
        type: "MultiPolygon"
        coordinates: Array<Array<Array<Array<number>>>>
      } | null
    }
    result: UpdatedStorage
  }
  "GET /api/inventory/storage/{id}/conflicts": {
    path: { "id": string }
    query: { "substorageId"?: number }
    body: unknown
    result: StorageConflicts
  }
  "POST /api/inventory/storage/{id}/commodities": {
    path: { "id": string }
    query: {}
    body: {
      substorageId: number
      commodityId: number
      weight: number
    }
    result: StorageDetails
  }
  "PUT /api/inventory/storage/business-units": {
    path: {}
    query: {}
    body: {
      businessUnitId: string
      storageIds: Array<string>
    }
    result: Acknowledgement
  }
  "POST /api/inventory/storage/fields/split": {
    path: {}
    query: {}
    body: Array<{
      source: string
      name: string
      hectares: number
      variety?: string | null
      rowNumber?: number
    }>
    result: Acknowledgement
  }
  "POST /api/inventory/storage/fields/measure": {
    path: {}
    query: {}
    body: {
      boundary: {
        type: "MultiPolygon"
        coordinates: Array<Array<Array<Array<number>>>>
      }
    }
    result: MeasuredBoundary
  }
  "GET /api/inventory/contracts": {
    path: {}
    query: { "limit"?: number; "offset"?: number; "sortBy"?: "startDateUTC" | "endDateUTC" | "createdAtUTC" | "reference" | "ownerOrganisationName" | "weight"; "sortDesc"?: boolean; "docs"?: boolean; "format"?: "json" | "csv"; "query"?: string; "status"?: Array<string>; "f:commodity"?: Array<string>; "f:commodityType"?: Array<string>; "f:commodityGrade"?: Array<string>; "f:tags"?: Array<string>; "f:ownerOrganisationId"?: Array<string> }
    body: unknown
    result: {
      docs: Array<StorageContract>
      custom: Record<string, unknown>
      totalDocs: number
      limit: number
      offset: number
      clearUrl: string
      activeFilters: Array<ActiveFilter>
      facets: Array<Facet>
      aggregations: Array<Aggregation>
    }
  }
  "POST /api/inventory/contracts": {
    path: {}
    query: {}
    body: {
      ownerOrganisationId: string
      ownerOrganisationName: string
      details: {
        reference?: string | null
        startDateISO: string
        endDateISO?: string | null
        files?: Array<{
          id: string
          name?: string | null
          url?: string | null
          userId?: string | null
          userName?: string | null
          organisationId?: string | null
          createdAtUTC?: string | null
        }> | null
        services?: {
          cleaning?: {
            agreed?: boolean
          }
          drying?: {
            agreed?: boolean
            preAgreedMoistureLevelPercentage?: number | null
            intakeSampleLossMatrix?: Array<{
              moistureMinPercentage: number
              moistureMaxPercentage: number
              weightLossPercentage: number
            }> | null
          }
        } | null
      }
      inventory: {
        weightKG: number
        commodity: {
          id: number
          type: number
          grade?: number | null
          tags?: Array<number>
        }
        variety?: Array<string> | null
      }
    }
    result: StorageContract
  }
  "GET /api/inventory/contracts/lookup": {
    path: {}
    query: { "commodity": number; "commodityType": number; "commodityGrade"?: number; "dateISO": string; "ownerOrganisationId": string }
    body: unknown
    result: StorageContract
  }
  "GET /api/inventory/contracts/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: StorageContract
  }
  "PUT /api/inventory/contracts/{id}": {
    path: { "id": string }
    query: {}
    body: {
      details: {
        reference?: string | null
        startDateUTC?: string
        endDateUTC?: string | null
        files?: Array<{
          id: string
          name?: string | null
          url?: string | null
          userId?: string | null
          userName?: string | null
          organisationId?: string | null
          createdAtUTC?: string | null
        }> | null
        services?: {
          cleaning?: {
            agreed?: boolean
          }
          drying?: {
            agreed?: boolean
            preAgreedMoistureLevelPercentage?: number | null
            intakeSampleLossMatrix?: Array<{
              moistureMinPercentage: number
              moistureMaxPercentage: number
              weightLossPercentage: number
            }> | null
          }
        } | null
      }
      inventory: {
        weight?: number
        commodity?: {
          id: number
          type: number
          grade?: number | null
          variety?: Array<string> | null
          tags?: Array<number>
        }
      }
    }
    result: UpdatedStorageContract
  }
  "GET /api/inventory/contracts/{id}/drying": {
    path: { "id": string }
    query: { "moisturePercentage": number; "weight": number }
    body: unknown
    result: CalculatedDrying
  }
  "GET /api/inventory/storage/shapes": {
    path: {}
    query: { "bbox"?: string; "tolerance"?: number; "harvestYear"?: string; "outlines"?: boolean }
    body: unknown
    result: FieldShapes
  }
  "POST /api/inventory/plantings": {
    path: {}
    query: { "dryRun"?: boolean }
    body: Array<{
      rowNumber: number
      name?: string | null
      type: "crop" | "produce"
      harvestYear: string
      owned?: boolean
      owner?: {
        id?: string | null
        name?: string | null
      } | null
      commodity: {
        id: number
        grade?: number | null
        tags?: Array<number>
        type: number
        variety?: string | null
        harvestYear?: string | null
      }
      field: {
        storageId?: string | null
        area?: number | null
        substorageId?: number | null
        type?: "field" | "store" | null
        weight?: number | null
        share?: number | null
      }
      planting: {
        plantingAtUTC?: string | null
        plantingAtDateType?: "date" | "month" | null
        expectedYield?: number | null
        type?: string | null
      } | null
      adjustToZero?: boolean | null
      tags?: Array<string>
    }>
    result: ImportResult
  }
  "POST /api/inventory/harvest-plans/backfill": {
    path: {}
    query: { "dryRun"?: boolean }
    body: {
      organisationId?: string | null
      organisationName?: string | null
    } | null
    result: Acknowledgement | DryRunAnswer
  }
  "GET /api/inventory/harvest-plans": {
    path: {}
    query: { "limit"?: number; "offset"?: number; "sortBy"?: "harvestYear" | "variety" | "totalSize" | "totalCount" | "createdAtUTC"; "sortDesc"?: boolean; "docs"?: boolean; "format"?: "json" | "csv"; "f:harvestYear"?: Array<string>; "f:commodity"?: Array<string>; "f:commodityType"?: Array<string>; "f:businessUnitIds"?: Array<string>; "f:regionISO"?: Array<string>; "tags"?: Array<string> }
    body: unknown
    result: Array<HarvestPlan>
  }
  "GET /api/inventory/harvest-plans/history": {
    path: {}
    query: { "f:harvestYear"?: Array<string>; "f:commodity"?: Array<string>; "f:commodityType"?: Array<string>; "f:businessUnitIds"?: Array<string>; "f:regionISO"?: Array<string> }
    body: unknown
    result: HarvestHistory
  }
  "GET /api/inventory/harvest-plans/loads": {
    path: {}
    query: { "limit"?: number; "offset"?: number; "sortBy"?: "dateISO" | "weightNet" | "moisture" | "fieldName"; "sortDesc"?: boolean; "docs"?: boolean; "format"?: "json" | "csv"; "harvestPlanId": string }
    body: unknown
    result: Array<HarvestLoad>
  }
  "GET /api/inventory/harvest-plans/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: HarvestPlan
  }
  "PATCH /api/inventory/harvest-plans/{id}/remaining-area": {
    path: { "id": string }
    query: { "dryRun"?: boolean }
    body: Array<{
      fieldId: string
      areaRemaining: number
      originalAreaRemaining: number
    }>
    result: HarvestPlan | DryRunAnswer
  }
  "POST /api/inventory/harvest-plans/{id}/loads": {
    path: { "id": string }
    query: { "dryRun"?: boolean }
    body: Array<{
      fieldId: string
      plantingId?: string | null
      commodityId: number
      commodityGroupId: number
      storageId: string
      substorageId: number
      dateISO?: string | null
      weightNet?: number | null
      weighbridge?: {
        empty?: number | null
        full?: number | null
        file?: {
          id: string
          name?: string | null
          url?: string | null
          userId?: string | null
          userName?: string | null
          organisationId?: string | null
          createdAtUTC?: string | null
        } | null
      } | null
      ticket?: {
        reference?: string | null
        empty?: number | null
        full?: number | null
        file?: {
          id: string
          name?: string | null
          url?: string | null
          userId?: string | null
          userName?: string | null
          organisationId?: string | null
          createdAtUTC?: string | null
        } | null
      } | null
      share?: number | null
      loadReference?: string | null
      gradeReason?: string | null
      areaRemaining?: number | null
      moisture: number | null
      temperature: number | null
      driverName: string | null
      driverRegistration: string | null
      sample: {
        fields?: Array<{
          name: string
          value: string
          metric?: string
        }>
        file?: {
          id: string
          name?: string | null
          url?: string | null
          userId?: string | null
          userName?: string | null
          organisationId?: string | null
          createdAtUTC?: string | null
        } | null
        files?: Array<{
          id: string
          name?: string | null
          url?: string | null
          userId?: string | null
          userName?: string | null
          organisationId?: string | null
          createdAtUTC?: string | null
        }> | null
        commodityGradeId?: number | null
        id?: number | null
      } | null
    }>
    result: EnteredLoad | Array<EnteredLoad> | DryRunAnswer
  }
  "DELETE /api/inventory/harvest-plans/{id}/loads": {
    path: { "id": string }
    query: { "dryRun"?: boolean }
    body: Array<{
      loadId: string
      reason?: string | null
      lorryNet?: "stays" | "less"
    }>
    result: Acknowledgement | DryRunAnswer
  }
  "POST /api/inventory/trade-availability": {
    path: {}
    query: { "dryRun"?: boolean }
    body: {
      commodities: Array<{
        type: "crop" | "produce"
        harvestYear: string
        commodity: {
          id: number
          grade?: number | null
          tags?: Array<number>
          type: number
          variety?: string | null
          harvestYear?: string | null
        }
        weight: number
        soldWeight?: number | null
        businessUnitIds?: Array<string>
        tags?: Array<string>
      }>
    }
    result: ShortRecord | Array<ShortRecord> | DryRunAnswer
  }
  "PATCH /api/inventory/trade-availability/{id}": {
    path: { "id": string }
    query: { "dryRun"?: boolean }
    body: {
      businessUnitIds?: Array<string>
      commodityGrade?: number | null
      commodityWeight?: number
      soldWeight?: number | null
      tags?: Array<string>
    }
    result: EnteredRecord | DryRunAnswer
  }
  "GET /api/inventory/settlements": {
    path: {}
    query: { "limit"?: number; "offset"?: number; "sortBy"?: "date" | "createdAtUTC" | "reference" | "buyer"; "sortDesc"?: boolean; "docs"?: boolean; "format"?: "json" | "csv"; "query"?: string; "startDateISO"?: string; "endDateISO"?: string; "status"?: Array<string>; "f:buyer"?: Array<string> }
    body: unknown
    result: {
      docs: Array<SettlementSummary>
      custom: Record<string, unknown>
      totalDocs: number
      limit: number
      offset: number
      clearUrl: string
      activeFilters: Array<ActiveFilter>
      facets: Array<Facet>
      aggregations: Array<Aggregation>
    }
  }
  "POST /api/inventory/settlements": {
    path: {}
    query: {}
    body: {
      buyer: {
        id?: string | null
        name?: string | null
      }
      lines?: Array<{
        reference?: string | null
        dateISO: string
        vehicle?: string | null
        weight: number
      }> | null
      table?: string | null
      mapping?: {
        headerRow?: number
        headerRows?: number
        columns?: {
          [name: string]: {
            from?: string
            at?: number
            constant?: string
            unit?: string
            unitFrom?: string
            decimals?: "." | ","
            dates?: "day first" | "month first"
            years?: "first" | "second"
            fillDown?: boolean
          }
        }
      } | null
      reference?: string | null
      dateISO: string
    }
    result: EnteredSettlement
  }
  "GET /api/inventory/settlements/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Settlement
  }
  "DELETE /api/inventory/settlements/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "POST /api/inventory/settlements/try": {
    path: {}
    query: {}
    body: {
      buyer: {
        id?: string | null
        name?: string | null
      }
      lines?: Array<{
        reference?: string | null
        dateISO: string
        vehicle?: string | null
        weight: number
      }> | null
      table?: string | null
      mapping?: {
        headerRow?: number
        headerRows?: number
        columns?: {
          [name: string]: {
            from?: string
            at?: number
            constant?: string
            unit?: string
            unitFrom?: string
            decimals?: "." | ","
            dates?: "day first" | "month first"
            years?: "first" | "second"
            fillDown?: boolean
          }
        }
      } | null
    }
    result: TriedSettlement
  }
  "PATCH /api/inventory/settlements/{id}/lines/{line}": {
    path: { "id": string; "line": string }
    query: {}
    body: {
      movementId?: number | null
      decision?: "accepted" | "written_off" | "claimed" | null
      reasonId?: number | null
      note?: string | null
    }
    result: Settlement
  }
  "POST /api/inventory/settlements/{id}/close": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Settlement
  }
  "GET /api/inventory/files/{id}/uses": {
    path: { "id": string }
    query: {}
    body: unknown
    result: FileUses
  }
  "GET /api/inventory/movements/{id}/ticket.pdf": {
    path: { "id": string }
    query: { "size"?: "a6" | "80" | "58" }
    body: unknown
    result: unknown
  }
  "POST /api/inventory/movements/{id}/ticket": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "GET /api/inventory/movements/{id}/passport.pdf": {
    path: { "id": string }
    query: {}
    body: unknown
    result: unknown
  }
  "POST /api/inventory/movements/{id}/passport": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "GET /api/inventory/movements/{id}/recall.pdf": {
    path: { "id": string }
    query: {}
    body: unknown
    result: unknown
  }
  "POST /api/inventory/movements/{id}/recall": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "GET /api/inventory/records/{id}/recall.pdf": {
    path: { "id": string }
    query: {}
    body: unknown
    result: unknown
  }
  "POST /api/inventory/records/{id}/recall": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "GET /api/inventory/storage/{id}/recall.pdf": {
    path: { "id": string }
    query: { "substorageId"?: number }
    body: unknown
    result: unknown
  }
  "POST /api/inventory/storage/{id}/recall": {
    path: { "id": string }
    query: { "substorageId"?: number }
    body: unknown
    result: Acknowledgement
  }
  "GET /api/inventory/owners/{id}/statement": {
    path: { "id": string }
    query: { "from"?: string; "at"?: string; "storerId"?: string; "format"?: "json" | "csv" }
    body: unknown
    result: OwnerStatement
  }
  "POST /api/inventory/owners/{id}/statement": {
    path: { "id": string }
    query: { "from"?: string; "at"?: string; "storerId"?: string }
    body: unknown
    result: Acknowledgement
  }
  "GET /api/inventory/owners/{id}/statement.pdf": {
    path: { "id": string }
    query: { "from"?: string; "at"?: string; "storerId"?: string }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/position/report.pdf": {
    path: {}
    query: { "at"?: string }
    body: unknown
    result: unknown
  }
  "POST /api/inventory/position/report": {
    path: {}
    query: { "at"?: string }
    body: unknown
    result: Acknowledgement
  }
  "GET /api/inventory/position/count-sheet.pdf": {
    path: {}
    query: { "at"?: string; "storageId"?: string }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/papers/letterhead": {
    path: {}
    query: {}
    body: unknown
    result: Letterhead
  }
  "PATCH /api/inventory/papers/letterhead": {
    path: {}
    query: {}
    body: {
      address?: string
      telephone?: string
      registrationNumber?: string
      taxNumber?: string
      assuranceNumbers?: string
      foot?: string
      logo?: string | null
    }
    result: Letterhead
  }
  "GET /api/inventory/papers": {
    path: {}
    query: { "kind"?: "ticket" | "passport" | "recall" | "statement" | "stock"; "subject"?: string; "limit"?: number; "offset"?: number }
    body: unknown
    result: {
      docs: Array<Paper>
      totalDocs: number
      limit: number
      offset: number
    }
  }
  "GET /api/inventory/papers/{id}/copy.pdf": {
    path: { "id": string }
    query: { "size"?: "a6" | "80" | "58" }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/imports/fields/template": {
    path: {}
    query: { "format"?: "csv" | "xlsx"; "language"?: "en" | "de" | "fr"; "units"?: "hectares" | "acres"; "delimiter"?: "comma" | "semicolon" }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/imports/fields/mappings": {
    path: {}
    query: {}
    body: unknown
    result: ImportMappings
  }
  "GET /api/inventory/imports/fields/export": {
    path: {}
    query: { "format"?: "csv" | "xlsx"; "language"?: "en" | "de" | "fr"; "units"?: "hectares" | "acres"; "delimiter"?: "comma" | "semicolon" }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/imports/stores/template": {
    path: {}
    query: { "format"?: "csv" | "xlsx"; "language"?: "en" | "de" | "fr"; "units"?: "hectares" | "acres"; "delimiter"?: "comma" | "semicolon" }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/imports/stores/mappings": {
    path: {}
    query: {}
    body: unknown
    result: ImportMappings
  }
  "GET /api/inventory/imports/stores/export": {
    path: {}
    query: { "format"?: "csv" | "xlsx"; "language"?: "en" | "de" | "fr"; "units"?: "hectares" | "acres"; "delimiter"?: "comma" | "semicolon" }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/imports/field-splits/template": {
    path: {}
    query: { "format"?: "csv" | "xlsx"; "language"?: "en" | "de" | "fr"; "units"?: "hectares" | "acres"; "delimiter"?: "comma" | "semicolon" }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/imports/field-splits/mappings": {
    path: {}
    query: {}
    body: unknown
    result: ImportMappings
  }
  "GET /api/inventory/imports/field-yields/template": {
    path: {}
    query: { "format"?: "csv" | "xlsx"; "language"?: "en" | "de" | "fr"; "units"?: "hectares" | "acres"; "delimiter"?: "comma" | "semicolon" }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/imports/field-yields/mappings": {
    path: {}
    query: {}
    body: unknown
    result: ImportMappings
  }
  "GET /api/inventory/imports/field-yields/export": {
    path: {}
    query: { "format"?: "csv" | "xlsx"; "language"?: "en" | "de" | "fr"; "units"?: "hectares" | "acres"; "delimiter"?: "comma" | "semicolon" }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/imports/inventory/stores/template": {
    path: {}
    query: { "format"?: "csv" | "xlsx"; "language"?: "en" | "de" | "fr"; "units"?: "hectares" | "acres"; "delimiter"?: "comma" | "semicolon" }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/imports/inventory/stores/mappings": {
    path: {}
    query: {}
    body: unknown
    result: ImportMappings
  }
  "GET /api/inventory/imports/inventory/stores/export": {
    path: {}
    query: { "format"?: "csv" | "xlsx"; "language"?: "en" | "de" | "fr"; "units"?: "hectares" | "acres"; "delimiter"?: "comma" | "semicolon" }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/imports/inventory/fields/template": {
    path: {}
    query: { "format"?: "csv" | "xlsx"; "language"?: "en" | "de" | "fr"; "units"?: "hectares" | "acres"; "delimiter"?: "comma" | "semicolon" }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/imports/inventory/fields/mappings": {
    path: {}
    query: {}
    body: unknown
    result: ImportMappings
  }
  "GET /api/inventory/imports/inventory/fields/export": {
    path: {}
    query: { "format"?: "csv" | "xlsx"; "language"?: "en" | "de" | "fr"; "units"?: "hectares" | "acres"; "delimiter"?: "comma" | "semicolon" }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/imports/inventory/boundaries/mappings": {
    path: {}
    query: {}
    body: unknown
    result: ImportMappings
  }
  "GET /api/inventory/imports/inventory/loads/template": {
    path: {}
    query: { "format"?: "csv" | "xlsx"; "language"?: "en" | "de" | "fr"; "units"?: "hectares" | "acres"; "delimiter"?: "comma" | "semicolon" }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/imports/inventory/loads/mappings": {
    path: {}
    query: {}
    body: unknown
    result: ImportMappings
  }
  "GET /api/inventory/imports/varieties/template": {
    path: {}
    query: { "format"?: "csv" | "xlsx"; "language"?: "en" | "de" | "fr"; "units"?: "hectares" | "acres"; "delimiter"?: "comma" | "semicolon" }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/imports/varieties/mappings": {
    path: {}
    query: {}
    body: unknown
    result: ImportMappings
  }
  "GET /api/inventory/imports/varieties/export": {
    path: {}
    query: { "format"?: "csv" | "xlsx"; "language"?: "en" | "de" | "fr"; "units"?: "hectares" | "acres"; "delimiter"?: "comma" | "semicolon" }
    body: unknown
    result: unknown
  }
  "GET /api/inventory/imports": {
    path: {}
    query: { "limit"?: number; "offset"?: number; "kind"?: string; "idempotencyKey"?: string }
    body: unknown
    result: Array<ImportRunSummary>
  }
  "GET /api/inventory/imports/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: ImportRun
  }
  "DELETE /api/inventory/imports/{id}": {
    path: { "id": string }
    query: { "dryRun"?: boolean }
    body: unknown
    result: UndoneImport
  }
  "GET /api/inventory/imports/aliases": {
    path: {}
    query: {}
    body: unknown
    result: Array<ImportAlias>
  }
  "DELETE /api/inventory/imports/aliases/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "GET /api/inventory/imports/{id}/errors": {
    path: { "id": string }
    query: {}
    body: unknown
    result: unknown
  }
  "PUT /api/inventory/settings": {
    path: {}
    query: {}
    body: {
      logging: {
        level?: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent" | "default"
        filter?: string | null
      }
    }
    result: Acknowledgement
  }
  "POST /api/inventory/imports/fields": {
    path: {}
    query: { "dryRun"?: boolean; "update"?: boolean; "sameNumber"?: "new" | "update"; "dayAlone"?: "start" | "end"; "create"?: string; "confirm"?: string }
    body: unknown
    result: FileImportResult
  }
  "POST /api/inventory/imports/stores": {
    path: {}
    query: { "dryRun"?: boolean; "update"?: boolean; "sameNumber"?: "new" | "update"; "dayAlone"?: "start" | "end"; "create"?: string; "confirm"?: string }
    body: unknown
    result: FileImportResult
  }
  "POST /api/inventory/imports/field-splits": {
    path: {}
    query: { "dryRun"?: boolean; "update"?: boolean; "sameNumber"?: "new" | "update"; "dayAlone"?: "start" | "end"; "create"?: string; "confirm"?: string }
    body: unknown
    result: FileImportResult
  }
  "POST /api/inventory/imports/field-yields": {
    path: {}
    query: { "dryRun"?: boolean; "update"?: boolean; "sameNumber"?: "new" | "update"; "dayAlone"?: "start" | "end"; "create"?: string; "confirm"?: string }
    body: unknown
    result: FileImportResult
  }
  "POST /api/inventory/imports/inventory/stores": {
    path: {}
    query: { "dryRun"?: boolean; "update"?: boolean; "sameNumber"?: "new" | "update"; "dayAlone"?: "start" | "end"; "create"?: string; "confirm"?: string }
    body: unknown
    result: FileImportResult
  }
  "POST /api/inventory/imports/inventory/fields": {
    path: {}
    query: { "dryRun"?: boolean; "update"?: boolean; "sameNumber"?: "new" | "update"; "dayAlone"?: "start" | "end"; "create"?: string; "confirm"?: string }
    body: unknown
    result: FileImportResult
  }
  "POST /api/inventory/imports/inventory/boundaries": {
    path: {}
    query: { "dryRun"?: boolean; "update"?: boolean; "sameNumber"?: "new" | "update"; "dayAlone"?: "start" | "end"; "create"?: string; "confirm"?: string }
    body: unknown
    result: FileImportResult
  }
  "POST /api/inventory/imports/inventory/loads": {
    path: {}
    query: { "dryRun"?: boolean; "update"?: boolean; "sameNumber"?: "new" | "update"; "dayAlone"?: "start" | "end"; "create"?: string; "confirm"?: string }
    body: unknown
    result: FileImportResult
  }
  "POST /api/inventory/imports/varieties": {
    path: {}
    query: { "dryRun"?: boolean; "update"?: boolean; "sameNumber"?: "new" | "update"; "dayAlone"?: "start" | "end"; "create"?: string; "confirm"?: string }
    body: unknown
    result: FileImportResult
  }
  "GET /api/system/files": {
    path: {}
    query: { "limit"?: number; "offset"?: number; "query"?: string; "kind"?: "picture" | "pdf" | "film" | "other"; "type"?: "sample" | "avatar" | "weighbridge" | "contract" | "image" | "logo" | "misc" | "vehicle" | "terms-conditions" | "trade-contract" | "rt-certificate"; "from"?: "own" | "others"; "status"?: "active" | "archived"; "sortBy"?: "createdAtUTC" | "name" | "sizeBytes"; "sortDesc"?: boolean }
    body: unknown
    result: {
      docs: Array<ListedFile>
      totalDocs: number
      limit: number
      offset: number
    }
  }
  "POST /api/system/files": {
    path: {}
    query: {}
    body: unknown
    result: StoredFile
  }
  "GET /api/system/files/{id}": {
    path: { "id": string }
    query: { "width"?: number }
    body: unknown
    result: unknown
  }
  "DELETE /api/system/files/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: StoredFile
  }
  "GET /api/system/files/{id}/info": {
    path: { "id": string }
    query: {}
    body: unknown
    result: FileInfo
  }
  "PUT /api/system/files/{id}/organisations": {
    path: { "id": string }
    query: {}
    body: {
      organisations: Array<string>
      mayTellPosition?: boolean | null
    }
    result: StoredFile
  }
  "GET /api/system/locations/three-words": {
    path: {}
    query: { "query": string }
    body: unknown
    result: Location
  }
  "GET /api/system/locations/address": {
    path: {}
    query: { "id": string; "source"?: string }
    body: unknown
    result: Location
  }
  "GET /api/system/locations/search": {
    path: {}
    query: { "query"?: string; "id"?: string; "countryISO"?: string }
    body: unknown
    result: Array<AddressSearchResult>
  }
  "GET /api/system/locations/coordinates": {
    path: {}
    query: { "lat": number; "lon": number }
    body: unknown
    result: Location
  }
  "POST /api/system/cache": {
    path: {}
    query: {}
    body: {
      keys?: Array<string> | null
      prefixes?: Array<string> | null
      flush?: boolean | null
      secrets?: boolean | null
    }
    result: Acknowledgement
  }
  "POST /api/system/conversations": {
    path: {}
    query: {}
    body: {
      to: string
      message: string
      listingId?: string | null
      listingType?: "livestock" | "crop" | "" | null
      conversationId?: string | null
      title?: string | null
      files?: Array<{
        id: string
        name?: string | null
        url?: string | null
        userId?: string | null
        userName?: string | null
        organisationId?: string | null
        createdAtUTC?: string | null
      }> | null
    }
    result: Conversation
  }
  "GET /api/system/conversations": {
    path: {}
    query: { "limit"?: number; "offset"?: number; "sortBy"?: "updatedAtUTC" | "createdAtUTC" | "title"; "sortDesc"?: boolean }
    body: unknown
    result: {
      docs: Array<Conversation>
      totalDocs: number
      limit: number
      offset: number
    }
  }
  "GET /api/system/conversations/{id}": {
    path: { "id": string }
    query: { "messagesLimit"?: number; "messagesOffset"?: number }
    body: unknown
    result: Conversation
  }
  "POST /api/system/conversations/{id}": {
    path: { "id": string }
    query: {}
    body: {
      to: string
      message: string
      listingId?: string | null
      listingType?: "livestock" | "crop" | "" | null
      conversationId?: string | null
      title?: string | null
      files?: Array<{
        id: string
        name?: string | null
        url?: string | null
        userId?: string | null
        userName?: string | null
        organisationId?: string | null
        createdAtUTC?: string | null
      }> | null
    }
    result: Conversation
  }
  "GET /api/system/conversations/listing/{action}": {
    path: { "action": string }
    query: { "with"?: string }
    body: unknown
    result: Conversation
  }
  "GET /api/system/conversations/unread": {
    path: {}
    query: {}
    body: unknown
    result: UnreadMessages
  }
  "GET /api/system/conversations/people": {
    path: {}
    query: { "limit"?: number; "offset"?: number; "query"?: string }
    body: unknown
    result: {
      docs: Array<Correspondent>
      totalDocs: number
      limit: number
      offset: number
    }
  }
  "PUT /api/system/conversations/{id}/read": {
    path: { "id": string }
    query: {}
    body: {
      messages: number
    }
    result: UnreadMessages
  }
  "POST /api/system/links": {
    path: {}
    query: {}
    body: {
      template: string
      source?: string | null
      campaign?: string | null
      url: string
    }
    result: Acknowledgement
  }
  "GET /api/system/links/{code}": {
    path: { "code": string }
    query: {}
    body: unknown
    result: ShortLink
  }
  "POST /api/system/experts/questions": {
    path: {}
    query: {}
    body: {
      question: string
      files: Array<{
        id: string
        name?: string | null
        url?: string | null
        userId?: string | null
        userName?: string | null
        organisationId?: string | null
        createdAtUTC?: string | null
      }> | null
    }
    result: Acknowledgement
  }
  "GET /api/system/experts/questions": {
    path: {}
    query: { "limit"?: number; "offset"?: number; "kind"?: "question" | "grain-sample" }
    body: unknown
    result: {
      docs: Array<ExpertQuestion>
      totalDocs: number
      limit: number
      offset: number
    }
  }
  "POST /api/system/experts/grain-samples": {
    path: {}
    query: {}
    body: {
      files: Array<{
        id: string
        name?: string | null
        url?: string | null
        userId?: string | null
        userName?: string | null
        organisationId?: string | null
        createdAtUTC?: string | null
      }> | null
    }
    result: Acknowledgement
  }
  "GET /api/system/experts/questions/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: ExpertQuestion
  }
  "POST /api/system/webhooks": {
    path: {}
    query: {}
    body: {
      url: string
      types?: Array<string> | null
      description?: string | null
    }
    result: WebhookMade
  }
  "GET /api/system/webhooks": {
    path: {}
    query: {}
    body: unknown
    result: Array<Webhook>
  }
  "GET /api/system/webhooks/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Webhook
  }
  "DELETE /api/system/webhooks/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "POST /api/system/webhooks/{id}/rotate-secret": {
    path: { "id": string }
    query: {}
    body: unknown
    result: WebhookSecret
  }
  "POST /api/system/webhooks/{id}/resume": {
    path: { "id": string }
    query: {}
    body: {
      skip?: boolean | null
    }
    result: Webhook
  }
  "GET /api/system/webhooks/{id}/deliveries": {
    path: { "id": string }
    query: { "limit"?: number; "offset"?: number; "status"?: "retrying" | "delivered" | "failed" }
    body: unknown
    result: {
      docs: Array<WebhookDelivery>
      totalDocs: number
      limit: number
      offset: number
    }
  }
  "POST /api/system/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
    path: { "id": string; "deliveryId": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "GET /api/system/jobs": {
    path: {}
    query: { "limit"?: number; "offset"?: number; "status"?: "queued" | "done" | "failed" }
    body: unknown
    result: {
      docs: Array<Job>
      totalDocs: number
      limit: number
      offset: number
    }
  }
  "POST /api/system/jobs/{id}/retry": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Job
  }
  "GET /api/system/settings": {
    path: {}
    query: {}
    body: unknown
    result: Settings
  }
  "PUT /api/system/settings": {
    path: {}
    query: {}
    body: {
      logging: {
        level?: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent" | "default"
        filter?: string | null
      }
    }
    result: Acknowledgement
  }
  "GET /api/system/settings/{country}": {
    path: { "country": string }
    query: {}
    body: unknown
    result: Settings
  }
  "GET /api/system/commodities": {
    path: {}
    query: { "countryISO"?: string; "query"?: string }
    body: unknown
    result: Array<Commodity>
  }
  "GET /api/system/commodities/{id}/specifications": {
    path: { "id": string }
    query: { "commodityGrade"?: number; "commodityType"?: number; "moistureBasis"?: number }
    body: unknown
    result: DefaultSpecification
  }
  "GET /api/system/countries": {
    path: {}
    query: {}
    body: unknown
    result: {
      [name: string]: Country
    }
  }
  "GET /api/system/commodities/varieties/import/template": {
    path: {}
    query: { "format"?: "csv" | "xlsx"; "language"?: "en" | "de" | "fr"; "units"?: "hectares" | "acres"; "delimiter"?: "comma" | "semicolon" }
    body: unknown
    result: unknown
  }
  "GET /api/system/commodities/varieties/import/mappings": {
    path: {}
    query: {}
    body: unknown
    result: ImportMappings
  }
  "GET /api/system/commodities/varieties/import/export": {
    path: {}
    query: { "format"?: "csv" | "xlsx"; "language"?: "en" | "de" | "fr"; "units"?: "hectares" | "acres"; "delimiter"?: "comma" | "semicolon" }
    body: unknown
    result: unknown
  }
  "GET /api/system/regions": {
    path: {}
    query: { "countryISO"?: string }
    body: unknown
    result: CountryRegions
  }
  "POST /api/system/commodities/varieties/import": {
    path: {}
    query: { "dryRun"?: boolean; "update"?: boolean; "sameNumber"?: "new" | "update"; "dayAlone"?: "start" | "end"; "create"?: string; "confirm"?: string }
    body: unknown
    result: FileImportResult
  }
  "POST /api/identity/sign-in": {
    path: {}
    query: {}
    body: {
      email: string
      password: string
      organisationId?: string | null
    }
    result: SignInResult
  }
  "POST /api/identity/refresh": {
    path: {}
    query: {}
    body: {
      refreshToken: string
    }
    result: TokenPair
  }
  "GET /api/identity/.well-known/jwks.json": {
    path: {}
    query: {}
    body: unknown
    result: KeySet
  }
  "POST /api/identity/invitations/look": {
    path: {}
    query: {}
    body: {
      token: string
    }
    result: InvitationSeen
  }
  "POST /api/identity/invitations/accept": {
    path: {}
    query: {}
    body: {
      token: string
      password: string
      givenName?: string | null
      familyName?: string | null
    }
    result: AcceptResult
  }
  "POST /api/identity/password-resets": {
    path: {}
    query: {}
    body: {
      email: string
    }
    result: Acknowledgement
  }
  "POST /api/identity/password-resets/redeem": {
    path: {}
    query: {}
    body: {
      token: string
      password: string
      organisationId?: string | null
      endGivenOut?: boolean | null
    }
    result: PasswordRedeemed
  }
  "POST /api/identity/sign-out": {
    path: {}
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "POST /api/identity/switch-organisation": {
    path: {}
    query: {}
    body: {
      organisationId: string
    }
    result: SwitchResult
  }
  "POST /api/identity/browser-session": {
    path: {}
    query: {}
    body: {
      email: string
      password: string
      organisationId?: string | null
    }
    result: BrowserSession
  }
  "DELETE /api/identity/browser-session": {
    path: {}
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "POST /api/identity/browser-session/refresh": {
    path: {}
    query: {}
    body: unknown
    result: BrowserSession
  }
  "POST /api/identity/browser-session/invitation": {
    path: {}
    query: {}
    body: {
      token: string
      password: string
      givenName?: string | null
      familyName?: string | null
    }
    result: BrowserSession
  }
  "GET /api/identity/setup": {
    path: {}
    query: {}
    body: unknown
    result: SetupState
  }
  "POST /api/identity/setup": {
    path: {}
    query: {}
    body: {
      code: string
      organisation: string
      countryISO: string
      givenName?: string | null
      familyName?: string | null
      email: string
      password: string
      demo?: boolean | null
    }
    result: BrowserSession
  }
  "GET /api/identity/me/preferences": {
    path: {}
    query: {}
    body: unknown
    result: Preferences
  }
  "PUT /api/identity/me/preferences": {
    path: {}
    query: {}
    body: {
      entries: Array<{
        name: string
        value: string
      }>
    }
    result: Preferences
  }
  "GET /api/identity/me": {
    path: {}
    query: {}
    body: unknown
    result: Me
  }
  "PATCH /api/identity/me": {
    path: {}
    query: {}
    body: {
      givenName?: string
      familyName?: string
    }
    result: Me
  }
  "POST /api/identity/me/password": {
    path: {}
    query: {}
    body: {
      currentPassword: string
      newPassword: string
      endGivenOut?: boolean | null
    }
    result: PasswordChanged
  }
  "DELETE /api/identity/me/organisations/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "POST /api/identity/me/external-identities": {
    path: {}
    query: {}
    body: {
      token: string
    }
    result: Acknowledgement
  }
  "GET /api/identity/me/external-identities": {
    path: {}
    query: { "limit"?: number; "offset"?: number }
    body: unknown
    result: Array<LinkedIdentity>
  }
  "DELETE /api/identity/me/external-identities/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "GET /api/identity/sessions": {
    path: {}
    query: { "limit"?: number; "offset"?: number }
    body: unknown
    result: Array<Session>
  }
  "DELETE /api/identity/sessions/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "GET /api/identity/users": {
    path: {}
    query: { "limit"?: number; "offset"?: number }
    body: unknown
    result: {
      docs: Array<User>
      totalDocs: number
      limit: number
      offset: number
    }
  }
  "GET /api/identity/users/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: User
  }
  "DELETE /api/identity/users/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "PUT /api/identity/users/{id}/role": {
    path: { "id": string }
    query: {}
    body: {
      role: "viewer" | "operator" | "manager" | "admin" | "owner"
    }
    result: Acknowledgement
  }
  "POST /api/identity/users/{id}/suspend": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "POST /api/identity/users/{id}/reinstate": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "POST /api/identity/invitations": {
    path: {}
    query: {}
    body: {
      email: string
      role: "viewer" | "operator" | "manager" | "admin" | "owner"
    }
    result: InvitationMade
  }
  "GET /api/identity/invitations": {
    path: {}
    query: {}
    body: unknown
    result: Array<Invitation>
  }
  "DELETE /api/identity/invitations/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "POST /api/identity/api-keys": {
    path: {}
    query: {}
    body: {
      name: string
      role: "viewer" | "operator" | "manager" | "admin" | "owner"
      permissions?: Array<"files:write" | "intake:write" | "movements:write" | "samples:write" | "papers:write" | "notes:write" | "experts:write" | "records:write" | "adjustments:write" | "storage:write" | "contracts:write" | "harvest:write" | "imports:write" | "users:write" | "keys:write" | "webhooks:write" | "organisation:write">
      expiresAtISO?: string | null
    }
    result: ApiKeyMade
  }
  "GET /api/identity/api-keys": {
    path: {}
    query: {}
    body: unknown
    result: Array<ApiKey>
  }
  "DELETE /api/identity/api-keys/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "GET /api/identity/business-units": {
    path: {}
    query: { "archived"?: boolean }
    body: unknown
    result: Array<OwnBusinessUnit>
  }
  "POST /api/identity/business-units": {
    path: {}
    query: {}
    body: {
      name: string
      type?: "farm" | "store" | "merchant" | "office" | "other" | null
    }
    result: OwnBusinessUnit
  }
  "GET /api/identity/business-units/{id}": {
    path: { "id": string }
    query: {}
    body: unknown
    result: OwnBusinessUnit
  }
  "PATCH /api/identity/business-units/{id}": {
    path: { "id": string }
    query: {}
    body: {
      name?: string
      type?: "farm" | "store" | "merchant" | "office" | "other"
    }
    result: OwnBusinessUnit
  }
  "POST /api/identity/business-units/{id}/archive": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "GET /api/identity/organisation": {
    path: {}
    query: {}
    body: unknown
    result: Organisation
  }
  "PATCH /api/identity/organisation": {
    path: {}
    query: {}
    body: {
      name?: string
      timeZone?: string
      locale?: string
      requiresReason?: boolean
      requiresGradeReason?: boolean
      stockUnit?: "t" | "kg"
      usualFullWeight?: number
      usualNetWeight?: number
    }
    result: Organisation
  }
  "GET /api/identity/organisations": {
    path: {}
    query: { "limit"?: number; "offset"?: number }
    body: unknown
    result: {
      docs: Array<Organisation>
      totalDocs: number
      limit: number
      offset: number
    }
  }
  "POST /api/identity/organisations/{id}/suspend": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "POST /api/identity/organisations/{id}/reinstate": {
    path: { "id": string }
    query: {}
    body: unknown
    result: Acknowledgement
  }
  "GET /api/events": {
    path: {}
    query: { "types"?: string }
    body: unknown
    result: unknown
  }
}
export const postInventoryMovementsLimits = {
  "recordId": 500,
  "weighbridge.file.id": 100,
  "weighbridge.file.name": 500,
  "weighbridge.file.url": 4000,
  "weighbridge.file.userId": 500,
  "weighbridge.file.userName": 500,
  "weighbridge.file.organisationId": 500,
  "weighbridge.file.createdAtUTC": 500,
  "adjustment.notes": 10000,
  "organisationId": 500,
  "organisationName": 500,
  "driver.name": 500,
  "driver.vehicleRegistration": 500,
  "driver.loadReference": 500,
  "destination.storageId": 500,
  "destination.name": 500,
  "destination.substorageName": 500,
  "destination.region": 500,
  "destination.regionISO": 500,
  "destination.postcode": 500,
  "destination.organisationId": 500,
  "destination.organisationName": 500,
  "gradeReason": 500,
  "contractId": 500,
  "contractReference": 500,
  "storageContractId": 500,
} as const
export const putInventoryMovementsIdLimits = {
  "recordId": 500,
  "organisationId": 500,
  "organisationName": 500,
  "driver.name": 500,
  "driver.vehicleRegistration": 500,
  "driver.loadReference": 500,
  "destination.storageId": 500,
  "destination.name": 500,
  "destination.substorageName": 500,
  "destination.region": 500,
  "destination.regionISO": 500,
  "destination.postcode": 500,
  "destination.organisationId": 500,
  "destination.organisationName": 500,
  "gradeReason": 500,
  "contractId": 500,
  "contractReference": 500,
  "storageContractId": 500,
  "reason": 500,
} as const
export const deleteInventoryMovementsIdLimits = {
  "recordId": 500,
  "reason": 500,
} as const
export const postInventoryMovementsBulkLimits = {
  "records.id": 500,
  "records.weighbridge.file.id": 100,
  "records.weighbridge.file.name": 500,
  "records.weighbridge.file.url": 4000,
  "records.weighbridge.file.userId": 500,
  "records.weighbridge.file.userName": 500,
  "records.weighbridge.file.organisationId": 500,
  "records.weighbridge.file.createdAtUTC": 500,
  "records.adjustment.notes": 10000,
  "ticket.reference": 500,
  "ticket.file.id": 100,
  "ticket.file.name": 500,
  "ticket.file.url": 4000,
  "ticket.file.userId": 500,
  "ticket.file.userName": 500,
  "ticket.file.organisationId": 500,
  "ticket.file.createdAtUTC": 500,
  "organisationId": 500,
  "organisationName": 500,
  "driver.name": 500,
  "driver.vehicleRegistration": 500,
  "driver.loadReference": 500,
  "destination.storageId": 500,
  "destination.name": 500,
  "destination.substorageName": 500,
  "destination.region": 500,
  "destination.regionISO": 500,
  "destination.postcode": 500,
  "destination.organisationId": 500,
  "destination.organisationName": 500,
  "gradeReason": 500,
  "contractId": 500,
  "contractReference": 500,
  "storageContractId": 500,
} as const
export const putInventoryMovementsBulkLimits = {
  "movements.id": 500,
  "movements.recordId": 500,
  "movements.organisationId": 500,
  "movements.organisationName": 500,
  "movements.driver.name": 500,
  "movements.driver.vehicleRegistration": 500,
  "movements.driver.loadReference": 500,
  "movements.destination.storageId": 500,
  "movements.destination.name": 500,
  "movements.destination.substorageName": 500,
  "movements.destination.region": 500,
  "movements.destination.regionISO": 500,
  "movements.destination.postcode": 500,
  "movements.destination.organisationId": 500,
  "movements.destination.organisationName": 500,
  "movements.gradeReason": 500,
  "movements.contractId": 500,
  "movements.contractReference": 500,
  "movements.storageContractId": 500,
  "reason": 500,
} as const
export const postInventoryMovementsRescaleLimits = {
  "reason": 500,
  "storageIds": 100,
} as const
export const postInventoryMovementsIdRestoreLimits = {
  "recordId": 500,
  "reason": 500,
} as const
export const putInventoryMovementsIdActionsLimits = {
  "recordId": 500,
  "reason": 500,
  "gradeReason": 500,
  "driver.name": 500,
  "driver.vehicleRegistration": 500,
  "driver.loadReference": 500,
  "source.recordId": 500,
  "destination.storageId": 500,
  "destination.name": 500,
  "destination.substorageName": 500,
  "destination.region": 500,
  "destination.regionISO": 500,
  "destination.postcode": 500,
  "destination.organisationId": 500,
  "destination.organisationName": 500,
  "parts.source.recordId": 500,
  "parts.destination.storageId": 500,
  "parts.destination.name": 500,
  "parts.destination.substorageName": 500,
  "parts.destination.region": 500,
  "parts.destination.regionISO": 500,
  "parts.destination.postcode": 500,
  "parts.destination.organisationId": 500,
  "parts.destination.organisationName": 500,
  "sample.fields.name": 100,
  "sample.fields.value": 100,
  "sample.fields.metric": 50,
  "sample.file.id": 100,
  "sample.file.name": 500,
  "sample.file.url": 4000,
  "sample.file.userId": 500,
  "sample.file.userName": 500,
  "sample.file.organisationId": 500,
  "sample.file.createdAtUTC": 500,
  "sample.files.id": 100,
  "sample.files.name": 500,
  "sample.files.url": 4000,
  "sample.files.userId": 500,
  "sample.files.userName": 500,
  "sample.files.organisationId": 500,
  "sample.files.createdAtUTC": 500,
  "weighbridge.file.id": 100,
  "weighbridge.file.name": 500,
  "weighbridge.file.url": 4000,
  "weighbridge.file.userId": 500,
  "weighbridge.file.userName": 500,
  "weighbridge.file.organisationId": 500,
  "weighbridge.file.createdAtUTC": 500,
} as const
export const postInventoryMovementsIdDuplicateLimits = {
  "recordId": 500,
} as const
export const postInventoryRecordsLimits = {
  "name": 500,
  "storage.storageId": 100,
  "harvestYear": 100,
  "commodity.variety": 500,
  "commodity.harvestYear": 100,
  "source.owner.id": 100,
  "source.owner.name": 500,
  "source.storer.id": 100,
  "source.storer.name": 500,
  "source.planting.type": 500,
  "source.intake.sender.id": 100,
  "source.intake.sender.name": 500,
  "source.intake.driverName": 500,
  "source.intake.vehicleRegistration": 500,
  "source.intake.loadReference": 500,
  "source.intake.weighbridgeRecord.file.id": 100,
  "source.intake.weighbridgeRecord.file.name": 500,
  "source.intake.weighbridgeRecord.file.url": 4000,
  "source.intake.weighbridgeRecord.file.userId": 500,
  "source.intake.weighbridgeRecord.file.userName": 500,
  "source.intake.weighbridgeRecord.file.organisationId": 500,
  "source.intake.weighbridgeRecord.file.createdAtUTC": 500,
  "source.intake.ticket.reference": 500,
  "source.intake.ticket.file.id": 100,
  "source.intake.ticket.file.name": 500,
  "source.intake.ticket.file.url": 4000,
  "source.intake.ticket.file.userId": 500,
  "source.intake.ticket.file.userName": 500,
  "source.intake.ticket.file.organisationId": 500,
  "source.intake.ticket.file.createdAtUTC": 500,
  "source.intake.sample.fields.name": 100,
  "source.intake.sample.fields.value": 100,
  "source.intake.sample.fields.metric": 50,
  "source.intake.sample.file.id": 100,
  "source.intake.sample.file.name": 500,
  "source.intake.sample.file.url": 4000,
  "source.intake.sample.file.userId": 500,
  "source.intake.sample.file.userName": 500,
  "source.intake.sample.file.organisationId": 500,
  "source.intake.sample.file.createdAtUTC": 500,
  "source.intake.sample.files.id": 100,
  "source.intake.sample.files.name": 500,
  "source.intake.sample.files.url": 4000,
  "source.intake.sample.files.userId": 500,
  "source.intake.sample.files.userName": 500,
  "source.intake.sample.files.organisationId": 500,
  "source.intake.sample.files.createdAtUTC": 500,
  "source.intake.gradeReason": 500,
  "source.intake.storageContract.id": 500,
  "tags": 100,
} as const
export const patchInventoryRecordsIdLimits = {
  "harvestYear": 100,
  "plantingAtUTC": 500,
} as const
export const postInventoryRecordsAdjustmentsLimits = {
  "records.id": 100,
  "files.id": 100,
  "files.name": 500,
  "files.url": 4000,
  "files.userId": 500,
  "files.userName": 500,
  "files.organisationId": 500,
  "files.createdAtUTC": 500,
} as const
export const putInventoryRecordsIdAdjustmentsAdjustmentIdFilesLimits = {
  "id": 100,
  "name": 500,
  "url": 4000,
  "userId": 500,
  "userName": 500,
  "organisationId": 500,
  "createdAtUTC": 500,
} as const
export const postInventoryRecordsIdSamplesLimits = {
  "fields.name": 100,
  "fields.value": 100,
  "fields.metric": 50,
  "file.id": 100,
  "file.name": 500,
  "file.url": 4000,
  "file.userId": 500,
  "file.userName": 500,
  "file.organisationId": 500,
  "file.createdAtUTC": 500,
  "files.id": 100,
  "files.name": 500,
  "files.url": 4000,
  "files.userId": 500,
  "files.userName": 500,
  "files.organisationId": 500,
  "files.createdAtUTC": 500,
} as const
export const postInventoryPartnersLimits = {
  "id": 100,
  "name": 500,
} as const
export const patchInventoryPartnersIdLimits = {
  "name": 500,
} as const
export const postInventoryPartnersIdMergeLimits = {
  "ids": 100,
} as const
export const postInventoryPartnersIdInviteOwnerLimits = {
  "email": 254,
} as const
export const postInventoryStorageLimits = {
  "name": 500,
  "businessUnitIds": 100,
  "location.threeWords": 500,
  "location.address.name": 500,
  "location.address.line1": 500,
  "location.address.line2": 500,
  "location.address.line3": 500,
  "location.address.city": 500,
  "location.address.region": 500,
  "location.address.regionISO": 500,
  "location.address.postcode": 500,
  "location.address.countryName": 500,
  "location.address.countryISO": 500,
  "location.timeZone": 500,
  "tags": 100,
  "substorage.name": 500,
  "substorage.capacity.commodityName": 500,
  "substorage.storageNote.note": 10000,
  "substorage.storageNote.files.id": 100,
  "substorage.storageNote.files.name": 500,
  "substorage.storageNote.files.url": 4000,
  "substorage.storageNote.files.userId": 500,
  "substorage.storageNote.files.userName": 500,
  "substorage.storageNote.files.organisationId": 500,
  "substorage.storageNote.files.createdAtUTC": 500,
  "substorage.record.name": 500,
  "substorage.record.storage.storageId": 100,
  "substorage.record.harvestYear": 100,
  "substorage.record.commodity.variety": 500,
  "substorage.record.commodity.harvestYear": 100,
  "substorage.record.source.owner.id": 100,
  "substorage.record.source.owner.name": 500,
  "substorage.record.source.storer.id": 100,
  "substorage.record.source.storer.name": 500,
  "substorage.record.source.planting.type": 500,
  "substorage.record.source.intake.sender.id": 100,
  "substorage.record.source.intake.sender.name": 500,
  "substorage.record.source.intake.driverName": 500,
  "substorage.record.source.intake.vehicleRegistration": 500,
  "substorage.record.source.intake.loadReference": 500,
  "substorage.record.source.intake.weighbridgeRecord.file.id": 100,
  "substorage.record.source.intake.ticket.reference": 500,
  "substorage.record.source.intake.ticket.file.id": 100,
  "substorage.record.source.intake.sample.fields.name": 100,
  "substorage.record.source.intake.sample.fields.value": 100,
  "substorage.record.source.intake.sample.fields.metric": 50,
  "substorage.record.source.intake.sample.file.id": 100,
  "substorage.record.source.intake.gradeReason": 500,
  "substorage.record.source.intake.storageContract.id": 500,
  "substorage.record.tags": 100,
} as const
export const postInventoryStorageNotesLimits = {
  "storageId": 100,
  "note": 10000,
  "files.id": 100,
  "files.name": 500,
  "files.url": 4000,
  "files.userId": 500,
  "files.userName": 500,
  "files.organisationId": 500,
  "files.createdAtUTC": 500,
} as const
export const patchInventoryStorageIdLimits = {
  "businessUnitIds": 100,
  "name": 500,
  "location.threeWords": 500,
  "location.address.name": 500,
  "location.address.line1": 500,
  "location.address.line2": 500,
  "location.address.line3": 500,
  "location.address.city": 500,
  "location.address.region": 500,
  "location.address.regionISO": 500,
  "location.address.postcode": 500,
  "location.address.countryName": 500,
  "location.address.countryISO": 500,
  "location.timeZone": 500,
  "tags": 100,
  "substorage.name": 500,
  "substorage.capacity.commodityName": 500,
  "substorage.storageNote.note": 10000,
  "substorage.storageNote.files.id": 100,
  "substorage.storageNote.files.name": 500,
  "substorage.storageNote.files.url": 4000,
  "substorage.storageNote.files.userId": 500,
  "substorage.storageNote.files.userName": 500,
  "substorage.storageNote.files.organisationId": 500,
  "substorage.storageNote.files.createdAtUTC": 500,
} as const
export const putInventoryStorageBusinessUnitsLimits = {
  "businessUnitId": 100,
  "storageIds": 100,
} as const
export const postInventoryStorageFieldsSplitLimits = {
  "source": 100,
  "name": 500,
  "variety": 500,
} as const
export const postInventoryContractsLimits = {
  "ownerOrganisationId": 100,
  "ownerOrganisationName": 500,
  "details.reference": 500,
  "details.files.id": 100,
  "details.files.name": 500,
  "details.files.url": 4000,
  "details.files.userId": 500,
  "details.files.userName": 500,
  "details.files.organisationId": 500,
  "details.files.createdAtUTC": 500,
  "inventory.variety": 200,
} as const
export const putInventoryContractsIdLimits = {
  "details.reference": 500,
  "details.files.id": 100,
  "details.files.name": 500,
  "details.files.url": 4000,
  "details.files.userId": 500,
  "details.files.userName": 500,
  "details.files.organisationId": 500,
  "details.files.createdAtUTC": 500,
  "inventory.commodity.variety": 200,
} as const
export const postInventoryPlantingsLimits = {
  "name": 500,
  "harvestYear": 100,
  "owner.id": 100,
  "owner.name": 500,
  "commodity.variety": 500,
  "commodity.harvestYear": 100,
  "field.storageId": 100,
  "planting.type": 500,
  "tags": 100,
} as const
export const postInventoryHarvestPlansBackfillLimits = {
  "organisationId": 500,
  "organisationName": 500,
} as const
export const patchInventoryHarvestPlansIdRemainingAreaLimits = {
  "fieldId": 100,
} as const
export const postInventoryHarvestPlansIdLoadsLimits = {
  "fieldId": 100,
  "plantingId": 100,
  "storageId": 100,
  "weighbridge.file.id": 100,
  "weighbridge.file.name": 500,
  "weighbridge.file.url": 4000,
  "weighbridge.file.userId": 500,
  "weighbridge.file.userName": 500,
  "weighbridge.file.organisationId": 500,
  "weighbridge.file.createdAtUTC": 500,
  "ticket.reference": 500,
  "ticket.file.id": 100,
  "ticket.file.name": 500,
  "ticket.file.url": 4000,
  "ticket.file.userId": 500,
  "ticket.file.userName": 500,
  "ticket.file.organisationId": 500,
  "ticket.file.createdAtUTC": 500,
  "loadReference": 500,
  "gradeReason": 500,
  "driverName": 500,
  "driverRegistration": 500,
  "sample.fields.name": 100,
  "sample.fields.value": 100,
  "sample.fields.metric": 50,
  "sample.file.id": 100,
  "sample.file.name": 500,
  "sample.file.url": 4000,
  "sample.file.userId": 500,
  "sample.file.userName": 500,
  "sample.file.organisationId": 500,
  "sample.file.createdAtUTC": 500,
  "sample.files.id": 100,
  "sample.files.name": 500,
  "sample.files.url": 4000,
  "sample.files.userId": 500,
  "sample.files.userName": 500,
  "sample.files.organisationId": 500,
  "sample.files.createdAtUTC": 500,
} as const
export const deleteInventoryHarvestPlansIdLoadsLimits = {
  "loadId": 100,
  "reason": 500,
} as const
export const postInventoryTradeAvailabilityLimits = {
  "commodities.harvestYear": 100,
  "commodities.commodity.variety": 500,
  "commodities.commodity.harvestYear": 100,
  "commodities.businessUnitIds": 100,
  "commodities.tags": 100,
} as const
export const patchInventoryTradeAvailabilityIdLimits = {
  "businessUnitIds": 100,
  "tags": 100,
} as const
export const postInventorySettlementsLimits = {
  "buyer.id": 500,
  "buyer.name": 500,
  "lines.reference": 500,
  "lines.vehicle": 500,
  "table": 500000,
  "reference": 500,
} as const
export const postInventorySettlementsTryLimits = {
  "buyer.id": 500,
  "buyer.name": 500,
  "lines.reference": 500,
  "lines.vehicle": 500,
  "table": 500000,
} as const
export const patchInventorySettlementsIdLinesLineLimits = {
  "note": 10000,
} as const
export const patchInventoryPapersLetterheadLimits = {
  "address": 300,
  "telephone": 60,
  "registrationNumber": 80,
  "taxNumber": 80,
  "assuranceNumbers": 200,
  "foot": 200,
  "logo": 700000,
} as const
export const putInventorySettingsLimits = {
  "logging.filter": 4000,
} as const
export const putSystemFilesIdOrganisationsLimits = {
  "organisations": 100,
} as const
export const postSystemCacheLimits = {
  "keys": 500,
  "prefixes": 500,
} as const
export const postSystemConversationsLimits = {
  "to": 100,
  "message": 5000,
  "listingId": 100,
  "conversationId": 100,
  "title": 200,
  "files.id": 100,
  "files.name": 500,
  "files.url": 4000,
  "files.userId": 500,
  "files.userName": 500,
  "files.organisationId": 500,
  "files.createdAtUTC": 500,
} as const
export const postSystemConversationsIdLimits = {
  "to": 100,
  "message": 5000,
  "listingId": 100,
  "conversationId": 100,
  "title": 200,
  "files.id": 100,
  "files.name": 500,
  "files.url": 4000,
  "files.userId": 500,
  "files.userName": 500,
  "files.organisationId": 500,
  "files.createdAtUTC": 500,
} as const
export const postSystemLinksLimits = {
  "template": 50,
  "source": 100,
  "campaign": 100,
  "url": 2000,
} as const
export const postSystemExpertsQuestionsLimits = {
  "question": 1000,
  "files.id": 100,
  "files.name": 500,
  "files.url": 4000,
  "files.userId": 500,
  "files.userName": 500,
  "files.organisationId": 500,
  "files.createdAtUTC": 500,
} as const
export const postSystemExpertsGrainSamplesLimits = {
  "files.id": 100,
  "files.name": 500,
  "files.url": 4000,
  "files.userId": 500,
  "files.userName": 500,
  "files.organisationId": 500,
  "files.createdAtUTC": 500,
} as const
export const postSystemWebhooksLimits = {
  "url": 2000,
  "types": 60,
  "description": 200,
} as const
export const putSystemSettingsLimits = {
  "logging.filter": 4000,
} as const
export const postIdentitySignInLimits = {
  "email": 254,
  "password": 1000,
  "organisationId": 100,
} as const
export const postIdentityRefreshLimits = {
  "refreshToken": 200,
} as const
export const postIdentityInvitationsLookLimits = {
  "token": 200,
} as const
export const postIdentityInvitationsAcceptLimits = {
  "token": 200,
  "password": 1000,
  "givenName": 200,
  "familyName": 200,
} as const
export const postIdentityPasswordResetsLimits = {
  "email": 254,
} as const
export const postIdentityPasswordResetsRedeemLimits = {
  "token": 200,
  "password": 1000,
  "organisationId": 100,
} as const
export const postIdentitySwitchOrganisationLimits = {
  "organisationId": 100,
} as const
export const postIdentityBrowserSessionLimits = {
  "email": 254,
  "password": 1000,
  "organisationId": 100,
} as const
export const postIdentityBrowserSessionInvitationLimits = {
  "token": 200,
  "password": 1000,
  "givenName": 200,
  "familyName": 200,
} as const
export const postIdentitySetupLimits = {
  "code": 100,
  "organisation": 200,
  "givenName": 200,
  "familyName": 200,
  "email": 254,
  "password": 1000,
} as const
export const putIdentityMePreferencesLimits = {
  "entries.name": 100,
  "entries.value": 32768,
} as const
export const patchIdentityMeLimits = {
  "givenName": 200,
  "familyName": 200,
} as const
export const postIdentityMePasswordLimits = {
  "currentPassword": 1000,
  "newPassword": 1000,
} as const
export const postIdentityMeExternalIdentitiesLimits = {
  "token": 8000,
} as const
export const postIdentityInvitationsLimits = {
  "email": 254,
} as const
export const postIdentityApiKeysLimits = {
  "name": 200,
} as const
export const postIdentityBusinessUnitsLimits = {
  "name": 200,
} as const
export const patchIdentityBusinessUnitsIdLimits = {
  "name": 200,
} as const
export const patchIdentityOrganisationLimits = {
  "name": 200,
  "timeZone": 64,
  "locale": 35,
} as const
