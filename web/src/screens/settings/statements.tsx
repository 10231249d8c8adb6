import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestOf } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { SaveTable, type TableFormat } from '../../frame/save-table.tsx'
import { Papers, printable } from '../../frame/papers.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { positionQuery } from '../../stock/queries.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { partnerMessages } from './partner-messages.ts'

interface Owner {
  id: string
  name: string
}

/** Those whose grain lies here now: partners, and organisations of this service, which no list of partners has. */
export function Owners() {
  const m = useMessages(partnerMessages)
  const { organisation } = useMe()
  const position = useQuery(positionQuery())
  const [asked, askFor] = useState<Owner>()
  const lines = position.data?.lines.filter(({ owned, storerId }) => !owned && storerId === organisation.id)
  const owners = new Map(lines?.map(({ ownerId, ownerName }) => [ownerId, ownerName]))
  if (owners.size === 0) return null
  return (
    <section className="panel pad stack" aria-labelledby="owners">
      <h2 id="owners">{m.owners}</h2>
      <ul className="lines">
        {[...owners].map(([id, name]) => (
          <li key={id} className="partner">
            <span className="strong">{name}</span>
            <button
              type="button"
              className="button"
              aria-label={say(m.statementOfOwner, { name })}
              onClick={() => askFor({ id, name })}
            >
              {m.statement}
            </button>
          </li>
        ))}
      </ul>
      {asked && <StatementDialog owner={asked} onClose={() => askFor(undefined)} />}
    </section>
  )
}

/** Dialog for an owner's statement: on paper, or as a table, over a time. */
export function StatementDialog({ owner: { id, name }, onClose }: { owner: Owner; onClose: () => void }) {
  const m = useMessages(partnerMessages)
  const formats = useFormats()
  const today = formats.today()
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`)
  const [until, setUntil] = useState(today)
  const given = { path: { id }, query: { from, ...(until !== today && { at: until }) } }
  const path = (format: TableFormat) =>
    requestOf('GET /api/inventory/owners/{id}/statement', { ...given, query: { ...given.query, format } })
      .path
  return (
    <Dialog title={say(m.statementOf, { name })} onClose={onClose}>
      <div className="stack">
        <p className="quiet">{m.statementWhat}</p>
        <div className="two">
          <DayField label={m.from} value={from} onChange={setFrom} />
          <DayField label={m.until} value={until} onChange={setUntil} />
        </div>
        <div className="bar">
          <SaveTable path={path} name="statement" />
          <Papers papers={[printable('statement', 'GET /api/inventory/owners/{id}/statement.pdf', given)]} />
        </div>
      </div>
    </Dialog>
  )
}
