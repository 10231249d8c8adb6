import { message } from '../../../words/catalogue.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { allSettled } from '../../../kernel/all-settled.ts'
import { dateFault, fault, isFault, type Fault } from '../../../kernel/errors.ts'
import { tidied } from '../../../kernel/names.ts'
import { momentOf } from '../../../kernel/time.ts'
import { lateFaults } from '../../load-texts.ts'
import type { CreateRecordBody } from '../../records/bodies.ts'
import { harvestYearIn } from '../../../system/countries/countries.ts'
import { commodityFaults, harvestYearFaults, knownCommodity } from '../../records/commodity.ts'
import { chooseBay, type PlaceWithBays, findPlacesWithBays } from '../../records/find-places.ts'
import { NamedParties, ourId, type NamedParty, type Party } from '../../partners/parties.ts'
import { asStoredName, storedStockName } from '../../../system/commodities/stock-names.ts'
import { plantingFaults } from './create-plantings.ts'
import type { NewRecord, NewPlace } from './new-record.ts'
import { senderNamed, weightFaults } from './stock-faults.ts'

/** Places and owner that a body names, looked up. */
export interface Named {
  own: Map<string, PlaceWithBays>
  owner: Party | Fault
}

/**
 * A record as a body says it, and every fault of the body. Without a record it is not known what is to be made; with one, only how
 * much of it, or on how many hectares, can be wrong.
 */
export function validateRecord(
  actor: Actor,
  given: CreateRecordBody,
  { own, owner }: Named,
  path: string,
): { record: NewRecord | undefined; faults: Fault[] } {
  const body = { ...given, harvestYear: harvestYearIn(given.harvestYear, actor.countryISO) }
  const { source } = body
  const { places, faults: placeFaults } = placesNamed(body, own, path)
  const dateField = source.intake ? 'source.intake.moveAtUTC' : 'source.importDateUTC'
  const effectiveAt = momentOfStock(body, actor)
  const isPlanting = Boolean(source.planting) || source.type === 'planting'
  const faults = [
    ...commodityFaults(body.commodity, body.type, `${path}commodity`, { mayBeMixed: !isPlanting }),
    ...harvestYearFaults(body, actor.countryISO, path),
    ...(isFault(owner) ? [owner] : []),
    ...sourceFaults(body, actor, path),
    ...placeFaults,
    ...(effectiveAt ? [] : [dateFault(`${path}${dateField}`)]),
    ...lateFaults(`${path}source.intake.`, source.intake ?? {}, actor.timeZone, effectiveAt),
    ...(effectiveAt && !source.intake && effectiveAt > actor.now
      ? [fault(`${path}${dateField}`, message('isFutureStock', {}), 'future')]
      : []),
  ]
  const others = isPlanting
    ? plantingFaults({ body, places }, actor, path)
    : weightFaults(body, path, actor.weighing)
  if (faults.length > 0 || isFault(owner) || !effectiveAt)
    return { record: undefined, faults: [...faults, ...others] }
  const commodity = knownCommodity(body.commodity)
  const called = tidied(body.name ?? '')
  const name =
    called === ''
      ? storedStockName(actor.countryISO, commodity, body.harvestYear)
      : asStoredName(called, actor.countryISO, commodity, body.harvestYear)
  const { timeZone } = actor
  return { record: { body, commodity, owner, name, effectiveAt, timeZone, places }, faults: others }
}

/** When stock came, or since when it is there; undefined where the body's date is none. */
export function momentOfStock({ source }: CreateRecordBody, actor: Actor): Date | undefined {
  const text = source.intake ? source.intake.moveAtUTC : source.importDateUTC
  return momentOf(text || null, actor)
}

/** The owner of stock that is not the caller's is named; of the caller's own, it may be. */
export async function ownerOf(
  parties: NamedParties,
  actor: Actor,
  body: CreateRecordBody,
  path: string,
): Promise<Party | Fault> {
  const named = ownerNamed(body)
  const at = `${path}source.owner`
  if (!named) {
    const given = tidied(body.source.owner?.id ?? '')
    return given === '' || ourId(given) === actor.organisationId
      ? { id: actor.organisationId, name: actor.organisationName }
      : fault(`${at}.id`, message('isForeignOwner', {}), 'contradiction')
  }
  const owner = await parties.resolve(named, { id: `${at}.id`, name: `${at}.name` })
  return !isFault(owner) && owner.id === actor.organisationId
    ? fault(`${at}.id`, message('isYourselfAsOwner', {}), 'contradiction')
    : owner
}

/** Returns the party that a body names as the owner of stock that is not the caller's own. */
export function ownerNamed({ owned, source: { owner } }: CreateRecordBody): NamedParty | undefined {
  return owned ? undefined : { id: owner?.id, name: owner?.name }
}

