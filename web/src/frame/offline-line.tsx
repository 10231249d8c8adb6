import { useLocation } from '@tanstack/react-router'
import { useFormats } from '../i18n/format.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { Icon } from '../ui/icons.tsx'
import { offlineMessages } from './offline-messages.ts'
import { useOnline } from './online.ts'

/**
 * Without a network: from when the figures are that are shown, and that nothing can be changed here meanwhile; where lorries are weighed or bays
 * counted, that it goes on.
 */
export function OfflineLine({ readAt }: { readAt: number }) {
  const m = useMessages(offlineMessages)
  const formats = useFormats()
  const { pathname } = useLocation()
  if (useOnline()) return null
  const [from, nothing] =
    pathname === '/weighbridge'
      ? [m.fromWeighing, m.nothingWeighing]
      : /^\/stocktakes\/[^/]+\/count$/.test(pathname)
        ? [m.fromCounting, m.nothingCounting]
        : [m.from, m.nothing]
  return (
    <div className="note offline-line" role="status">
      <Icon name="cloud" />
      {readAt === 0 ? nothing : say(from, { moment: formats.moment(readAt) })}
    </div>
  )
}
