import { useFormats } from '../i18n/format.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { Icon } from '../ui/icons.tsx'
import type { Bay } from './bays.ts'
import { stockMessages } from './stock-messages.ts'

/** What will go wrong in a bay first, and on which day. */
export function ConflictBadge({ conflict }: { conflict: NonNullable<Bay['conflict']> }) {
  const m = useMessages(stockMessages)
  const formats = useFormats()
  return (
    <span className="badge bad">
      <Icon name="warn" size={14} />
      {say(m[conflict.kind], { day: formats.day(formats.dayOf(conflict.on)) })}
    </span>
  )
}