function sourceFaults({ source, storage }: CreateRecordBody, actor: Actor, path: string): Fault[] {
  const { type, planting, intake } = source
  const meant = planting ? 'planting' : intake ? 'intake' : 'existing'
  const isSaid = type === meant || (type === 'import' && meant === 'existing')
  const storer = source.storer?.id?.trim() ?? ''
  return [
    ...(planting && intake
      ? [fault(`${path}source`, message('isPlantingOrIntake', {}), 'contradiction')]
      : []),
    ...(type && !isSaid
      ? [fault(`${path}source.type`, message('isOtherSource', { type, actual: meant }), 'contradiction')]
      : []),
    ...(meant !== 'existing' && (storage ?? []).length === 0
      ? [
          fault(
            `${path}storage`,
            meant === 'planting' ? message('needsField', {}) : message('needsBay', {}),
            'required',
          ),
        ]
      : []),
    ...(storer !== '' && storer !== actor.organisationId
      ? [fault(`${path}source.storer.id`, message('isForeignStorer', {}), 'foreign')]
      : []),
  ]
}

function placesNamed(
  body: CreateRecordBody,
  own: Map<string, PlaceWithBays>,
  path: string,
): { places: NewPlace[]; faults: Fault[] } {
  const isPlanting = Boolean(body.source.planting)
  const given = body.storage ?? []
  if (given.length === 0) {
    const weightKilograms = body.source.importWeight ?? undefined
    return {
      places: [
        {
          storageId: null,
          bayId: null,
          own: undefined,
          path,
          weightKilograms,
          share: null,
          areaHectares: undefined,
        },
      ],
      faults: [],
    }
  }
  const faults: Fault[] = []
  const places = given.flatMap((each, index): NewPlace[] => {
    const at = `${path}storage[${index}]`
    const place = own.get(each.storageId ?? '')
    if (!place) {
      faults.push(
        fault(
          `${at}.storageId`,
          each.storageId ? message('isUnknownStorage', { id: each.storageId }) : message('isNeeded', {}),
          'unknown',
        ),
      )
      return []
    }
    if (each.type && each.type !== place.type) {
      const said = message('isOtherPlace', { type: each.type, name: place.storageName, actual: place.type })
      faults.push(fault(`${at}.type`, said, 'contradiction'))
      return []
    }
    const found = {
      own: place,
      path: at,
      storageId: place.storageId,
      weightKilograms:
        each.weight ?? (given.length === 1 ? (body.source.importWeight ?? undefined) : undefined),
      share: each.share ?? null,
      areaHectares: each.area ?? undefined,
    }
    if (isPlanting && place.type === 'field') return [{ ...found, bayId: null }]
    if (isPlanting) {
      faults.push(
        fault(`${at}.storageId`, message('isStoreAndNoField', { name: place.storageName }), 'not_a_field'),
      )
      return []
    }
    const bay = chooseBay(place, each.substorageId ?? undefined, `${at}.`)
    if (!isFault(bay)) return [{ ...found, bayId: bay.id }]
    faults.push(bay)
    return []
  })
  return { places, faults }
}

/** Looks up together what many bodies name: their places, and whose the stock is. */
export async function lookUpNamed(
  trx: Transaction,
  actor: Actor,
  bodies: CreateRecordBody[],
): Promise<{ own: Map<string, PlaceWithBays>; parties: NamedParties }> {
  const named = bodies.flatMap((body) => [ownerNamed(body) ?? [], senderNamed(actor, body) ?? []].flat())
  const [own, parties] = await allSettled([
    findPlacesNamed(trx, actor, bodies),
    NamedParties.of(trx, actor, named),
  ])
  return { own, parties }
}

/** The places that bodies name. */
export function findPlacesNamed(
  trx: Transaction,
  actor: Actor,
  bodies: CreateRecordBody[],
): Promise<Map<string, PlaceWithBays>> {
  const storageIds = bodies.flatMap(({ storage }) =>
    (storage ?? []).flatMap(({ storageId }) => storageId ?? []),
  )
  return findPlacesWithBays(trx, actor, [...new Set(storageIds)])
}

/** Judges many bodies as `createRecord` judges one. */
export async function resolveRecords(
  trx: Transaction,
  actor: Actor,
  bodies: CreateRecordBody[],
): Promise<{ record: NewRecord | undefined; faults: Fault[] }[]> {
  const { own, parties } = await lookUpNamed(trx, actor, bodies)
  const resolved: { record: NewRecord | undefined; faults: Fault[] }[] = []
  for (const body of bodies) {
    const owner = await ownerOf(parties, actor, body, '')
    resolved.push(validateRecord(actor, body, { own, owner }, ''))
  }
  return resolved
}
