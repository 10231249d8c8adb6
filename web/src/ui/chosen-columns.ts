/** The columns of a list that somebody reads, their order and widths, as their preferences hold them. Pure. */

export const columnWidths = ['narrow', 'medium', 'wide'] as const
export type ColumnWidth = (typeof columnWidths)[number]

/** The columns of one list as somebody chose them. A column that is not in it is new since then: it is shown, behind the others. */
export interface ChosenColumns {
  order: string[]
  hidden: string[]
  widths: Record<string, ColumnWidth>
}

/** A column as far as choosing goes. */
export interface Choosable {
  id: string
  /** It names the row, or is the weight: without it a row says nothing. */
  isNeeded: boolean
}

const nothing = (): ChosenColumns => ({ order: [], hidden: [], widths: {} })

/** Reads what was kept; what is no choice is left out, whoever wrote it. */
export function readChosen(kept: string | undefined): ChosenColumns {
  const found = kept === undefined ? undefined : parsed(kept)
  if (typeof found !== 'object' || found === null) return nothing()
  const { order, hidden, widths } = found as Partial<Record<keyof ChosenColumns, unknown>>
  const known = Object.entries(typeof widths === 'object' && widths !== null ? widths : {}).filter(
    (each): each is [string, ColumnWidth] => columnWidths.some((width) => width === each[1]),
  )
  return { order: words(order), hidden: words(hidden), widths: Object.fromEntries(known) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const words = (found: unknown): string[] =>
  Array.isArray(found) ? found.filter((each): each is string => typeof each === 'string') : []

/** Puts columns into the order that was chosen; those it does not name stay in theirs, behind the others. */
export function inChosenOrder<Column extends { id?: string | undefined }>(
  columns: readonly Column[],
  { order }: Pick<ChosenColumns, 'order'>,
): Column[] {
  const placeOf = ({ id = '' }: Column) => {
    const place = order.indexOf(id)
    return place < 0 ? order.length : place
  }
  return columns.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** True unless it was taken out of the list; one that a row needs never is. */
export const isShown = ({ id, isNeeded }: Choosable, { hidden }: Pick<ChosenColumns, 'hidden'>) =>
  isNeeded || !hidden.includes(id)

/** The ids with one of them moved by one place; at either end it stays. */
export function moved(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const from = ids.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= ids.length) return [...ids]
  const others = ids.filter((each) => each !== id)
  return others.toSpliced(to, 0, id)
}

/** The preference that holds a choice: undefined for one that changes nothing. */
export function choiceText(chosen: ChosenColumns): string | undefined {
  const isNothing =
    chosen.order.length === 0 && chosen.hidden.length === 0 && Object.keys(chosen.widths).length === 0
  return isNothing ? undefined : JSON.stringify(chosen)
}
