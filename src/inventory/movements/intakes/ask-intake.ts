import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { isFault, refuseFaults } from '../../../kernel/errors.ts'
import { askedLater, type AskedLoads } from '../../loads/enter-asked.ts'
import type { CreateRecordBody } from '../../records/bodies.ts'
import { commodityFaults, knownCommodity } from '../../records/commodity.ts'
import { harvestYearIn } from '../../../system/countries/countries.ts'
import type { MergeKey } from '../../stock/merge-key.ts'
import { chooseBay, type PlaceWithBays } from '../../records/find-places.ts'
import type { NamedParties } from '../../partners/parties.ts'
import { saysNothing } from '../../records/add-sample.ts'
import { momentOfStock, ownerNamed, ownerOf, validateRecord } from './validate-record.ts'
import { kindNamed, type Entered } from './new-record.ts'
import { senderNamed, validateIncoming } from './stock-faults.ts'
import { askStock, type ResolvedStock } from './store-stock.ts'

/**
 * Stock that a body brings into bays, or says to have been there: looked up with the locks of all that lies in its bays.
 *
 * @param own the places that it names
 * @returns a request that refuses every fault of the body at once
 */
export function askIntake(
  trx: Transaction,
  actor: Actor,
  body: CreateRecordBody,
  own: Map<string, PlaceWithBays>,
  path = '',
): AskedLoads<Entered[]> {
  const at = momentOfStock(body, actor) ?? actor.now
  const { storage, source } = body
  const places = storage?.length ? storage : [{}]
  const sample = source.intake?.sample
  return askedLater({
    actor,
    touched: places.map((place) => ({
      recordId: null,
      bayId: bayOf(own, place),
      at,
      ...ownKind(actor, body),
    })),
    samples: sample && !saysNothing(sample) ? places.length : 0,
    parties: [ownerNamed(body), senderNamed(actor, body)].filter((each) => each !== undefined),
    ask: async ({ parties }) =>
      askStock(trx, actor, await resolveRecord(trx, actor, body, { own, parties }, path)),
    answer: (entered) => entered,
  })
}

/** The caller's own stock as a body names it; nothing of stock of others, who are looked up with the locks, nor of a body that is refused. */
function ownKind(actor: Actor, body: CreateRecordBody): { kind?: MergeKey } {
  if (!body.owned || commodityFaults(body.commodity, body.type, '', { mayBeMixed: true }).length > 0)
    return {}
  const named = { ...body, harvestYear: harvestYearIn(body.harvestYear, actor.countryISO) }
  return { kind: kindNamed(actor.organisationId, named, knownCommodity(body.commodity)) }
}

type PlaceNamed = Pick<NonNullable<CreateRecordBody['storage']>[number], 'storageId' | 'substorageId'>

function bayOf(own: Map<string, PlaceWithBays>, { storageId, substorageId }: PlaceNamed): number | null {
  const place = own.get(storageId ?? '')
  const bay = place && chooseBay(place, substorageId ?? undefined, '')
  return bay && !isFault(bay) ? bay.id : null
}

/** @throws Refusal every fault of the body at once: of the record, of how much there is, and of how it comes in */
export async function resolveRecord(
  trx: Transaction,
  actor: Actor,
  body: CreateRecordBody,
  { own, parties }: { own: Map<string, PlaceWithBays>; parties: NamedParties },
  path: string,
): Promise<ResolvedStock> {
  const owner = await ownerOf(parties, actor, body, path)
  const stock = { owner, parties, effectiveAt: momentOfStock(body, actor) }
  const { incoming, faults: others } = await validateIncoming(trx, actor, body, stock, path)
  const { record, faults } = validateRecord(actor, body, { own, owner }, path)
  refuseFaults([...faults, ...others])
  if (!record || !incoming) throw new Error('unreachable: the faults were refused')
  return { record, incoming }
}
