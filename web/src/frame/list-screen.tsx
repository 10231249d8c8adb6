import type { ReactNode } from 'react'
import { useMessages } from '../i18n/messages.ts'
import { FilterSheet } from '../ui/filter-sheet.tsx'
import { listMessages } from '../ui/list-messages.ts'
import { Narrowed } from '../ui/narrowed.tsx'
import { Failed } from '../ui/parts.tsx'

interface Props {
  /** The way to the screen that this one is part of. */
  back?: ReactNode
  title: string
  /** Sums of the whole list, in words; undefined until they are known. */
  sums: string | undefined
  /** The search behind it, and the rows that were read so far. */
  found: { error: Error | null; data: unknown; dataUpdatedAt: number; refetch: () => Promise<unknown> }
  rows: readonly unknown[]
  /** Filters of the list: the number that are set, and the choices. */
  filters: { set: number; choices: ReactNode }
  /** Buttons beside the title. */
  actions?: ReactNode
  /** Stands above the list. */
  above?: ReactNode
  /** Stands in place of the list where nothing was entered yet; a filter can find nothing there. */
  none?: ReactNode
  /** Advice on finding more, where the filters leave nothing. */
  nothing: ReactNode
  children: ReactNode
}

/** A screen that is one list: what it sums up to, what narrows it, its rows, and what to do where there are none. */
export function ListScreen(props: Props) {
  const { back, title, sums, found, rows, filters, actions, above, none, nothing, children } = props
  const m = useMessages(listMessages)
  const isFailed = found.error !== null && found.data === undefined
  return (
    <>
      <header className="top">
        <div>
          {back}
          <h1>{title}</h1>
          <p className="quiet">{sums ?? ' '}</p>
        </div>
        {!none && (
          <div className="bar">
            <FilterSheet count={filters.set}>{filters.choices}</FilterSheet>
            {actions}
          </div>
        )}
      </header>
      {above}
      {isFailed ? (
        <Failed error={found.error} again={() => void found.refetch()} />
      ) : (
        none || (
          <Narrowed
            label={m.filters}
            by={filters.choices}
            count={found.data === undefined ? undefined : rows.length}
            nothing={nothing}
          >
            {children}
          </Narrowed>
        )
      )}
    </>
  )
}
