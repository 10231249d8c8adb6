import { Fragment } from 'react'

/** A sentence of figures: it is broken between its clauses, and no figure is parted from its unit. */
export function Clauses({ text }: { text: string }) {
  return text.split(/(?<=,) /).map((clause, index) => (
    <Fragment key={clause}>
      {index > 0 && ' '}
      <span className="clause">{clause}</span>
    </Fragment>
  ))
}
