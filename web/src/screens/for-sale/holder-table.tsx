import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { DataTable, type Columns } from '../../ui/data-table.tsx'
import { holderMessages } from './holder-messages.ts'
import type { Holder } from './queries.ts'

interface Props {
  holders: Holder[]
  grain: string
  /** Of the grain that is asked for; undefined where all is. */
  commodityName: string | undefined
  /** The organisations in which there is somebody to write to. */
  writable: ReadonlySet<string>
}

/** The owners of a grain, each with what of it they have that the reader may see, and how to write to them. */
export function HolderTable(props: Props) {
  const m = useMessages(holderMessages)
  const columns = useColumns(props)
  return (
    <DataTable
      label={m.title}
      columns={columns}
      rows={props.holders}
      compact={(holder) => <Compact holder={holder} {...props} />}
    />
  )
}

function Has({ holder }: { holder: Holder }) {
  const m = useMessages(holderMessages)
  return holder.hasSome ? <span className="badge good">{m.has}</span> : <span className="quiet">{m.had}</span>
}

type ActProps = { holder: Holder } & Pick<Props, 'grain' | 'writable'>

/** To the stock of theirs that the reader may see, and to a message. */
function Act({ holder: { id, name }, grain, writable }: ActProps) {
  const m = useMessages(holderMessages)
  const { organisation } = useMe()
  const [commodity] = grain.split('.')
  const search = {
    place: 'all',
    empty: '1',
    'f:organisationId': id,
    ...(commodity && { 'f:commodity': commodity }),
  }
  return (
    <span className="sale-act">
      <Link to="/stock" search={search} className="text-link">
        {m.see}
      </Link>
      {writable.has(id) && id !== organisation.id && (
        <Link
          to="/messages"
          search={{ to: 'somebody', find: name }}
          className="text-link"
          aria-label={say(m.writeTo, { name })}
        >
          {m.write}
        </Link>
      )}
    </span>
  )
}

function Name({ holder }: { holder: Holder }) {
  const m = useMessages(holderMessages)
  const { organisation } = useMe()
  return (
    <span className="strong">
      {holder.name}
      {holder.id === organisation.id && <span className="quiet small"> {m.ours}</span>}
    </span>
  )
}

/** Of the grain that is asked for. */
const cropOf = (grain: string) => Number(grain.split('.')[0]) || undefined

function Compact({ holder, grain, writable }: ActProps) {
  const formats = useFormats(cropOf(grain))
  return (
    <>
      <span>
        <Name holder={holder} />
        <Act holder={holder} grain={grain} writable={writable} />
      </span>
      <span className="num">
        <span>{formats.stockWeight(holder.weight)}</span>
        <Has holder={holder} />
      </span>
    </>
  )
}

function useColumns({ grain, commodityName, writable }: Props): Columns<Holder> {
  const m = useMessages(holderMessages, cropOf(grain))
  const formats = useFormats(cropOf(grain))
  return useMemo(() => {
    const columns: Columns<Holder> = [
      {
        id: 'organisation',
        header: m.organisation,
        accessorFn: ({ name }) => name.toLowerCase(),
        sortFn: 'basic',
        cell: ({ row }) => <Name holder={row.original} />,
      },
      {
        id: 'standing',
        header: m.standing,
        accessorFn: ({ hasSome }) => Number(hasSome),
        sortFn: 'basic',
        cell: ({ row }) => <Has holder={row.original} />,
      },
      {
        id: 'weight',
        header: commodityName === undefined ? m.weight : say(m.weightOf, { grain: commodityName }),
        accessorFn: ({ weight }) => weight,
        sortFn: 'basic',
        meta: { isNumber: true, stays: true },
        cell: ({ row }) => formats.stock(row.original.weight),
      },
      {
        id: 'act',
        header: () => <span className="hidden">{m.act}</span>,
        enableSorting: false,
        cell: ({ row }) => <Act holder={row.original} grain={grain} writable={writable} />,
      },
    ]
    return columns
  }, [m, formats, grain, commodityName, writable])
}
