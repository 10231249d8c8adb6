import type { OpenOrder } from '../../api/operations.ts'
import type { TicketDraft } from './draft.ts'

// Which open orders expect the lorry of a draft, and what one of them fills in.

/** A registration or a number without what people leave out or type otherwise. */
const plain = (text: string) => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

type Typed = Pick<TicketDraft, 'kind' | 'vehicle' | 'party' | 'grain' | 'from' | 'trade'>

/**
 * The orders that expect a lorry, that are of the partner typed, or whose number was typed in place of the partner. None once an order or a contract is
 * chosen, or it is known what the lorry carries: then the choice beside its partner has them.
 */
export function expectedFor(draft: Typed, orders: OpenOrder[]): OpenOrder[] {
  const { kind, vehicle, party, grain, from, trade } = draft
  const carries = kind === 'in' ? grain : from
  if (trade !== null || (carries !== '' && party.trim() !== '')) return []
  const [plate, typed] = [plain(vehicle), plain(party)]
  if (plate === '' && typed === '') return []
  return orders.filter(
    ({ vehicles, partner, reference, partnerReference }) =>
      (plate !== '' && typed === '' && vehicles.some((each) => plain(each) === plate)) ||
      (typed !== '' && [partner.name, reference, partnerReference].some((each) => plain(each) === typed)),
  )
}

/** The bays and the grain that the weighbridge knows, as far as an order speaks of them. */
interface KnownHere {
  bays: { key: string; bayId: number; commodityId: number | undefined; gradeId: number | undefined }[]
  grains: { key: string; id: number; type: number; grade: number | undefined }[]
}

/** All that an order knows of a load; what was typed and it does not know stays. */
export function filledBy(
  { partner, commodity, type, bayIds }: OpenOrder,
  { kind }: Pick<TicketDraft, 'kind'>,
  { bays, grains }: KnownHere,
): Partial<TicketDraft> {
  const suggested = bays.filter(({ bayId }) => bayIds.includes(bayId))
  const holding = suggested.find(({ commodityId }) => commodityId === commodity.id)
  if (kind === 'out') return { party: partner.name, ...(holding && { from: holding.key, parts: [] }) }
  const [bay] = holding ? [holding] : suggested
  const known = grains.filter((each) => each.id === commodity.id && each.type === type.id)
  // Its grade is known where only one can be meant: that of the heap it joins, or the only one that there is.
  const grain = known.length === 1 ? known[0] : known.find(({ grade }) => grade === holding?.gradeId)
  return {
    party: partner.name,
    said: 'bought',
    ...(grain && { grain: grain.key }),
    ...(bay && { to: bay.key, parts: [] }),
  }
}
