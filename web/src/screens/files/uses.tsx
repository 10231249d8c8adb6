import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FileUse } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { messages } from './messages.ts'
import { usesQuery } from './queries.ts'

/** Lists the places where a file is used, each with a link to it. */
export function Uses({ id }: { id: string }) {
  const m = useMessages(messages)
  const refusal = useRefusal()
  const { data, error } = useQuery(usesQuery(id))
  return (
    <section className="stack tight" aria-label={m.used} aria-busy={!data && !error}>
      <h3 className="strong">{m.used}</h3>
      {error && <p className="fault">{refusal(error)}</p>}
      {data?.uses.length === 0 && <p className="quiet">{m.notUsed}</p>}
      <ul className="stack tight">
        {data?.uses.map((use) => (
          <li key={`${use.kind} ${use.id}`}>
            <UseLink use={use} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function UseLink({ use }: { use: FileUse }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { kind, id, name, recordId, storageId, atUTC } = use
  const words = [m[kind], name, formats.day(formats.dayOf(atUTC))].filter(Boolean).join(' · ')
  switch (kind) {
    case 'movement':
      return (
        <Link to="/movements" search={{ open: id }} className="file-use">
          {words}
        </Link>
      )
    case 'stocktake':
      return (
        <Link to="/stocktakes/$id" params={{ id }} className="file-use">
          {words}
        </Link>
      )
    case 'contract':
      return (
        <Link to="/contracts/$id" params={{ id }} search={{}} className="file-use">
          {words}
        </Link>
      )
    case 'store-note':
    case 'hold':
    case 'bay-check':
      return (
        <Link to="/stores/$id" params={{ id: storageId }} search={{}} className="file-use">
          {words}
        </Link>
      )
    case 'expert-question':
      return (
        <Link to="/questions" search={{}} className="file-use">
          {words}
        </Link>
      )
    case 'sample':
    case 'count':
      return (
        <Link to="/stock/$id" params={{ id: recordId }} search={{}} className="file-use">
          {words}
        </Link>
      )
  }
}
