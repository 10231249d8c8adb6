import { useFormats } from '../i18n/format.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { Icon } from '../ui/icons.tsx'
import { offlineMessages } from './offline-messages.ts'
import { useOnline } from './online.ts'

/** Without a network: from when the figures are that are shown, and that nothing can be changed here meanwhile. */
export function OfflineLine({ readAt }: { readAt: number }) {
  const m = useMessages(offlineMessages)
  const formats = useFormats()
  if (useOnline()) return null
  return (
    <div className="note offline-line" role="status">
      <Icon name="cloud" />
      {readAt === 0 ? m.nothing : say(m.from, { moment: formats.moment(readAt) })}
    </div>
  )
}
