import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { forgetCached } from '../cache/cache.ts'
import { findCountry, inCapitals } from '../countries/countries.ts'
import { appendEvent } from '../events/append-event.ts'
import {
  problemAt,
  text,
  type ExportRow,
  type ImportKind,
  type Outcome,
  type Problem,
  type Row,
} from '../imports/imports.ts'
import { message } from '../../words/catalogue.ts'
import { commodityCountries, commodityTree, type GradeEntry } from './catalogue.ts'
import { MIXED_VARIETY } from './entries.ts'
import { findCommodityNamed, findGradeNamed, onlyTypeOf, commodityProblem } from './names.ts'
import { readType, typesGrown } from './read-type.ts'
import { readVarietyLists } from './reads.ts'

const columns = {
  country: text('Country', { aliases: ['Country code', 'Country ISO'] }),
  commodity: text('Commodity', { aliases: ['Crop'], isRequired: true }),
  type: text('Type', { aliases: ['Commodity type'] }),
  grade: text('Grade', { aliases: ['Commodity grade'], isRequired: true }),
  variety: text('Variety'),
}
/** The file of errors alone would leave its grades nothing but what was wrong. */
const SEND_ALL = message('sendWholeFile', {})

type VarietyRow = Row<typeof columns>

/** A variety's name is shown in lists. */
const MAX_NAME = 100

/**
 * The known varieties of grades. Each grade that the file names has from then on the varieties that the file gives it, and no
 * others; grades that it does not name keep theirs. All in one transaction: a list is never half old and half new.
 */
export const varietiesImport: ImportKind<typeof columns> = {
  kind: 'varieties',
  columns,
  isWhole: true,
  begin: () => {
    const lists = new Map<number, GradeList>()
    return (trx, actor, rows) => storeVarieties(trx, actor, rows, lists)
  },
}

/** Varieties that the file has given a grade so far. */
interface GradeList {
  grade: GradeEntry
  before: readonly string[]
  /** By its name in small letters. */
  varieties: Map<string, string>
}

async function storeVarieties(
  trx: Transaction,
  actor: Actor,
  rows: VarietyRow[],
  lists: Map<number, GradeList>,
): Promise<Outcome[]> {
  const stored = await readVarietyLists(trx, commodityCountries())
  const changed = new Set<GradeList>()
  const outcomes = rows.map((row): Outcome => {
    const { variety } = row.values
    const { grade, problems } = gradeOf(row, actor)
    const reference = [row.values.grade ?? '', variety ?? ''].filter((part) => part !== '').join(', ')
    if (!grade || row.problems.length + problems.length > 0)
      return {
        status: 'validation',
        reference,
        problems: [...row.problems, ...problems],
        message: [SEND_ALL],
      }
    const list = lists.get(grade.id) ?? {
      grade,
      before: stored.get(grade.id) ?? grade.varieties,
      varieties: new Map(),
    }
    lists.set(grade.id, list)
    changed.add(list)
    return addVariety(list, variety, reference)
  })
  await writeLists(
    trx,
    actor,
    [...changed].filter((list) => !isStored(stored, list)),
  )
  return outcomes
}

/** A file that is sent again says nothing new, and nobody is told anything. */
function isStored(stored: Map<number, readonly string[]>, { grade, varieties }: GradeList): boolean {
  return isDeepStrictEqual(stored.get(grade.id), [...varieties.values()])
}

function addVariety(
  { grade, before, varieties }: GradeList,
  variety: string | undefined,
  reference: string,
): Outcome {
  const id = String(grade.id)
  if (variety === undefined) {
    const hadNone = before.every((name) => name === MIXED_VARIETY)
    return hadNone
      ? { status: 'unchanged', id, reference, summary: message('gradeHadNone', {}) }
      : {
          status: 'success',
          id,
          reference,
          summary: message('gradeKeepsFile', {}),
        }
  }
  const key = variety.toLowerCase()
  // "Mixed" goes without saying.
  const isMixed = key === MIXED_VARIETY.toLowerCase()
  const isTwice = varieties.has(key)
  if (!isTwice && !isMixed) varieties.set(key, variety)
  const wasThere = isTwice || isMixed || before.some((name) => name.toLowerCase() === key)
  return wasThere
    ? { status: 'unchanged', id, reference, summary: message('varietyWasThere', {}) }
    : { status: 'success', id, reference, summary: message('varietyIsListed', {}) }
}

