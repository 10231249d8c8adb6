import type { Operations } from '../../api/operations.ts'
import { isDay } from '../../i18n/days.ts'
import { isCellReady, readDecimal } from '../../i18n/decimals.ts'
import type { Language } from '../../i18n/languages.ts'
import { parsePercentage, parseStock } from '../../i18n/numbers.ts'
import {
  allowanceCells,
  commodityOfTrade,
  limitCells,
  type AllowanceRow,
  type LimitRow,
  type TradeDraft,
} from './draft.ts'

type Body = Operations['POST /api/inventory/trades']['body']
type Terms = Omit<Body, 'kind' | 'status' | 'partner'>

/** The values of a draft, once all of it can be read. */
interface ReadDraft {
  kg: number | undefined
  terms: Terms | undefined
}

export function readTrade(draft: TradeDraft, language: Language): ReadDraft {
  const commodityId = commodityOfTrade(draft)
  const kilograms = (typed: string) => {
    const weight = parseStock(typed, language, { commodityId })
    return 'kg' in weight && weight.kg > 0 ? weight.kg : undefined
  }
  const kg = kilograms(draft.weight)
  const percentage = draft.tolerance.trim() === '' ? 0 : read(parsePercentage(draft.tolerance, language))
  const windows = draft.windows.map(({ from, to, weight }) => ({
    fromISO: from,
    toISO: to,
    weight: kilograms(weight) ?? 0,
  }))
  const limits = draft.limits.map((row) => limitOf(row, language))
  const allowances = draft.allowances.map((row) => allowanceOf(row, language))
  const amount = readDecimal(draft.amount, language)
  const isReady =
    draft.partner.trim() !== '' &&
    draft.grain !== '' &&
    windows.every(({ fromISO, toISO, weight }) => isDay(fromISO) && isDay(toISO) && weight > 0) &&
    limits.every((row) => row !== undefined) &&
    allowances.every((row) => row !== undefined) &&
    (draft.priceKind !== 'fixed' || amount !== undefined)
  if (!isReady || kg === undefined || percentage === undefined) return { kg, terms: undefined }
  const [id = 0, type = 0] = draft.grain.split('.').map(Number)
  return {
    kg,
    terms: {
      commodity: { id, type, grade: Number(draft.grade) },
      weight: kg,
      reference: draft.reference.trim(),
      partnerReference: draft.partnerReference.trim(),
      varieties: draft.varieties.split(',').flatMap((each) => each.trim() || []),
      harvestYear: draft.harvestYear.trim() || null,
      tolerance: { percentage, option: draft.option || null },
      windows,
      delivery: { terms: draft.terms || null, storageId: draft.storageId || null },
      final: { weight: draft.finalWeight || null, quality: draft.finalQuality || null },
      limits: limits.filter((row) => row !== undefined),
      allowances: allowances.filter((row) => row !== undefined),
      price: priceOf(draft, amount),
      notes: draft.notes,
      files: draft.files,
    },
  }
}

const read = (parsed: ReturnType<typeof parsePercentage>) => ('value' in parsed ? parsed.value : undefined)

function limitOf(row: LimitRow, language: Language) {
  if (row.name.trim() === '' || !limitCells.every((cell) => isCellReady(row[cell], language)))
    return undefined
  const figure = (typed: string) => (typed.trim() === '' ? null : Number(readDecimal(typed, language)))
  return {
    name: row.name.trim(),
    minimum: figure(row.minimum),
    maximum: figure(row.maximum),
    rejectBelow: figure(row.rejectBelow),
    rejectAbove: figure(row.rejectAbove),
  }
}

function allowanceOf(row: AllowanceRow, language: Language) {
  const [from, to, base, perPoint] = allowanceCells.map((cell) => readDecimal(row[cell], language))
  if (row.name.trim() === '' || !from || !to || !base || !perPoint) return undefined
  return {
    name: row.name.trim(),
    from: Number(from),
    to: Number(to),
    base: Number(base),
    perPoint,
    unit: row.unit,
  }
}

function priceOf(
  { priceKind, currency, priceUnit }: TradeDraft,
  amount: string | undefined,
): NonNullable<Terms['price']> | null {
  if (priceKind === '') return null
  if (priceKind !== 'fixed') return { kind: priceKind }
  return { kind: priceKind, amount: amount ?? null, currency: currency.trim().toUpperCase(), unit: priceUnit }
}

/** Lists the terms that differ from those in which somebody began to type: what they left stays as it is meanwhile. */
export function changedTerms(terms: Terms, base: Terms | undefined): Partial<Terms> {
  const before: Partial<Terms> = base ?? {}
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof Terms])
  return Object.fromEntries(Object.entries(terms).filter(isOther))
}
