import type { Trade } from '../../api/operations.ts'
import type { Language } from '../../i18n/languages.ts'
import { typedMeasure, typedStock } from '../../i18n/numbers.ts'

export type PriceUnit = NonNullable<NonNullable<Trade['price']>['unit']>
type Side = 'loading' | 'unloading'

/** Rows as they are typed; what is empty was not said. */
export interface WindowRow {
  from: string
  to: string
  weight: string
}
export const limitCells = ['minimum', 'maximum', 'rejectBelow', 'rejectAbove'] as const
export type LimitRow = { name: string } & Record<(typeof limitCells)[number], string>
export const allowanceCells = ['from', 'to', 'base', 'perPoint'] as const
export type AllowanceRow = { name: string; unit: 'percent' | 'amount' } & Record<
  (typeof allowanceCells)[number],
  string
>

/** A contract as it is typed. */
export interface TradeDraft {
  kind: Trade['kind']
  partner: string
  reference: string
  partnerReference: string
  /** Commodity and type, with a point between, or the commodity alone: any type; '' is none yet. */
  grain: string
  /** '0' is any grade. */
  grade: string
  varieties: string
  harvestYear: string
  weight: string
  tolerance: string
  option: '' | 'buyer' | 'seller'
  windows: WindowRow[]
  terms: '' | 'ex_store' | 'delivered'
  /** '' is any store. */
  storageId: string
  finalWeight: '' | Side
  finalQuality: '' | Side
  limits: LimitRow[]
  allowances: AllowanceRow[]
  priceKind: '' | NonNullable<Trade['price']>['kind']
  amount: string
  currency: string
  priceUnit: PriceUnit
  notes: string
  files: { id: string; name: string }[]
}

export const emptyWindow: WindowRow = { from: '', to: '', weight: '' }
export const emptyLimit: LimitRow = { name: '', minimum: '', maximum: '', rejectBelow: '', rejectAbove: '' }
export const emptyAllowance: AllowanceRow = {
  name: '',
  from: '',
  to: '',
  base: '',
  perPoint: '',
  unit: 'percent',
}

export const blankTrade = (currency: string, priceUnit: PriceUnit): TradeDraft => ({
  kind: 'sale',
  partner: '',
  reference: '',
  partnerReference: '',
  grain: '',
  grade: '0',
  varieties: '',
  harvestYear: '',
  weight: '',
  tolerance: '',
  option: '',
  windows: [],
  terms: '',
  storageId: '',
  finalWeight: '',
  finalQuality: '',
  limits: [],
  allowances: [],
  priceKind: '',
  amount: '',
  currency,
  priceUnit,
  notes: '',
  files: [],
})

/** A contract as it would be typed: it reads back as the same. */
export function tradeDraftOf(trade: Trade, language: Language, blank: TradeDraft): TradeDraft {
  const { commodity, tolerance, delivery, final, price } = trade
  const commodityId = commodity.commodity.id
  const figure = (value: number | string | null) =>
    value === null ? '' : String(value).replace('.', typedMeasure(0.5, language).charAt(1))
  return {
    kind: trade.kind,
    partner: trade.partner.name,
    reference: trade.reference,
    partnerReference: trade.partnerReference,
    grain: commodity.type.id === 0 ? String(commodityId) : `${commodityId}.${commodity.type.id}`,
    grade: String(commodity.grade.id),
    varieties: trade.varieties.join(', '),
    harvestYear: trade.harvestYear,
    weight: typedStock(trade.weight, language, commodityId),
    tolerance: tolerance.percentage === 0 ? '' : typedMeasure(tolerance.percentage, language),
    option: tolerance.option ?? '',
    windows: trade.windows.map(({ fromISO, toISO, weight }) => ({
      from: fromISO,
      to: toISO,
      weight: typedStock(weight, language, commodityId),
    })),
    terms: delivery.terms ?? '',
    storageId: delivery.storageId,
    finalWeight: final.weight ?? '',
    finalQuality: final.quality ?? '',
    limits: trade.limits.map(({ name, ...limit }) => ({
      name,
      minimum: figure(limit.minimum),
      maximum: figure(limit.maximum),
      rejectBelow: figure(limit.rejectBelow),
      rejectAbove: figure(limit.rejectAbove),
    })),
    allowances: trade.allowances.map(({ name, unit, from, to, base, perPoint }) => ({
      name,
      unit,
      from: figure(from),
      to: figure(to),
      base: figure(base),
      perPoint: figure(perPoint),
    })),
    priceKind: price?.kind ?? '',
    amount: figure(price?.amount ?? null),
    currency: price?.currency ?? blank.currency,
    priceUnit: price?.unit ?? blank.priceUnit,
    notes: trade.notes,
    files: trade.files.map(({ id, name }) => ({ id, name })),
  }
}

/** The commodity of the grain that was chosen, by which a bushel is one. */
export const commodityOfTrade = ({ grain }: Pick<TradeDraft, 'grain'>) =>
  grain === '' ? undefined : Number(grain.split('.')[0])
