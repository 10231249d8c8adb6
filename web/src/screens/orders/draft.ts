import type { Operations, Order } from '../../api/operations.ts'
import { isDay } from '../../i18n/days.ts'
import type { Language } from '../../i18n/languages.ts'
import { parseStock, typedStock } from '../../i18n/numbers.ts'

/** An order as it is typed. */
export interface OrderDraft {
  kind: Order['kind']
  partner: string
  /** Commodity and type, with a point between, or the commodity alone: any type; '' is none yet. */
  grain: string
  grade: string
  reference: string
  partnerReference: string
  weight: string
  loads: string
  from: string
  to: string
  haulier: string
  /** Registrations with commas between. */
  vehicles: string
  /** '' is any store. */
  storageId: string
  bayIds: number[]
  address: string
  openingHours: string
  instructions: string
}

export const blankOrder: OrderDraft = {
  kind: 'sale',
  partner: '',
  grain: '',
  grade: '0',
  reference: '',
  partnerReference: '',
  weight: '',
  loads: '',
  from: '',
  to: '',
  haulier: '',
  vehicles: '',
  storageId: '',
  bayIds: [],
  address: '',
  openingHours: '',
  instructions: '',
}

/** An order as it would be typed: it reads back as the same. */
export function orderDraftOf(order: Order, language: Language): OrderDraft {
  const { commodity, type, place } = order
  return {
    kind: order.kind,
    partner: order.partner.name,
    grain: type.id === 0 ? String(commodity.id) : `${commodity.id}.${type.id}`,
    grade: '0',
    reference: order.reference,
    partnerReference: order.partnerReference,
    weight: order.weight === null ? '' : typedStock(order.weight, language, commodity.id),
    loads: order.loads === null ? '' : String(order.loads),
    from: order.fromISO ?? '',
    to: order.toISO ?? '',
    haulier: order.haulier,
    vehicles: order.vehicles.join(', '),
    storageId: place.storageId,
    bayIds: place.bays.map(({ id }) => id),
    address: place.address,
    openingHours: place.openingHours,
    instructions: order.instructions,
  }
}

/** The commodity of the grain that was chosen, by which a bushel is one. */
export const commodityOfOrder = ({ grain }: Pick<OrderDraft, 'grain'>) =>
  grain === '' ? undefined : Number(grain.split('.')[0])

type Terms = Operations['PATCH /api/inventory/orders/{id}']['body']

/** The terms of a draft; undefined as long as something of it cannot be read, or nothing says how much. */
export function readOrder(draft: OrderDraft, language: Language): Terms | undefined {
  const parsed = parseStock(draft.weight, language, { commodityId: commodityOfOrder(draft) })
  const weight = draft.weight.trim() === '' ? null : 'kg' in parsed && parsed.kg > 0 ? parsed.kg : undefined
  const loads = draft.loads.trim() === '' ? null : readCount(draft.loads)
  const areDays = [draft.from, draft.to].every((day) => day === '' || isDay(day))
  if (weight === undefined || loads === undefined || !areDays || (weight === null && loads === null))
    return undefined
  return {
    reference: draft.reference.trim(),
    partnerReference: draft.partnerReference.trim(),
    weight,
    loads,
    fromISO: draft.from || null,
    toISO: draft.to || null,
    haulier: draft.haulier.trim(),
    vehicles: draft.vehicles.split(',').flatMap((each) => each.trim() || []),
    place: {
      storageId: draft.storageId || null,
      bayIds: draft.storageId === '' ? [] : draft.bayIds,
      address: draft.address.trim(),
      openingHours: draft.openingHours.trim(),
    },
    instructions: draft.instructions.trim(),
  }
}

function readCount(typed: string): number | undefined {
  const count = /^\d{1,5}$/.test(typed.trim()) ? Number(typed.trim()) : 0
  return count > 0 ? count : undefined
}

/** With whom and of what an order without a contract is; undefined as long as that is not said. */
export function grainOfDraft({ grain, partner }: OrderDraft): { id: number; type: number } | undefined {
  const [id = 0, type = 0] = grain.split('.').map(Number)
  return grain === '' || partner.trim() === '' ? undefined : { id, type }
}
