import type { Operations } from '../../api/operations.ts'
import { isDay } from '../../i18n/days.ts'
import { readDecimal } from '../../i18n/decimals.ts'
import type { Language } from '../../i18n/languages.ts'

type Body = Operations['POST /api/inventory/tariffs']['body']
type Rate = Body['rates'][number]
export type RateKind = Rate['kind']
export type StoragePeriod = NonNullable<Rate['per']>

export const rateKinds: RateKind[] = ['in', 'out', 'storage', 'drying', 'cleaning', 'sampling', 'handling']

/** A tariff as it is typed. */
export interface TariffDraft {
  partner: string
  from: string
  to: string
  currency: string
  vatCode: string
  /** By kind; empty where it costs nothing. */
  rates: Partial<Record<RateKind, string>>
  per: StoragePeriod
  freeDays: string
  base: string
  minimum: string
  notes: string
}

export function blankTariff(today: string, currency: string): TariffDraft {
  return {
    partner: '',
    from: today,
    to: '',
    currency,
    vatCode: '',
    rates: {},
    per: 'week',
    freeDays: '',
    base: '15',
    minimum: '',
    notes: '',
  }
}

/** The terms of a tariff, once all that is typed can be read; undefined until then. */
export function readTariff(
  draft: TariffDraft,
  language: Language,
): Omit<Body, 'partner' | 'storageContractId'> | undefined {
  const { from, to, currency, vatCode, rates, per, freeDays, base, minimum, notes } = draft
  const typed = rateKinds.filter((kind) => (rates[kind] ?? '').trim() !== '')
  const read = typed.map((kind) => ({ kind, rate: readDecimal(rates[kind] ?? '', language) }))
  const least = minimum.trim() === '' ? null : readDecimal(minimum, language)
  const days = freeDays.trim() === '' ? 0 : Number(freeDays)
  const above = Number(readDecimal(base, language))
  const isWhole = read.every(({ rate }) => rate !== undefined && !rate.startsWith('-'))
  const isBaseRead = !typed.includes('drying') || Number.isFinite(above)
  if (!isDay(from) || (to !== '' && !isDay(to)) || !isWhole || least === undefined || !isBaseRead)
    return undefined
  if (!Number.isInteger(days) || (typed.length === 0 && least === null)) return undefined
  return {
    fromISO: from,
    toISO: to === '' ? null : to,
    currency: currency.trim().toUpperCase(),
    vatCode: vatCode.trim() === '' ? null : vatCode.trim(),
    rates: read.map(({ kind, rate = '' }) => ({
      kind,
      rate,
      ...(kind === 'storage' && { per, freeDays: days }),
      ...(kind === 'drying' && { base: above }),
    })),
    minimum: least,
    notes: notes.trim() === '' ? null : notes.trim(),
  }
}

/** The place of a rate in what is sent, where the service puts what is wrong with it; undefined of one that is not sent. */
export function placeOfRate({ rates }: TariffDraft, kind: RateKind): number | undefined {
  const place = rateKinds.filter((each) => (rates[each] ?? '').trim() !== '').indexOf(kind)
  return place === -1 ? undefined : place
}
