import type { Operations } from '../../api/operations.ts'
import { isDay } from '../../i18n/days.ts'
import type { Language } from '../../i18n/languages.ts'
import { parseWeight } from '../../i18n/numbers.ts'

type Body = Operations['POST /api/inventory/settlements/try']['body']
export type Mapping = NonNullable<Body['mapping']>

/** A line as it is typed. */
export interface TypedLine {
  reference: string
  day: string
  vehicle: string
  weight: string
}

/** A statement as it is typed. */
export interface SettlementDraft {
  buyer: string
  reference: string
  day: string
  how: 'paste' | 'type'
  table: string
  mapping: Mapping
  lines: TypedLine[]
}

export const blankLine = (day: string): TypedLine => ({ reference: '', day, vehicle: '', weight: '' })

export function blankSettlement(day: string): SettlementDraft {
  return { buyer: '', reference: '', day, how: 'paste', table: '', mapping: {}, lines: [blankLine(day)] }
}

/** Builds the statement that is sent to the service. */
export function statementOf(
  { buyer, how, table, mapping, lines }: SettlementDraft,
  language: Language,
  receivers: ReadonlyMap<string, string> | undefined,
): Body {
  const name = buyer.trim()
  const id = receivers?.get(name)
  return {
    buyer: { name, ...(id !== undefined && { id }) },
    ...(how === 'paste'
      ? { table, mapping }
      : {
          lines: lines.filter(isBegun).map(({ reference, day, vehicle, weight }) => {
            const parsed = parseWeight(weight, language)
            return { reference, dateISO: day, vehicle, weight: 'kg' in parsed ? parsed.kg : 0 }
          }),
        }),
  }
}

const isBegun = ({ reference, vehicle, weight }: TypedLine) =>
  [reference, vehicle, weight].some((each) => each.trim() !== '')

/** True if there is enough to be compared. */
export function isSettlementComplete(
  { buyer, day, how, table, lines }: SettlementDraft,
  language: Language,
): boolean {
  if (buyer.trim() === '' || !isDay(day)) return false
  if (how === 'paste') return table.trim() !== ''
  const begun = lines.filter(isBegun)
  return (
    begun.length > 0 && begun.every((line) => isDay(line.day) && 'kg' in parseWeight(line.weight, language))
  )
}
