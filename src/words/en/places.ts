import type { Writing } from '../writing.ts'
import type { Thing } from '../terms.ts'
export const places = {
  doesNotExist: ({ what, id }: { what: Thing; id: string | number }) => `there is no ${what} ${id}`,
  isNoBay: ({ store, bay }: { store: string; bay: string | number }) => `is not a bay of ${store}: ${bay}`,
  isNoNoteReason: ({ reasonId }: { reasonId: number }) => `is not a reason for a storage note: ${reasonId}`,
  isNoBusinessUnit: ({ given }: { given?: string }) =>
    given === undefined ? 'is not a business unit of yours' : `is not a business unit of yours: ${given}`,
  isNoStorage: ({ id }: { id: string }) => `is not a storage location of yours: ${id}`,
  isNoCommodityId: ({ id }: { id: number }) => `is not a commodity: ${id}`,
  isGivenTwice: () => 'is given twice',
  isCapacityTwice: () => 'is given twice; a bay has one capacity for a commodity',
  fieldHasNoBays: () => 'must be empty: a field has no bays',
  isSmallerThanCrop: ({ planted, crop }: { planted: number; crop: string }) =>
    `is less than the ${planted} ha planted with “${crop}”`,
  placesAreMissing: () =>
    'At least one place does not exist or is not yours; see validation. Nothing was changed.',
  fieldsAreMissing: () =>
    'At least one field does not exist or is not yours; see validation. Nothing was changed.',
  isNoFieldOfYours: () => 'is not a field of yours',
  hasNoArea: () => 'has no area to split; give the field one first',
  isUnderSquareMetre: () => 'must be at least one square metre, 0.0001',
  isMoreThanLeft: ({ left }: { left: number }) => `is more than the ${left} ha left of the field`,
  isPartAlready: ({ name }: { name: string }) => `is already what a part of this field is called: ${name}`,
  isNeededBeside: ({ coordinate }: { coordinate: 'latitude' | 'longitude' }) =>
    `is needed beside the ${coordinate}`,
  newBayNeedsName: () => 'is needed for a new bay',
  isBayAlready: ({ name }: { name: string }) => `is already the name of a bay of this store: ${name}`,
  stockIsInBay: () => 'must be one place at most: the stock lies in this bay',
  storeHasNoBoundary: () => 'must be left out: a store has none',
  capacitiesWereRemoved: ({ removed }: { removed: { bay: string; commodity: string }[] }) =>
    `Capacities that the request left out were removed: ${removed
      .map(({ bay, commodity }) => `${bay}, ${commodity.toLowerCase()}`)
      .join('; ')}. POST …/commodities adds one and keeps the others.`,
  placesBelongTo: ({ count, unit }: { count: number; unit: string }) =>
    `${count === 1 ? '1 storage location belongs' : `${count} storage locations belong`} to ${unit} now.`,
  fieldsWereMade: ({ names }: { names: string[] }, { listed }: Writing) =>
    names.length === 1
      ? `The field ${names[0]} was made.`
      : `${names.length} fields were made: ${listed(names)}.`,
  planOfPlace({ name, conflicts, movements }: { name: string; conflicts: number; movements: number }) {
    const planned =
      ['Nothing is planned', '1 movement is planned'][movements] ?? `${movements} movements are planned`
    const broken = ['is no conflict', 'is 1 conflict'][conflicts] ?? `are ${conflicts} conflicts`
    return `${planned} for ${name}, and there ${broken}.`
  },
  ownerHasPeople: ({ name }: { name: string }) =>
    `${name} has people here already: one of them invites others under Settings, People.`,
  invitedTooMany: ({ limit }: { limit: number }) =>
    `Your organisation has invited ${limit} owners within a day, the most allowed. Try again tomorrow.`,
  partnerIsKnown: ({ name }: { name: string }) => `You know this partner already: ${name}.`,
  partnerNameIsTaken: ({ name }: { name: string }) =>
    `Another partner is called ${name}; if both are one, merge them.`,
  partnerIsItself: () => 'is the partner that they are to become',
  isNamedTwice: () => 'is named twice',
  isNoPartner: ({ id }: { id: string }) => `is no partner of yours: ${id}`,
  partnersWereMerged(
    {
      names,
      into,
      movements,
      records,
      contracts,
    }: {
      names: string[]
      into: string
      movements: number
      records: number
      contracts: number
    },
    { listed }: Writing,
  ) {
    const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
    return `${listed(names)} merged into ${into}: ${counted(movements, 'movement')}, ${counted(records, 'record')} and ${counted(contracts, 'storage contract')} changed.`
  },
  stockStaysApart: ({
    commodity,
    harvestYear,
    store,
    bay,
  }: {
    commodity: string | null
    harvestYear: string
    store: string
    bay: string
  }) =>
    `Two of them have had ${commodity ?? 'stock'} ${harvestYear} in ${store}, ${bay}, each in a record of its own, so they cannot become one owner.`,
  partnerNeedsName: () => 'is needed for a trading partner that does not use this service',
  isOrganisationId: ({ name }: { name: string }) => `is that of ${name}, who uses this service`,
}
