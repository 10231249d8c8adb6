import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { cellsOf, type TableCell, type TableColumns, type TableFile } from '../../http/table.ts'
import { dateFault, fault, notFound, refuseFaults } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { dayAlone, parseInstant, parseInstantEnd } from '../../kernel/time.ts'
import { namedCommodity } from '../../system/commodities/named-ids.ts'
import { message } from '../../words/catalogue.ts'
import { readFigures } from './figures.ts'
import { inKilograms, registerOf, totalOf, type ContractDays } from './register-rules.ts'
import type { Register, RegisterQuery } from './schema.ts'

/** So many days are answered by one request: a year. */
const MOST_DAYS = 400

/**
 * The daily register: of each day and commodity what came, went, was lost and found, and what lay there at its close and whose it was. Its figures
 * are the ledger's, to the gram (rules.md §14).
 *
 * @throws Refusal `invalid_input` for what is no day, an end before the start and more than 400 days; `not_found` for a store that is not the caller's
 */
export function readRegister(db: Kysely<Tables>, actor: Actor, query: RegisterQuery): Promise<Register> {
  const { organisationId, timeZone, countryISO } = actor
  const { from, before, days } = spanOf(actor, query)
  const { storageId, commodityId } = query
  return inOneMoment(db, async (moment) => {
    const storage = storageId === undefined ? { id: '', name: '' } : await getStore(moment, actor, storageId)
    const asked = { organisationId, timeZone, from, before, storageId, commodityId }
    const figures = await readFigures(moment, asked)
    const commodities = registerOf(organisationId, days, figures, await findContractDays(moment, actor))
    return {
      from: days[0] ?? '',
      to: days.at(-1) ?? '',
      storage,
      commodities: commodities.map(({ commodityId: id, lines }) => ({
        commodity: namedCommodity(countryISO, id),
        total: inKilograms(totalOf(lines)),
        days: lines.map(({ day, ...sums }) => ({ day, ...inKilograms(sums) })),
      })),
    }
  })
}

function spanOf({ timeZone }: Actor, query: RegisterQuery): { from: Date; before: Date; days: string[] } {
  const [first] = dayAlone(query.from, timeZone)
  const [last] = dayAlone(query.to, timeZone)
  const from = first === undefined ? undefined : parseInstant(first, timeZone)
  const end = last === undefined ? undefined : parseInstantEnd(last, timeZone)
  refuseFaults([...(from ? [] : [dateFault('from')]), ...(end ? [] : [dateFault('to')])])
  if (!from || !end || first === undefined || last === undefined)
    throw new Error('unreachable: the faults were refused')
  const count = Temporal.PlainDate.from(first).until(last, { largestUnit: 'days' }).days + 1
  refuseFaults([
    ...(count < 1 ? [fault('to', message('isBeforeStart', { start: 'from' }), 'minimum')] : []),
    ...(count > MOST_DAYS
      ? [fault('to', message('hasTooManyDates', { count, limit: MOST_DAYS }), 'maximum')]
      : []),
  ])
  const days = Array.from({ length: count }, (_day, index) =>
    Temporal.PlainDate.from(first).add({ days: index }).toString(),
  )
  return { from, before: new Date(end.getTime() + 1), days }
}

async function getStore(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  id: string,
): Promise<{ id: string; name: string }> {
  const store = isId(id)
    ? await db
        .selectFrom('storages')
        .select(['id', 'name'])
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!store) throw notFound('storage location', id)
  return store
}

/** The storage contracts of the caller's stores, by the days on which they run. */
export async function findContractDays(
  db: Kysely<Tables>,
  { organisationId, timeZone }: Actor,
): Promise<ContractDays[]> {
  const { rows } = await sql<ContractDays>`
    select owner_id as "ownerId", commodity_id as "commodityId", type_id as "typeId",
      (start_at at time zone ${timeZone})::date::text as "firstDay", (end_at at time zone ${timeZone})::date::text as "lastDay"
    from storage_contracts where storer_id = ${organisationId}`.execute(db)
  return rows
}

interface RegisterRow {
  register: Register
  commodity: string
  line: Register['commodities'][number]['days'][number]
}

/** The register as CSV: a row of each day and commodity. */
export function registerTable(db: Kysely<Tables>, actor: Actor, query: RegisterQuery): TableFile {
  async function* rows(): AsyncGenerator<TableCell[]> {
    const register = await readRegister(db, actor, query)
    for (const { commodity, days } of register.commodities)
      for (const line of days)
        yield cellsOf(columns, { register, commodity: commodity.name, line }, actor.timeZone)
  }
  return { fileName: 'daily-register', columns: Object.keys(columns), rows: rows() }
}

const columns: TableColumns<RegisterRow> = {
  date: ({ line }) => line.day,
  storage: ({ register }) => register.storage.name,
  commodity: ({ commodity }) => commodity,
  opening: ({ line }) => line.opening,
  inOwn: ({ line }) => line.inOwn,
  inOthers: ({ line }) => line.inOthers,
  out: ({ line }) => line.out,
  lost: ({ line }) => line.lost,
  found: ({ line }) => line.found,
  closing: ({ line }) => line.closing,
  ownedWeight: ({ line }) => line.owned,
  ofOthers: ({ line }) => line.ofOthers,
  underContract: ({ line }) => line.underContract,
}
