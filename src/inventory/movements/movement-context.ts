import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { collectFaults, fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { paired } from '../../kernel/paired.ts'
import { fileFault, findOwnFiles } from '../../system/files/find-files.ts'
import { findPartners, type FoundPartner } from '../partners/known-partners.ts'
import { nextPostingIds } from '../ledger/ledger.ts'
import type { Contract } from '../contracts/own-contract.ts'
import { getStoredRecords, type StoredRecord } from '../stock/stored-records.ts'
import { lockStock, type LockedStock } from '../stock/lock-stock.ts'
import { resolveDestination, type Destination } from './destination.ts'
import type { NewTicket } from '../loads/tickets/insert-ticket.ts'
import { findContract, resolveContract } from './storage-contract.ts'
import { bayNamed, sourceFaults, type Body, type Load, type MovementRequest } from './movement-request.ts'

/** A load with what it is taken from. */
export interface Departure extends Load {
  /** The movement's number. They are taken while the bays are locked: who comes later to a bay gets later ones. */
  id: number
  source: StoredRecord
  /** The one that it moves under, named or looked up. */
  storageContract: Contract | null
}

/** A request with all that it names found. */
export interface PlacedRequest {
  actor: Actor
  body: Body
  ticket: NewTicket | null
  effectiveAt: Date
  destination: Destination
  departures: Departure[]
}

/** All that new movements need to know and hold before it is decided what they do. */
export interface MovementContext {
  placed: PlacedRequest[]
  lockedStock: LockedStock
}

/**
 * Finds what requests name and locks what they touch. Where the bodies say by themselves which bay is meant, that is one round
 * trip; for anything else its names are looked up first. A storage contract that none names, for a crop that turns out to be
 * somebody else's, is looked up afterwards.
 *
 * @throws Refusal `not_found`, `forbidden`, `invalid_input`, `destination_ambiguous`
 */
export async function loadAndLock(
  trx: Transaction,
  actor: Actor,
  requests: MovementRequest[],
): Promise<MovementContext> {
  const found: (Found | undefined)[] = []
  for (const request of requests)
    found.push(isAllNamed(request) ? undefined : await lookUp(trx, actor, request))
  const leaving = requests.flatMap((request, index) =>
    request.loads.map(({ recordId }) => ({
      recordId,
      bayId: bayOf(request, found[index]),
      at: request.effectiveAt,
    })),
  )
  const [lockedStock, ids, partners] = await Promise.all([
    lockStock(trx, actor, leaving),
    nextPostingIds(trx, leaving.length),
    findReceivers(trx, actor, requests),
  ])
  const placed: PlacedRequest[] = []
  for (const [index, request] of requests.entries())
    placed.push(
      await place(trx, actor, request, {
        found: found[index],
        lockedStock,
        ids: ids.splice(0, request.loads.length),
        partner: partners.get(request),
      }),
    )
  return { placed, lockedStock }
}

/** What the lock cannot find by itself. */
interface Found {
  destination: Destination
  /** The one that the body names. */
  storageContract: Contract | null
}

/** Whether nothing has to be looked up, for what it means or for what is wrong with it. */
function isAllNamed({ body, loads, faults }: MovementRequest): boolean {
  const hasNames = loads.every(({ recordId, weighbridge }) => isId(recordId) && weighbridge.file === null)
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

/** What is wrong with the weighbridge tickets of loads: each is a file of the caller's own. */
async function ticketFaults(trx: Transaction, actor: Actor, { loads }: MovementRequest): Promise<Fault[]> {
  const tickets = loads.flatMap(({ filePath, weighbridge: { file } }) => (file ? [{ filePath, file }] : []))
  const own = await findOwnFiles(
    trx,
    actor.organisationId,
    tickets.map(({ file }) => file.id),
  )
  return tickets.flatMap(({ filePath, file }) => fileFault(filePath, file, own))
}

/** What is known of a request once its stock is locked. */
interface Looked {
  found: Found | undefined
  lockedStock: LockedStock
  ids: number[]
  /** The trading partner that it names; undefined where it names none, or has been looked up. */
  partner: FoundPartner | null | undefined
}

/** The trading partners that requests name, with the locks and not after them. */
async function findReceivers(
  trx: Transaction,
  actor: Actor,
  requests: MovementRequest[],
): Promise<Map<MovementRequest, FoundPartner | null>> {
  const leaving = requests.filter((request) => isAllNamed(request) && bayNamed(request.body) === null)
  const named = leaving.map(({ body: { destination } }) => ({
    id: tidied(destination.organisationId ?? ''),
    name: destination.organisationName ?? '',
  }))
  const partners = await findPartners(trx, actor, named)
  return new Map(paired(leaving, partners))
}

async function place(
  trx: Transaction,
  actor: Actor,
  request: MovementRequest,
  { found, lockedStock, ids, partner }: Looked,
): Promise<PlacedRequest> {
  const { actor: sender, body, loads, ticket, effectiveAt } = request
  // Where something is missing, whoever looks it up says in the caller's words what.
  const sources =
    sourcesIn(lockedStock, request) ?? (await getStoredRecords(trx, actor, recordIdsOf(request)))
  const faults: Fault[] = []
  const destination =
    found?.destination ??
    destinationIn(lockedStock, body) ??
    (await collectFaults(faults, () => resolveDestination(trx, actor, body, faults, partner)))
  if (!found) faults.push(...allSourceFaults(request, sources, destination))
  refuseFaults(faults)
  if (!destination) throw new Error('unreachable: the faults were refused')
  const asked = { storageContractId: body.storageContractId, effectiveAt, destination }
  const departures = await Promise.all(
    paired(paired(loads, sources), ids).map(async ([[load, source], id]): Promise<Departure> => {
      const storageContract = found?.storageContract ?? (await findContract(trx, actor, asked, source))
      return { ...load, id, source, storageContract }
    }),
  )
  return { actor: sender, body, ticket, effectiveAt, destination, departures }
}

function recordIdsOf({ loads }: MovementRequest): string[] {
  return loads.map(({ recordId }) => recordId)
}

function allSourceFaults(
  { body, loads, ticket }: MovementRequest,
  sources: StoredRecord[],
  to: Destination | undefined,
): Fault[] {
  const owners = new Set(sources.map((source) => source.owner_id))
  const faults = [
    ...paired(loads, sources).flatMap(([load, source]) => sourceFaults(load, source, body, to)),
    // Whoever owns one part reads what the whole lorry weighed.
    ...(ticket && owners.size > 1 ? [fault('ticket', 'is for stock of one owner', 'contradiction')] : []),
  ]
  // What the body says once may be wrong of several loads.
  return [...new Map(faults.map((each) => [each.path, each])).values()]
}

function sourcesIn({ records }: LockedStock, request: MovementRequest): StoredRecord[] | undefined {
  const sources = request.loads.flatMap(({ recordId }) => records.get(recordId) ?? [])
  return sources.length === request.loads.length ? sources : undefined
}

function destinationIn({ bays }: LockedStock, body: Body): Destination | undefined {
  const bay = bays.get(bayNamed(body) ?? Number.NaN)
  if (!bay || bay.storageId !== body.destination.storageId) return undefined
  return {
    type: 'internal',
    storageId: bay.storageId,
    bayId: bay.id,
    name: `${bay.storageName}, ${bay.name}`,
  }
}
