import type { ReactNode } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { messages } from './messages.ts'

/** The net weight as far as it is known, and the one thing to do next; on a phone it stays at the bottom. */
export function NetFoot({
  net,
  says,
  children,
}: {
  net: number | undefined
  /** Notes to be read before the button is pressed. */
  says?: ReactNode
  children: ReactNode
}) {
  const m = useMessages(messages)
  const formats = useFormats()
  return (
    <footer className="ticket-foot">
      {says}
      <div>
        <div className="small quiet">{m.net}</div>
        <div className="net">
          {net === undefined ? '–' : formats.weighed(net)} <small>{formats.scaleUnit}</small>
        </div>
      </div>
      {children}
    </footer>
  )
}
