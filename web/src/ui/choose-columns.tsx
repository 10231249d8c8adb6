import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type CSSProperties } from 'react'
import { preferencesQuery, preferred } from '../api/preferences.ts'
import { useMessages } from '../i18n/messages.ts'
import { inChosenOrder, isShown, readChosen, type Choosable, type ChosenColumns } from './chosen-columns.ts'
import { lazily } from './lazily.tsx'
import { listMessages } from './list-messages.ts'

const ColumnsDialog = lazily(async () => (await import('./columns-dialog.tsx')).ColumnsDialog)

/** The preference that has the choice for a list. */
export const preferenceOf = (list: string) => `columns.${list}`

/** The columns that whoever is signed in chose for a list, on every device. */
export function useChosenColumns(list: string | undefined): ChosenColumns {
  const { data } = useQuery(preferencesQuery)
  const kept = list === undefined ? undefined : preferred(data, preferenceOf(list))
  return useMemo(() => readChosen(kept), [kept])
}

/** A column as it is called above it. */
export interface NamedColumn extends Choosable {
  label: string
}

/** Styles of cells, by the ids of columns whose width was chosen. */
export type Widths = Record<string, CSSProperties | undefined>

const sizes = { narrow: '7rem', medium: '14rem', wide: '24rem' }

/**
 * Arranges columns as their reader chose. One without a name above it, such as that of ticks, keeps its place; the first with a name, the weight
 * and those with totals or their labels are always shown, since a row without them says nothing.
 */
export function useArranged<Column extends { id?: string; header?: unknown; meta?: object }>(
  list: string | undefined,
  columns: Column[],
  totalled: readonly string[],
) {
  const totals = totalled.join(' ')
  const chosen = useChosenColumns(list)
  return useMemo(() => {
    const isNamed = ({ header }: Column) => typeof header === 'string'
    const named = columns.filter(isNamed)
    const choosable = named.map(({ id = '', header, meta = {} }, index): NamedColumn => {
      const hasTotal = totals.split(' ').includes(id)
      const isNeeded = index === 0 || hasTotal || Reflect.get(meta, 'stays') === true
      return { id, label: String(header), isNeeded }
    })
    const ordered = inChosenOrder(named, chosen).values()
    const hidden = new Set(choosable.filter((each) => !isShown(each, chosen)).map(({ id }) => id))
    const placed = columns.map((column) => (isNamed(column) ? (ordered.next().value ?? column) : column))
    const widths: Widths = {}
    for (const [id, width] of Object.entries(chosen.widths))
      widths[id] = { width: sizes[width], minWidth: sizes[width], '--cell': sizes[width] } as CSSProperties
    return { columns: placed.filter(({ id = '' }) => !hidden.has(id)), choosable, widths }
  }, [columns, chosen, totals])
}

interface Props {
  list: string
  /** Those that can be chosen, in the order in which the list has them by itself. */
  columns: NamedColumn[]
}

/** The button that lets the reader of a list choose its columns. */
export function ChooseColumns(props: Props) {
  const m = useMessages(listMessages)
  const [isOpen, open] = useState(false)
  return (
    <>
      <button type="button" className="button columns-button" onClick={() => open(true)}>
        {m.columns}
      </button>
      {isOpen && <ColumnsDialog {...props} onClose={() => open(false)} />}
    </>
  )
}
