import type { Fault } from '../../../kernel/errors.ts'
import { problemsOf } from '../validate-rows.ts'
import type { ReadTrade } from './read-trade.ts'

/** Which columns of a row the paths of a contract's body come from. */
const tradePaths: Record<string, string> = {
  kind: 'kind',
  status: 'status',
  'partner.id': 'partnerId',
  'partner.name': 'partner',
  'commodity.id': 'commodity',
  'commodity.type': 'type',
  'commodity.grade': 'grade',
  'commodity.tags': 'commodityTags',
  weight: 'weight',
  reference: 'reference',
  partnerReference: 'partnerReference',
  varieties: 'variety',
  harvestYear: 'harvestYear',
  'tolerance.percentage': 'tolerance',
  'tolerance.option': 'toleranceOption',
  windows: 'windowWeight',
  'windows.fromISO': 'from',
  'windows.toISO': 'to',
  'windows.weight': 'windowWeight',
  'delivery.terms': 'delivery',
  'delivery.storageId': 'store',
  'final.weight': 'weightFinal',
  'final.quality': 'qualityFinal',
  'price.kind': 'priceKind',
  'price.amount': 'price',
  'price.currency': 'currency',
  'price.unit': 'priceUnit',
  notes: 'notes',
}

/** The column that shows a term of a contract. */
export const columnOfTerm = (field: string): string =>
  ({
    partner: 'partner',
    varieties: 'variety',
    windows: 'windowWeight',
    delivery: 'delivery',
    final: 'weightFinal',
  })[field] ?? field

/** Adds faults of a contract's body to its rows: those of a window to the row of the window, all others to the first. */
export function blameFaults({ rows, windowRows, problems }: ReadTrade, faults: Fault[]): void {
  const rowOf = ({ path }: Fault) => {
    const [, index] = /^windows\[(\d+)\]/.exec(path) ?? []
    return (index === undefined ? undefined : windowRows[Number(index)]) ?? rows[0]
  }
  for (const [row, its] of Map.groupBy(faults, rowOf))
    if (row) problems.set(row, problemsOf(row, problems.get(row) ?? [], its, tradePaths))
}
