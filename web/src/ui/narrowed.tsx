import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'
import { Skeleton } from './parts.tsx'

interface Props {
  /** Label of the filters, in a word. */
  label: string
  by: ReactNode
  /** Number of rows found; undefined until that is known. */
  count: number | undefined
  /** Stands where none was found. */
  nothing: ReactNode
  children: ReactNode
}

/** A list beside what it is narrowed by. */
export function Narrowed({ label, by, count, nothing, children }: Props) {
  return (
    <div className="narrowed">
      <aside className="panel pad narrow-by" aria-label={label}>
        {by}
      </aside>
      {count === undefined ? <Skeleton rows={4} /> : count === 0 ? nothing : children}
    </div>
  )
}

/** Says that nothing was found, and what would find more. */
export function NothingFound({
  title,
  hint,
  children,
}: {
  title: string
  hint: string
  children?: ReactNode
}) {
  return (
    <div className="panel nothing">
      <h2>{title}</h2>
      <p className="quiet">{hint}</p>
      {children}
    </div>
  )
}

/** Explains, while nothing was ever entered, what it is for, and how to begin. */
export function NothingYet(props: { icon: IconName; title: string; hint: string; children?: ReactNode }) {
  const { icon, title, hint, children } = props
  return (
    <div className="panel nothing">
      <Icon name={icon} size={40} />
      <h2>{title}</h2>
      <p className="quiet readable">{hint}</p>
      {children}
    </div>
  )
}
