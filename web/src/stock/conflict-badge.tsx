import { useFormats } from '../i18n/format.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { Icon } from '../ui/icons.tsx'
import type { Bay } from './bays.ts'
import { stockMessages } from './stock-messages.ts'

interface Props {
  conflict: NonNullable<Bay['conflict']>
  /** Without the weekday and the year, where there is little room. */
  isShort?: boolean
}

/** What will go wrong in a bay first, and on which day. */
export function ConflictBadge({ conflict, isShort = false }: Props) {
  const m = useMessages(stockMessages)
  const formats = useFormats()
  const day = formats.dayOf(conflict.on)
  return (
    <span className="badge bad">
      <Icon name="warn" size={14} />
      {say(m[conflict.kind], { day: isShort ? formats.dayMonth(day) : formats.day(day) })}
    </span>
  )
}
