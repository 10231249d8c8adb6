import type { Facet } from '../api/operations.ts'
import { useMessages } from '../i18n/messages.ts'
import { listMessages } from '../ui/list-messages.ts'
import { Terms } from '../ui/terms.tsx'
import type { ChangeFilters } from './filters.ts'

/** More than one looks through; what is ticked stays whatever its place. */
const MOST_TERMS = 12

interface Props<Name extends string> {
  /** In their order, as the service calls them. */
  names: readonly Name[]
  labels: Record<Name, string>
  /** Ticked values of each. */
  ticked: Partial<Record<Name, string>>
  /** As the service counted them. */
  facets: Facet[]
  change: ChangeFilters
  /** Returns the name of a term, if the reader's language has another word for it. */
  termName?: (name: Name, id: string) => string | undefined
}

/** The facets of a list that part it or are set, each with what one would get. */
export function FacetTerms<Name extends string>(props: Props<Name>) {
  const { names, labels, ticked, facets, change, termName } = props
  return names.map((name) => {
    const value: string | undefined = ticked[name]
    const chosen = new Set(value?.split(','))
    const terms = (facets.find((each) => each.name === name)?.terms ?? [])
      .filter(({ id, hits }) => Number(hits) > 0 || chosen.has(id))
      .filter(({ id }, index) => index < MOST_TERMS || chosen.has(id))
    if (terms.length < 2 && value === undefined) return null
    return (
      <Terms
        key={name}
        label={labels[name]}
        value={value}
        terms={terms.map((term) => ({
          id: term.id,
          name: termName?.(name, term.id) ?? term.name,
          hits: Number(term.hits),
        }))}
        onChange={(next) => change({ [name]: next })}
      />
    )
  })
}

/** Takes away all that is ticked; nothing where nothing is. */
export function ClearFacets<Name extends string>(props: Pick<Props<Name>, 'names' | 'ticked' | 'change'>) {
  const { names, ticked, change } = props
  const words = useMessages(listMessages)
  if (Object.keys(ticked).length === 0) return null
  return (
    <button
      type="button"
      className="button"
      onClick={() => change(Object.fromEntries(names.map((name) => [name, undefined])))}
    >
      {words.clear}
    </button>
  )
}
