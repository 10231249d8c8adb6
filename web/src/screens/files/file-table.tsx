import { useMemo } from 'react'
import type { ListedFile } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { orderOf, type ChangeFilters } from '../../stock/filters.ts'
import { DataTable, type Columns } from '../../ui/data-table.tsx'
import { fileFilters, sizeText, type FileFilters } from './filters.ts'
import { messages } from './messages.ts'

interface Props {
  rows: ListedFile[]
  filters: FileFilters
  open: string | undefined
  change: ChangeFilters
  onEnd: () => void
}

/** Files as rows, sorted by the service; on a phone each in two lines. */
export function FileTable({ rows, filters, open, change, onEnd }: Props) {
  const m = useMessages(messages)
  const columns = useColumns(change)
  return (
    <DataTable
      list="files"
      label={m.title}
      columns={columns}
      rows={rows}
      onEnd={onEnd}
      onOpen={({ id }) => change({ open: id })}
      isOpen={({ id }) => id === open}
      order={orderOf(filters, fileFilters.sortable, change)}
      compact={(row) => <Compact file={row} onOpen={() => change({ open: row.id })} />}
    />
  )
}

function Compact({ file, onOpen }: { file: ListedFile; onOpen: () => void }) {
  const formats = useFormats()
  const language = useLanguage()
  const seenBy = useSeenBy()
  return (
    <button type="button" className="compact-open" onClick={onOpen}>
      <span className="compact-words">
        <span className="strong">{file.info.name}</span>
        <span className="quiet small">{[file.info.userName, seenBy(file)].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="compact-end small num">
        <span>{sizeText(file.sizeBytes, language)}</span>
        <span className="quiet">{formats.dayMonth(formats.dayOf(file.info.createdAtUTC))}</span>
      </span>
    </button>
  )
}

/** Describes in a few words who may see a file. */
export function useSeenBy(): (file: ListedFile) => string {
  const m = useMessages(messages)
  const { organisation } = useMe()
  return ({ info, organisationName, sharedWith }) => {
    if (info.organisationId !== organisation.id) return say(m.sharedBy, { organisation: organisationName })
    if (sharedWith.length === 0) return m.onlyUs
    return say(m.usAnd, { organisations: sharedWith.map(({ name }) => name).join(', ') })
  }
}

/** Names the kind of a file's bytes as people do. */
export function kindOf(contentType: string): 'picture' | 'pdf' | 'film' | 'other' {
  if (contentType.startsWith('image/')) return 'picture'
  if (contentType.startsWith('video/')) return 'film'
  return contentType === 'application/pdf' ? 'pdf' : 'other'
}

function useColumns(change: ChangeFilters): Columns<ListedFile> {
  const m = useMessages(messages)
  const formats = useFormats()
  const language = useLanguage()
  const seenBy = useSeenBy()
  return useMemo(() => {
    const columns: Columns<ListedFile> = [
      {
        id: 'name',
        header: m.name,
        cell: ({ row: { original } }) => (
          <button
            type="button"
            className="cell-link file-open"
            onClick={(event) => {
              event.stopPropagation()
              change({ open: original.id })
            }}
          >
            {original.info.name}
          </button>
        ),
      },
      { id: 'kind', header: m.kind, cell: ({ row }) => m[kindOf(row.original.info.contentType)] },
      {
        id: 'sizeBytes',
        header: m.size,
        meta: { isNumber: true, stays: true },
        cell: ({ row }) => sizeText(row.original.sizeBytes, language),
      },
      { id: 'userName', header: m.by, cell: ({ row }) => row.original.info.userName },
      {
        id: 'createdAtUTC',
        header: m.when,
        cell: ({ row }) => formats.moment(row.original.info.createdAtUTC),
      },
      {
        id: 'seenBy',
        header: m.seenBy,
        cell: ({ row: { original } }) => <span className="file-seen">{seenBy(original)}</span>,
      },
    ]
    return columns
    // The words of who sees a file change with the language, as all others here do.
  }, [m, formats, language, change, seenBy])
}
