import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { allSettled } from '../../kernel/all-settled.ts'
import { asRefusal, Refusal } from '../../kernel/errors.ts'
import { paired } from '../../kernel/paired.ts'
import type { NewEvent } from '../../system/events/append-event.ts'
import { intakeTermColumns } from '../contracts/intake-terms.ts'
import { textColumns } from '../load-texts.ts'
import { broughtIn, type BroughtIn } from '../loads/brought-in.ts'
import { oddDates } from '../loads/dates.ts'
import { enterAsked, refusing, type AskedLoads } from '../loads/enter-asked.ts'
import type { LoadRequest } from '../loads/enter-loads.ts'
import { describedColumns } from '../loads/insert-loads.ts'
import type { Load } from '../loads/load.ts'
import { driverColumns, intakeDefaults } from '../loads/rules.ts'
import { lowerRemainingArea } from './adjust-remaining-area.ts'
import { saysNothing } from '../records/add-sample.ts'
import {
  lookUpPlans,
  resolveLoads,
  withTerms,
  type LookedUp,
  type NamedLoad,
  type ResolvedLoad,
  type ResolvedLoads,
} from './resolve-loads.ts'
import type { AddLoadsBody } from './schema.ts'

/** Grain that came in by a movement, of which `id` is the number. */
export type Brought = BroughtIn & { effectiveAt: Date }

/** Loads that somebody brings in from the fields of a plan. */
export interface AskedOfPlan {
  actor: Actor
  planId: string
  body: AddLoadsBody
}

/**
 * Brings loads in from the fields of a plan: each is a movement from the planting to a bay, one ledger entry from
 * `harvest` (rules.md §6). What was measured of a load describes it where it joins other stock. Where several
 * plantings of the plan stand in a field, the oldest with area left is harvested unless a load names another; where they
 * are not one owner's, it has to. A crop that is somebody else's comes in under their storage contract, and is dried as
 * that says. All or none.
 *
 * @returns what came in by which movement, in the order of the body
 * @throws Refusal every fault at once; `incompatible_stock`
 */
export async function addLoads(
  trx: Transaction,
  actor: Actor,
  planId: string,
  body: AddLoadsBody,
): Promise<Brought[]> {
  const [brought] = await addLoadsOfMany(trx, [{ actor, planId, body }])
  return brought ?? []
}

/** Adds the loads of several requests of one organisation, as if they had come one after the other. */
export async function addLoadsOfMany(trx: Transaction, asked: AskedOfPlan[]): Promise<Brought[][]> {
  const [first] = asked
  if (!first) return []
  const { actor } = first
  const named = await lookUpPlans(trx, actor, asked)
  return enterAsked(trx, actor, await allSettled(asked.map((each) => askLoads(trx, each, named))))
}

/**
 * Loads off the fields of a plan, to be entered together.
 *
 * @returns a request that refuses every fault of the loads at once
 */
export async function askLoads(
  trx: Transaction,
  asked: AskedOfPlan,
  named: LookedUp,
): Promise<AskedLoads<Brought[]>> {
  const { actor } = asked
  const resolved = await resolveLoads(trx, actor, asked, named).catch(asRefusal)
  if (!(resolved instanceof Refusal)) return askResolved(trx, asked, resolved)
  return refusing(actor, resolved)
}

function askResolved(
  trx: Transaction,
  { actor, planId, body }: AskedOfPlan,
  { plan, loads }: ResolvedLoads,
): AskedLoads<Brought[]> {
  return {
    ...requestOf(trx, actor, loads),
    events: ({ entered, outcome }) =>
      eventsOfLoads(
        planId,
        entered.map(({ id }) => id),
        outcome.recordIds,
      ),
    also: () => lowerRemainingArea(trx, actor, planId, body),
    answer: (its, before) =>
      paired(loads, broughtIn(actor, its, plan.commodity_id)).map(
        ([{ body: load, effectiveAt }, each]): Brought => {
          const { warnings, daysAlone } = oddDates(actor, [load.dateISO])
          const said = before([each.id])
          const warned = [...each.warnings, ...warnings, ...said.warnings]
          return {
            ...each,
            effectiveAt,
            warnings: warned,
            daysAlone,
            sameTickets: said.sameTickets,
            expiries: said.expiries,
          }
        },
      ),
  }
}

/**
 * The plan and the bays that loads name, so that they can be stored together with others; undefined where a bay has to be looked up to be
 * known.
 */
export function touchedByHarvest(planId: string, body: AddLoadsBody): unknown[] | undefined {
  return body.every(({ substorageId }) => substorageId)
    ? [planId, ...body.map(({ substorageId }) => substorageId)]
    : undefined
}

function requestOf(trx: Transaction, actor: Actor, loads: NamedLoad[]): LoadRequest {
  return {
    actor,
    touched: loads.map(({ planting, place, effectiveAt: at }) => ({
      recordId: planting.id,
      bayId: place.bayId,
      at,
    })),
    samples: loads.filter(({ body: { sample } }) => sample && !saysNothing(sample)).length,
    async loads(context) {
      const entering: Load[] = []
      for (const load of loads) {
        const source = context.record(load.planting.id)
        if (!source) throw new Error('a planting of a plan is not there')
        entering.push(loadOf(await withTerms(trx, actor, load, source)))
      }
      return entering
    },
  }
}

/** Makes the events for listeners of loads that came in, with the records they show at. */
function eventsOfLoads(planId: string, ids: number[], recordIds: string[]): NewEvent[] {
  const created = { ids, type: 'internal', recordIds }
  return [
    { type: 'harvest.loads_added', subject: planId, data: { ids, recordIds } },
    { type: 'movement.created', subject: ids.join(','), data: created },
  ]
}

/** A load off a field as it is entered. */
function loadOf(load: ResolvedLoad): Load {
  const { body, source, weighed, effectiveAt, terms, place, arrival } = load
  const { grams, reference: loadReference } = weighed
  const { driverName: name, driverRegistration: vehicleRegistration } = body
  return {
    stock: {
      ...intakeDefaults,
      effectiveAt,
      source: { recordId: source.id, isPlanting: true },
      senderId: null,
      grams,
      drying: terms.drying,
    },
    into: { place, arrival },
    says: {
      row: {
        type: 'internal',
        commodity_id: source.commodity_id,
        ...describedColumns(load.described),
        ...driverColumns({ name, vehicleRegistration, loadReference }),
        ...weighed.scales,
        ...intakeTermColumns(terms, grams),
        ...textColumns(body, load.timeZone),
        weighbridge_file_id: weighed.fileId,
        harvest_moisture_percentage: load.moisture,
        harvest_temperature_celsius: body.temperature,
      },
    },
    ticket: weighed.ticket,
    ticketFor: { ownerId: source.owner_id, path: 'weighbridge.file' },
    sample: body.sample,
    contractId: terms.contractId,
    clearsAllBut: null,
  }
}