function gradeOf(row: VarietyRow, actor: Actor): { grade: GradeEntry | undefined; problems: Problem[] } {
  const { country, commodity, type, grade, variety } = row.values
  const countryISO = inCapitals(country ?? actor.countryISO)
  const reader = { countryISO, language: actor.language }
  const problems: Problem[] = []
  if (!findCountry(countryISO) || !commodityCountries().includes(countryISO))
    problems.push(problemAt(row, 'country', message('isNoCommodityCountry', {})))
  const found = commodity === undefined ? undefined : findCommodityNamed(commodity, countryISO)
  if (commodity !== undefined && !found)
    problems.push(problemAt(row, 'commodity', commodityProblem(commodity, reader)))
  const { type: said, problems: typeProblems } = readType(row, reader, found)
  const typed = said ?? (found && type === undefined ? onlyTypeOf(found.commodity.id, countryISO) : undefined)
  if (found && !typed && type === undefined)
    problems.push(
      problemAt(row, 'type', message('typeIsNeeded', { types: typesGrown(reader, found.commodity.id) })),
    )
  problems.push(...typeProblems)
  const graded = typed && grade !== undefined ? findGradeNamed(countryISO, typed, grade) : undefined
  const isOwn = graded?.countryISO === countryISO
  if (typed && grade !== undefined && !isOwn && problems.length === 0)
    problems.push(problemAt(row, 'grade', message('isNoGradeIn', { country: countryISO })))
  if (variety !== undefined && variety.length > MAX_NAME)
    problems.push(problemAt(row, 'variety', message('isTooLong', { limit: MAX_NAME })))
  return { grade: graded, problems }
}

async function writeLists(trx: Transaction, actor: Actor, lists: GradeList[]): Promise<void> {
  if (lists.length === 0) return
  const rows = lists.map(({ grade, varieties }) => ({
    country_iso: grade.countryISO,
    grade_id: grade.id,
    varieties: [...varieties.values()],
  }))
  await sql`
    insert into variety_lists (country_iso, grade_id, varieties, imported_by, imported_at)
    select country_iso, grade_id, varieties, ${actor.userId}::uuid, ${actor.now}::timestamptz
    from jsonb_populate_recordset(null::variety_lists, ${JSON.stringify(rows)}::jsonb)
    on conflict (country_iso, grade_id) do update
      set varieties = excluded.varieties, imported_by = excluded.imported_by, imported_at = excluded.imported_at`.execute(
    trx,
  )
  await forgetCached(trx, { prefixes: ['settings:'] })
  const countries = [...new Set(rows.map(({ country_iso }) => country_iso))].join(',')
  await appendEvent(trx, actor, {
    type: 'varieties.imported',
    subject: countries,
    data: { grades: rows.length },
  })
}

/** Every variety of every country, as the import takes them; a grade without any has a row without a variety. */
export async function* exportVarieties(db: Kysely<Tables>): AsyncGenerator<ExportRow<typeof columns>> {
  const lists = await readVarietyLists(db, commodityCountries())
  for (const country of commodityCountries()) {
    for (const { items } of commodityTree(country)) {
      for (const item of items) {
        for (const type of item.types) {
          for (const grade of type.grades) {
            const varieties = (lists.get(grade.id) ?? grade.varieties).filter(
              (name) => name !== MIXED_VARIETY,
            )
            const named = { country, commodity: item.name, type: type.name, grade: grade.name }
            if (varieties.length === 0) yield named
            for (const variety of varieties) yield { ...named, variety }
          }
        }
      }
    }
  }
}
