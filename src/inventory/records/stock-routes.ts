import Type from 'typebox'
import type { Actor } from '../../http/actor.ts'
import { read, type Operation } from '../../http/operation.ts'
import { Format, closed, DateText, described, TraceFormat } from '../../http/validate/schema.ts'
import { dateFault, refuseFaults } from '../../kernel/errors.ts'
import { parseInstantEnd } from '../../kernel/time.ts'
import { PositionSeries, readPositionSeries, SeriesQuery } from './position-series.ts'
import { Position, positionTable, readPosition } from './position.ts'
import { RecordIdParam } from './schema.ts'
import { movementsIn, recordEpcis } from './trace/epcis.ts'
import { findLoadSources } from './load-sources.ts'
import { traceVisibleRecord } from './trace/trace-record.ts'
import { RecordTrace } from './trace/trace-schema.ts'
import { tableFor } from '../table-for.ts'

const at = {
  at: Type.Optional(
    described(
      DateText,
      'Past or future; by default now. A date alone is the whole of that day in your time zone: 2026-08-31 is the close of 31 August. ' +
        'A time is that instant, included. The answer repeats as `at` the instant that was meant.',
    ),
  ),
}

/** Stock over all records: what it is made of, where it went, and all of it on one date. */
export const stockOperations: Operation[] = [
  read(
    {
      path: '/records/:id/trace',
      title: 'Trace a record',
      description:
        'What a parcel is made of (fields, senders, intakes) and where all that was ever in it has gone, in kilograms and in shares ' +
        'that add up to 100. What leaves blended stock takes every part in proportion. Of a planting: where its grain went.',
      permission: 'stock:read',
      fromReplica: true,
      params: RecordIdParam,
      query: closed({ ...at, ...TraceFormat }),
      result: RecordTrace,
      async epcis(db, actor, { params, query }) {
        const trace = await traceVisibleRecord(db, actor, params.id, momentOf(actor, query.at))
        return recordEpcis(trace, actor, await findLoadSources(db, actor, movementsIn(trace)))
      },
    },
    (db, actor, { params, query }) => traceVisibleRecord(db, actor, params.id, momentOf(actor, query.at)),
  ),
  read(
    {
      path: '/position',
      title: 'Position on a date',
      description:
        'All stock that you own, in your own stores or in others, and all that you keep for others, at any moment: a line for each ' +
        'parcel that is not 0, with sums. Future moments count what is planned until then. Kilograms. Standing crops are not stock.',
      permission: 'stock:read',
      fromReplica: true,
      query: closed({ ...at, ...Format }),
      result: Position,
      table: (db, actor, { query }) => tableFor(positionTable(db, actor, momentOf(actor, query.at)), actor),
    },
    (db, actor, { query }) => readPosition(db, actor, momentOf(actor, query.at)),
  ),
  read(
    {
      path: '/position/series',
      title: 'Position over time',
      description:
        'What the position says at the close of each of several days, at most 400, in one request: all stock that you own and all that you keep ' +
        'for others, as a whole and by commodity, harvest year, owner, store or bay. Days to come count what is planned until then. Kilograms.',
      permission: 'stock:read',
      fromReplica: true,
      query: SeriesQuery,
      result: PositionSeries,
    },
    (db, actor, { query }) => readPositionSeries(db, actor, query),
  ),
]

function momentOf({ now, timeZone }: Actor, text: string | undefined): Date {
  const moment = text === undefined ? now : parseInstantEnd(text, timeZone)
  if (!moment) refuseFaults([dateFault('at')])
  return moment
}
