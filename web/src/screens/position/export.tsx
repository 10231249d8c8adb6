import { SaveTable, type TableFormat } from '../../frame/save-table.tsx'
import { requestOf } from '../../api/client.ts'
import type { Day } from '../../i18n/days.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Papers, printable } from '../../frame/papers.tsx'
import { Icon } from '../../ui/icons.tsx'
import { messages } from './messages.ts'

/** The parcels of the date as a file, and the sums on paper. */
export function Export({ at, day }: { at: string | undefined; day: Day }) {
  const m = useMessages(messages)
  const path = (format: TableFormat) =>
    requestOf('GET /api/inventory/position', { query: { format, ...(at !== undefined && { at }) } }).path
  return (
    <div className="bar">
      <SaveTable path={path} name={`position-${day}`} />
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
