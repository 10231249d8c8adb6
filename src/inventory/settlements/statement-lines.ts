import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { parseInstant, formatDate } from '../../kernel/time.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import {
  date,
  isTotal,
  kilogramsOf,
  readPasted,
  text,
  weight,
  type Row,
} from '../../system/imports/imports.ts'
import { loadWords, ticketWords } from '../imports/load-words.ts'
import { withTitles } from '../imports/title-words.ts'
import { message } from '../../words/catalogue.ts'
import { MOST_LINES, type LineInput, type TrySettlementBody } from './schema.ts'
import type { StatedLine } from './settlement-rules.ts'

/** As long as a statement may be; what left in its days is compared with it. */
const MOST_DAYS = 366

const columns = withTitles({
  reference: text('Ticket', {
    aliases: ticketWords,
  }),
  date: date('Date', { aliases: loadWords.date, isRequired: true }),
  vehicle: text('Lorry', { aliases: loadWords.vehicle }),
  weight: weight('Net (kg)', {
    aliases: [...loadWords.net, 'Received weight', 'Delivered weight'],
    isRequired: true,
  }),
})

/**
 * The lines of a statement as the body has them: typed, or in a table, whose sums at the end are left out.
 *
 * @throws Refusal every fault of the table at once, with its row; with questions where a unit or a column is not clear
 */
export async function readSettlementLines(
  db: Kysely<Tables>,
  actor: Actor,
  { lines, table, mapping }: Pick<TrySettlementBody, 'lines' | 'table' | 'mapping'>,
): Promise<{ lines: LineInput[]; path: (line: number) => string; ignoredColumns: string[] }> {
  if (table === undefined || table === null || table.trim() === '')
    return { lines: lines ?? [], path: (line) => `lines[${line - 1}]`, ignoredColumns: [] }
  if (lines && lines.length > 0)
    refuseFaults([fault('table', message('tableIsBesideLines', {}), 'contradiction')])
  const asked = { text: table, columns, mapping: mapping ?? {}, most: MOST_LINES + 20 }
  const { rows: all, ignoredColumns } = await readPasted(db, actor, asked)
  const rows = all.filter((row) => row.aside === undefined && !isSum(row))
  refuseFaults(
    rows.flatMap((row) =>
      row.problems.map(({ column, reason, value }) =>
        fault(`table.row${row.number}`, message('cellIsWrong', { column, value, reason })),
      ),
    ),
  )
  const numbers = rows.map(({ number }) => number)
  return {
    lines: rows.map((row) => lineOf(row, actor)),
    path: (line) => `table.row${numbers[line - 1]}`,
    ignoredColumns,
  }
}

const isSum = ({ values, cells }: Row<typeof columns>) =>
  values.date === undefined && cells.some((cell) => isTotal(cell))

function lineOf({ values }: Row<typeof columns>, { countryISO }: Actor): LineInput {
  const kilograms = values.weight && kilogramsOf(values.weight, countryISO, undefined)
  return {
    reference: values.reference ?? '',
    dateISO: values.date ?? '',
    vehicle: values.vehicle ?? '',
    weight: kilograms ?? 0,
  }
}

/** The lines as they are matched, and all that is wrong with them. */
export function validateLines(
  { timeZone, now }: Actor,
  inputs: LineInput[],
  path: (line: number) => string,
): { lines: StatedLine[]; faults: Fault[] } {
  const faults: Fault[] = []
  if (inputs.length === 0) faults.push(fault('lines', message('linesAreNeeded', {}), 'required'))
  if (inputs.length > MOST_LINES)
    faults.push(fault('lines', message('hasTooManyLines', { limit: MOST_LINES }), 'maxItems'))
  const today = formatDate(now, timeZone)
  const lines = inputs.slice(0, MOST_LINES).map((input, index): StatedLine => {
    const at = path(index + 1)
    const instant = parseInstant(input.dateISO, timeZone)
    const day = instant ? formatDate(instant, timeZone) : ''
    if (!instant) faults.push(dateFault(`${at}.dateISO`))
    else if (day > today) faults.push(fault(`${at}.dateISO`, message('hasNotCome', { date: day }), 'future'))
    const grams = gramsFromKilograms(input.weight)
    if (grams <= 0) faults.push(fault(`${at}.weight`, message('isNoWeight', {}), 'exclusiveMinimum'))
    const reference = tidied(input.reference ?? '')
    return { line: index + 1, reference, day, vehicle: tidied(input.vehicle ?? ''), grams }
  })
  const days = lines.flatMap(({ day }) => (day === '' ? [] : [day])).toSorted()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  if (days.length > 1 && (Date.parse(last) - Date.parse(first)) / 86_400_000 > MOST_DAYS)
    faults.push(fault('lines', message('statementIsTooLong', { first, last }), 'invalid'))
  return { lines, faults }
}
