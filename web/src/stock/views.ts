/** The searches that somebody has kept under names, as they stand in the preferences. Pure. */

const MOST_VIEWS = 100

/** Screens whose searches can be kept. */
export const viewScreens = ['/stock', '/movements', '/reports'] as const
export type ViewScreen = (typeof viewScreens)[number]

/** A search with its filters and its order, by the name that somebody gave it. */
export interface View {
  screen: ViewScreen
  name: string
  search: Record<string, string>
}

/** Reads what was kept; what is no view is left out, whoever wrote it. */
export function readViews(kept: string | undefined): View[] {
  const found: unknown = kept === undefined ? [] : parsed(kept)
  return Array.isArray(found) ? found.filter(isView) : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}

function isView(each: Partial<Record<keyof View, unknown>> | null): each is View {
  if (typeof each !== 'object' || each === null) return false
  const { screen, name, search } = each
  return (
    viewScreens.some((known) => known === screen) &&
    typeof name === 'string' &&
    name !== '' &&
    typeof search === 'object' &&
    search !== null &&
    Object.values(search).every((value) => typeof value === 'string')
  )
}

const isSame = (a: Pick<View, 'screen' | 'name'>, b: Pick<View, 'screen' | 'name'>) =>
  a.screen === b.screen && a.name.toLowerCase() === b.name.toLowerCase()

/** With one more, which takes the place of one of its name; by name. */
export const withView = (views: readonly View[], view: View): View[] =>
  [...views.filter((each) => !isSame(each, view)), view]
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .slice(0, MOST_VIEWS)

export const withoutView = (views: readonly View[], view: View): View[] =>
  views.filter((each) => !isSame(each, view))
