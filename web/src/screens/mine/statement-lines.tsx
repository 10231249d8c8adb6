import { useMemo } from 'react'
import type { OwnerStatement } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import type { Formats } from '../../i18n/make-formats.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { DataTable, type Columns } from '../../ui/data-table.tsx'
import { messages } from './messages.ts'

type Line = OwnerStatement['groups'][number]['lines'][number] & { grain: string; commodityId: number }

/** Every load, loss and find, the latest first: in the service's order, only turned round. */
export function StatementLines({ groups }: { groups: OwnerStatement['groups'] }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const rows = useMemo(
    () =>
      groups
        .flatMap(({ commodity, lines }) =>
          lines.map((line): Line => ({ ...line, grain: commodity.name, commodityId: commodity.id })),
        )
        .toReversed()
        .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0)),
    [groups],
  )
  const columns = useColumns()
  const what = useWhat()
  return (
    <div className="stack tight">
      <h2>{m.lines}</h2>
      {rows.length === 0 ? (
        <p className="panel pad quiet">{m.noLines}</p>
      ) : (
        <DataTable
          list="statement-lines"
          label={m.lines}
          columns={columns}
          rows={rows}
          compact={(line) => (
            <span className="compact-open">
              <span className="compact-words">
                <span className="strong">{what(line)}</span>
                <span className="quiet small">
                  {formats.moment(line.at)} · {line.grain}
                </span>
              </span>
              <span className="num compact-end">
                <span>{written(formats, line, 'signedStock', line.change)}</span>
                <span className="quiet small">{written(formats, line, 'exactStock', line.balance)}</span>
              </span>
            </span>
          )}
        />
      )}
    </div>
  )
}

/** A weight of a line, in the unit of its column or with its own. */
function written(formats: Formats, line: Line, as: 'signedStock' | 'exactStock', weight: number): string {
  const own = formats.of(line.commodityId)
  return own.cell(own[as](weight))
}

/** Describes an event in a few words: with whom, or why and who bears it. */
function useWhat(): (line: Line) => string {
  const m = useMessages(messages)
  return useMemo(
    () =>
      ({ kind, party, reason, payer }) => {
        if (kind === 'loss' || kind === 'gain') {
          const why = say(m[kind], { reason })
          return payer === '' ? why : `${why}, ${m[payer]}`
        }
        const name = m[kind]
        return party === '' ? name : `${name} · ${party}`
      },
    [m],
  )
}

function useColumns(): Columns<Line> {
  const m = useMessages(messages)
  const formats = useFormats()
  const what = useWhat()
  return useMemo(() => {
    const columns: Columns<Line> = [
      { id: 'at', header: m.when, enableSorting: false, cell: ({ row }) => formats.moment(row.original.at) },
      { id: 'grain', header: m.grain, enableSorting: false, cell: ({ row }) => row.original.grain },
      { id: 'what', header: m.what, enableSorting: false, cell: ({ row }) => what(row.original) },
      {
        id: 'lorry',
        header: m.lorry,
        enableSorting: false,
        cell: ({ row }) => [row.original.vehicle, row.original.reference].filter(Boolean).join(' · '),
      },
      {
        id: 'change',
        header: m.change,
        enableSorting: false,
        meta: { isNumber: true },
        cell: ({ row }) => written(formats, row.original, 'signedStock', row.original.change),
      },
      {
        id: 'balance',
        header: m.after,
        enableSorting: false,
        meta: { isNumber: true, stays: true },
        cell: ({ row }) => written(formats, row.original, 'exactStock', row.original.balance),
      },
    ]
    return columns
  }, [m, formats, what])
}
