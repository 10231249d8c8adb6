import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { collectFaults, fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { paired } from '../../kernel/paired.ts'
import { fileFault, findAttachableFiles } from '../../system/files/find-files.ts'
import { BAY_EMPTIED, CLEANING_LOSS } from '../../system/reasons/reasons.ts'
import type { Contract } from '../contracts/lock-contract.ts'
import type { LoadRequest } from '../loads/enter-loads.ts'
import { gradeReasonOf, textColumns } from '../load-texts.ts'
import { namesTrade, tradeColumns, tradeOfPart } from '../load-trades.ts'
import { describedColumns } from '../loads/insert-loads.ts'
import type { LoadContext } from '../loads/load-context.ts'
import type { Load } from '../loads/load.ts'
import { driverColumns } from '../loads/rules.ts'
import type { NewTicket } from '../loads/tickets/insert-ticket.ts'
import { descriptionOf, type Arrival } from '../stock/merge-stock.ts'
import { arrivalOf, getStoredRecords, type StoredRecord } from '../stock/stored-records.ts'
import { receiverNamed, resolveDestination, type Destination } from '../loads/destination.ts'
import {
  bayNamed,
  sourceFaults,
  type Body,
  type MovementRequest,
  type RequestedPart,
} from './movement-request.ts'
import { findContract, isTakenIn, resolveContract } from '../loads/storage-contract.ts'
import { message } from '../../words/catalogue.ts'

/** A request with all that it names found. */
export interface PlacedRequest {
  actor: Actor
  body: Body
  ticket: NewTicket | null
  effectiveAt: Date
  destination: Destination
  departures: Departure[]
}

/** A part with what it is taken from. */
export interface Departure extends RequestedPart {
  source: StoredRecord
  /** The one that it moves under, named or looked up. */
  storageContract: Contract | null
}

/** A request to be entered, and what it turned out to name once it is. */
interface AskedMovements extends LoadRequest {
  placed: () => PlacedRequest
}

/**
 * The loads that requests ask for. Where the bodies say by themselves which bay is meant, all that they name is found as their stock is locked,
 * in one round trip; for anything else its names are looked up first. A storage contract that none names, for a crop that turns out to be
 * somebody else's, is looked up afterwards.
 *
 * @throws Refusal `not_found`, `forbidden`, `invalid_input`, `destination_ambiguous`; as the loads are asked for, where it was not looked up
 */
export async function loadsOfMovements(
  trx: Transaction,
  actor: Actor,
  requests: MovementRequest[],
): Promise<AskedMovements[]> {
  const found: (Found | undefined)[] = []
  for (const request of requests)
    found.push(isAllNamed(request) ? undefined : await lookUp(trx, actor, request))
  return requests.map((request, index) => {
    const touched = request.parts.map(({ recordId }) => ({
      recordId,
      bayId: bayOf(request, found[index]),
      at: request.effectiveAt,
    }))
    let placed: PlacedRequest | undefined
    const receiver =
      found[index] || bayNamed(request.body) ? undefined : receiverNamed(request.body.destination)
    return {
      actor: request.actor,
      touched,
      parties: receiver ? [receiver] : [],
      async loads(context) {
        if (receiver && !context.mayResolve(receiver)) return undefined
        placed = await place(trx, actor, request, { found: found[index], context })
        return loadsOf(placed)
      },
      placed() {
        if (!placed) throw new Error('the loads of a request were not asked for')
        return placed
      },
    }
  })
}

/** The loads of a request with all that it names. */
export function loadsOf(request: PlacedRequest): Load[] {
  const { body, destination, effectiveAt, ticket, departures } = request
  // Of several loads of one record the last empties it.
  const lasts = new Map(departures.map((departure) => [departure.source.id, departure]))
  const isOutbound = destination.type === 'outbound'
  return departures.map((departure, index): Load => {
    const { source, grams, adjustment, storageContract, share } = departure
    const empties = body.adjustToZero === true && lasts.get(source.id) === departure
    return {
      stock: {
        effectiveAt,
        source: { recordId: source.id, isPlanting: source.source === 'planting' },
        senderId: null,
        receiverId: isOutbound ? destination.receiver.id : null,
        grams,
        sold: isOutbound && destination.sold,
        adjustment,
        emptiedReasonId: empties ? BAY_EMPTIED : null,
      },
      into: isOutbound ? null : { place: destination, arrival: arrivalIn(request, departure) },
      says: { row: rowOf(request, departure) },
      ticket: ticket && { given: ticket, index, share },
      ticketFor: { ownerId: source.owner_id, path: 'weighbridge.file' },
      tradePath: namesTrade(departure.trade) ? `${departure.path}tradeId` : 'tradeId',
      contractId: storageContract?.id ?? null,
      clearsAllBut: null,
    }
  })
}

function arrivalIn({ body, destination, effectiveAt }: PlacedRequest, departure: Departure): Arrival {
  const arrival = arrivalOf(departure.source, departure.grams, effectiveAt)
  const { uncleanedShare } = cleaningOf(departure, destination)
  return {
    ...arrival,
    description: { ...arrival.description, uncleanedShare },
    gradeReason: gradeReasonOf(body),
  }
}

function rowOf({ actor, body, destination }: PlacedRequest, departure: Departure) {
  const { source, adjustment, storageContract, weighbridge } = departure
  const { file, ...scales } = weighbridge
  const { requiresCleaning, uncleanedShare } = cleaningOf(departure, destination)
  return {
    type: destination.type,
    commodity_id: source.commodity_id,
    ...describedColumns(descriptionOf(source)),
    ...driverColumns(body.driver),
    ...scales,
    weighbridge_file_id: file?.id ?? null,
    receiver_name: destination.type === 'outbound' ? destination.receiver.name : null,
    contract_id: body.contractId ?? null,
    contract_reference: body.contractReference ?? null,
    ...tradeColumns(tradeOfPart(departure.trade, body)),
    storage_contract_id: storageContract?.id ?? null,
    requires_cleaning: requiresCleaning,
    uncleaned_share: uncleanedShare,
    adjustment_notes: adjustment?.notes ?? null,
    ...textColumns(body, actor.timeZone),
  }
}

/**
 * Finds whether a load has to be cleaned as it comes off a field under a contract, and the uncleaned share of it. That share is all of such
 * a load, nothing of one that was cleaned just before it left, and else as much as of the stock that it is taken from.
 */
function cleaningOf({ source, adjustment, storageContract }: Departure, destination: Destination) {
  const requiresCleaning =
    storageContract !== null &&
    storageContract.cleaningAgreed &&
    isTakenIn(storageContract, source, destination)
  const isCleaned = adjustment?.reasonId === CLEANING_LOSS
  return { requiresCleaning, uncleanedShare: requiresCleaning ? 1 : isCleaned ? 0 : source.uncleaned_share }
}

/** Facts of a request that the lock cannot find by itself. */
interface Found {
  destination: Destination
  /** The one that the body names. */
  storageContract: Contract | null
}

/** True if nothing has to be looked up, neither for the meaning of a request nor for its faults. */
function isAllNamed({ body, parts, faults }: MovementRequest): boolean {
  const hasNames = parts.every(({ recordId, weighbridge }) => isId(recordId) && weighbridge.file === null)
  return faults.length === 0 && bayNamed(body) !== undefined && hasNames
}

function bayOf({ body }: MovementRequest, found: Found | undefined): number | null {
  if (!found) return bayNamed(body) ?? null
  return found.destination.type === 'internal' ? found.destination.bayId : null
}

async function lookUp(trx: Transaction, actor: Actor, request: MovementRequest): Promise<Found> {
  const { body } = request
  const faults = [...request.faults, ...(await ticketFaults(trx, actor, request))]
  const sources = await collectFaults(faults, () => getStoredRecords(trx, actor, recordIdsOf(request)))
  const destination = await collectFaults(faults, () => resolveDestination(trx, actor, body, faults))
  if (sources) faults.push(...allSourceFaults(request, sources, destination))
  const { storageContractId } = body
  const { effectiveAt } = request
  const storageContract = await collectFaults(faults, () =>
    resolveContract(trx, actor, { storageContractId, effectiveAt, destination }, sources ?? []),
  )
  refuseFaults(faults)
  if (!destination || storageContract === undefined) throw new Error('unreachable: the faults were refused')
  return { destination, storageContract }
}

/** Finds the faults in the weighbridge tickets of loads: each is a file of the caller's own. */
async function ticketFaults(trx: Transaction, actor: Actor, { parts }: MovementRequest): Promise<Fault[]> {
  const tickets = parts.flatMap(({ filePath, weighbridge: { file } }) => (file ? [{ filePath, file }] : []))
  const own = await findAttachableFiles(
    trx,
    actor.organisationId,
    tickets.map(({ file }) => file.id),
  )
  return tickets.flatMap(({ filePath, file }) => fileFault(filePath, file, own))
}

/** Findings about a request once its stock is locked. */
interface Looked {
  found: Found | undefined
  context: LoadContext
}

async function place(
  trx: Transaction,
  actor: Actor,
  request: MovementRequest,
  { found, context }: Looked,
): Promise<PlacedRequest> {
  const { actor: sender, body, parts, ticket, effectiveAt } = request
  // Where something is missing, whoever looks it up says in the caller's words what.
  const sources = sourcesIn(context, request) ?? (await getStoredRecords(trx, actor, recordIdsOf(request)))
  const faults: Fault[] = []
  const destination =
    found?.destination ??
    destinationIn(context, body) ??
    (await collectFaults(faults, () => resolveDestination(trx, actor, body, faults, context.parties)))
  if (!found) faults.push(...allSourceFaults(request, sources, destination))
  refuseFaults(faults)
  if (!destination) throw new Error('unreachable: the faults were refused')
  const asked = { storageContractId: body.storageContractId, effectiveAt, destination }
  const departures = await Promise.all(
    paired(parts, sources).map(async ([part, source]): Promise<Departure> => {
      const storageContract = found?.storageContract ?? (await findContract(trx, actor, asked, source))
      return { ...part, source, storageContract }
    }),
  )
  return { actor: sender, body, ticket, effectiveAt, destination, departures }
}

function recordIdsOf({ parts }: MovementRequest): string[] {
  return parts.map(({ recordId }) => recordId)
}

function allSourceFaults(
  { body, parts, ticket }: MovementRequest,
  sources: StoredRecord[],
  to: Destination | undefined,
): Fault[] {
  const owners = new Set(sources.map((source) => source.owner_id))
  const faults = [
    ...paired(parts, sources).flatMap(([part, source]) => sourceFaults(part, source, body, to)),
    // Whoever owns one part reads what the whole lorry weighed.
    ...(ticket && owners.size > 1
      ? [fault('ticket', message('isForStockOfOneOwner', {}), 'contradiction')]
      : []),
  ]
  // What the body says once may be wrong of several loads.
  return [...new Map(faults.map((each) => [each.path, each])).values()]
}

function sourcesIn(context: LoadContext, request: MovementRequest): StoredRecord[] | undefined {
  const sources = request.parts.flatMap(({ recordId }) => context.record(recordId) ?? [])
  return sources.length === request.parts.length ? sources : undefined
}

function destinationIn({ locked }: LoadContext, body: Body): Destination | undefined {
  const bay = locked.bays.get(bayNamed(body) ?? Number.NaN)
  if (!bay || bay.storageId !== body.destination.storageId) return undefined
  return {
    type: 'internal',
    storageId: bay.storageId,
    bayId: bay.id,
    name: `${bay.storageName}, ${bay.name}`,
  }
}
