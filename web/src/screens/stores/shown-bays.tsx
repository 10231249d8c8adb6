import type { ReactNode } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { cropOf, type Bay } from '../../stock/bays.ts'
import { figuresOf } from '../../stock/figures.ts'
import { messages } from './messages.ts'

interface Props {
  bays: Bay[]
  isAhead: boolean
  /** Figures of the day before stay until those asked for are there. */
  isOld: boolean
  children: ReactNode
}

/** Shows the figures above the bays, and the bays. */
export function ShownBays({ bays, isAhead, isOld, children }: Props) {
  const m = useMessages(messages)
  const formats = useFormats(cropOf(bays))
  const { owned, stored, short, room, withoutLimit, conflicts } = figuresOf(bays)
  const t = (weight: number) => (
    <>
      {formats.shortStock(weight)} <small>{formats.stockUnit}</small>
    </>
  )
  const left = withoutLimit > 0 ? say(m.roomUnknown, { n: withoutLimit }) : undefined
  return (
    <div className="stack loose" aria-busy={isOld}>
      <dl className="figures">
        <Figure name={m.owned}>{t(owned)}</Figure>
        <Figure name={m.stored}>{t(stored)}</Figure>
        {withoutLimit < bays.length ? (
          <Figure name={m.room} more={left}>
            {t(room)}
          </Figure>
        ) : (
          <Figure name={m.room}>
            <small>{m.noLimits}</small>
          </Figure>
        )}
        {short > 0 && (
          <Figure name={m.short} tone="wrong">
            {t(short)}
          </Figure>
        )}
        {isAhead && (
          <Figure name={m.conflicts} tone={conflicts > 0 ? 'ahead wrong' : 'ahead'}>
            {conflicts > 0 ? say(m.inConflict, { n: conflicts }) : m.noConflicts}
          </Figure>
        )}
      </dl>
      {children}
    </div>
  )
}

interface FigureProps {
  name: string
  /** Amounts that the figure leaves out. */
  more?: string | undefined
  tone?: string
  children: ReactNode
}

function Figure({ name, more, tone = '', children }: FigureProps) {
  return (
    <div className={`panel figure ${tone}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {more && <dd className="quiet small">{more}</dd>}
    </div>
  )
}
