import { sql } from 'kysely'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { nameKey } from '../../../kernel/names.ts'
import { problemAt, type Problem } from '../../../system/imports/imports.ts'
import { message } from '../../../words/catalogue.ts'
import { findPlacesWithBays } from '../../records/find-places.ts'
import { askedPlace, findPlaces, findUnits, readPlace } from '../existing-places.ts'
import { readBay } from '../read-bay.ts'
import type { CountSheetRow } from './count-columns.ts'

/** A bay with its store. */
export interface BayOfStore {
  id: number
  name: string
  storageName: string
}

interface NamedBay {
  bay: BayOfStore | undefined
  problems: Problem[]
}

/** The bay that each row means: by its store, or, without one, by a name that one bay alone has. */
export async function findNamedBays(
  trx: Transaction,
  actor: Actor,
  rows: CountSheetRow[],
  among?: BayOfStore[],
): Promise<NamedBay[]> {
  const units = await findUnits(trx, actor)
  const stores = await findPlaces(
    trx,
    actor,
    'store',
    rows.map(({ values }) => askedPlace(values.store, values.businessUnit, units)),
  )
  const own = await findPlacesWithBays(trx, actor, [...new Set(stores.flat().map(({ id }) => id))])
  const isAnyWithout = rows.some(({ values }) => values.store === undefined)
  const bays = among ?? (isAnyWithout ? await findOwnBays(trx, actor) : [])
  return rows.map((row, index): NamedBay => {
    if (row.values.store === undefined) return bayNamed(row, bays)
    const { place, problems } = readPlace(row, 'store', stores[index] ?? [], units)
    const store = place && own.get(place.id)
    const read = readBay(row, 'bay', store)
    return {
      bay: read.bay && { ...read.bay, storageName: store?.storageName ?? '' },
      problems: [...problems, ...read.problems],
    }
  })
}

function bayNamed(row: CountSheetRow, bays: BayOfStore[]): NamedBay {
  const said = row.values.bay
  if (said === undefined)
    return { bay: undefined, problems: [problemAt(row, 'bay', message('isNeeded', {}), 'required')] }
  const found = bays.filter(({ name }) => nameKey(name) === nameKey(said))
  const [bay, another] = found
  if (bay && !another) return { bay, problems: [] }
  const reason = bay
    ? message('isBayOfSeveral', { stores: found.map(({ storageName }) => storageName) })
    : message('isNoBayNamed', {})
  return { bay: undefined, problems: [problemAt(row, 'bay', reason, bay ? 'ambiguous' : 'unknown_bay')] }
}

async function findOwnBays(trx: Transaction, { organisationId }: Actor): Promise<BayOfStore[]> {
  const { rows } = await sql<BayOfStore>`
    select b.id, b.name, s.name as "storageName" from bays b join storages s on s.id = b.storage_id
    where b.organisation_id = ${organisationId} and s.type = 'store' order by lower(s.name) collate "C", b.id`.execute(
    trx,
  )
  return rows
}
