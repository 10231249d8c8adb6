import { useState } from 'react'
import { send, requestOf } from '../../api/client.ts'
import { useOnline } from '../../frame/online.ts'
import type { Day } from '../../i18n/days.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { Papers, printable } from '../../frame/papers.tsx'
import { Icon } from '../../ui/icons.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { messages } from './messages.ts'

/** The parcels of the date as a file, and the sums on paper. */
export function Export({ at, day }: { at: string | undefined; day: Day }) {
  const m = useMessages(messages)
  const refusal = useRefusal()
  const isOnline = useOnline()
  const [error, setError] = useState<unknown>(null)
  async function save(): Promise<void> {
    setError(null)
    try {
      const query = { format: 'csv' as const, ...(at !== undefined && { at }) }
      const { body } = await send(requestOf('GET /api/inventory/position', { query }))
      saveFile(`position-${day}.csv`, 'text/csv', String(body))
    } catch (refused) {
      setError(refused)
    }
  }
  return (
    <div className="bar">
      {error !== null && (
        <span className="fault" role="alert">
          {m.csvFailed} {refusal(error)}
        </span>
      )}
      <button type="button" className="button" disabled={!isOnline} onClick={() => void save()}>
        <Icon name="down" />
        {m.csv}
      </button>
      <Papers
        papers={[
          printable(
            'stock',
            'GET /api/inventory/position/report.pdf',
            at === undefined ? {} : { query: { at } },
          ),
        ]}
      />
      <button type="button" className="button primary" onClick={() => print()}>
        <Icon name="printer" />
        {m.print}
      </button>
    </div>
  )
}
