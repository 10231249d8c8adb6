import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { cellsOf, type TableCell, type TableColumns, type TableFile } from '../../http/table.ts'
import { message } from '../../words/catalogue.ts'
import { render, type Reader } from '../../words/render.ts'
import type { Covered } from './assurance-rules.ts'
import { findAllPartners } from './queries.ts'
import type { Partner, PartnersQuery } from './schema.ts'

/** The partners that a query finds as a table, one a row, whatever page it asks for. */
export function partnerTable(db: Kysely<Tables>, actor: Actor, query: PartnersQuery): TableFile {
  const columns = columnsFor(actor)
  async function* rows(): AsyncGenerator<TableCell[]> {
    for (const partner of await findAllPartners(db, actor, query))
      yield cellsOf(columns, partner, actor.timeZone)
  }
  return { fileName: 'partners', columns: Object.keys(columns), rows: rows() }
}

function columnsFor(reader: Reader): TableColumns<Partner> {
  const line = (data: { scheme: string; number: string; covers: Covered | null; until: string | null }) =>
    render(message('assuranceLine', data), reader)
  return {
    id: ({ id }) => id,
    partner: ({ name }) => name,
    otherIds: ({ otherIds }) => otherIds.join(', '),
    taxNumber: ({ taxNumber }) => taxNumber,
    ngrNumber: ({ ngrNumber }) => ngrNumber,
    vehicles: ({ vehicles }) => vehicles.join(', '),
    assurances: ({ assurances }) =>
      assurances.map(({ untilISO: until, ...each }) => line({ ...each, until })).join('; '),
    declarations: ({ declarations }) =>
      declarations
        .map(({ name, untilISO: until }) => line({ scheme: name, number: '', covers: null, until }))
        .join('; '),
    firstExpiry: ({ expiries: [first] }) => (first ? { wall: first.untilISO } : ''),
  }
}
