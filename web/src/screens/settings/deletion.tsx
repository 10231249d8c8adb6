import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { useSending } from '../../ui/form.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { ByName } from './by-name.tsx'
import { myDataMessages } from './my-data-messages.ts'

const deletionQuery = queryOptions({
  queryKey: ['deletion'],
  queryFn: () => ask('GET /api/identity/organisation/deletion'),
})

/** The end of the organisation: asked for by its name, and withdrawn while there are days left. */
export function Deletion() {
  const m = useMessages(myDataMessages)
  const { organisation, role } = useMe()
  const { data, error, refetch } = useQuery(deletionQuery)
  const [isAsking, setAsking] = useState(false)
  if (!data) return error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />
  const { isAsked, obstacles } = data
  const { name } = organisation
  return (
    <section className="panel pad stack">
      <h2>{m.deletion}</h2>
      {isAsked ? (
        <DaysLeft deletion={data} mayWithdraw={role === 'owner'} />
      ) : (
        <p className="quiet">{m.deletionWhat}</p>
      )}
      {obstacles.length > 0 && (
        <div className="note">
          <h3>{m.inTheWay}</h3>
          {obstacles.map((each) => (
            <p key={each}>{each}</p>
          ))}
        </div>
      )}
      {role !== 'owner' && <p className="quiet">{m.deletionOwner}</p>}
      {!isAsked && (
        <button
          type="button"
          className="button start"
          disabled={role !== 'owner' || obstacles.length > 0}
          onClick={() => setAsking(true)}
        >
          {say(m.deleteNamed, { name })}
        </button>
      )}
      {isAsking && (
        <ByName
          name={name}
          title={m.deleteNamed}
          warning={m.deleteWarning}
          action={m.askDeletion}
          work={() => ask('POST /api/identity/organisation/deletion', { body: { name } })}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

interface DaysLeftProps {
  deletion: { daysLeft: number; askedBy: string; dueAtUTC: string }
  mayWithdraw: boolean
}

function DaysLeft({ deletion: { daysLeft, askedBy, dueAtUTC }, mayWithdraw }: DaysLeftProps) {
  const m = useMessages(myDataMessages)
  const formats = useFormats()
  const refusal = useRefusal()
  const sending = useSending()
  return (
    <>
      <div className="note bad">
        <p>
          <b>{say(m.daysLeft, { n: daysLeft })}</b>
          <br />
          {say(m.askedBy, { by: askedBy, day: formats.moment(dueAtUTC) })}
        </p>
      </div>
      {sending.error !== null && <p className="fault by">{refusal(sending.error)}</p>}
      {mayWithdraw && (
        <button
          type="button"
          className="button primary start"
          disabled={sending.isBusy}
          onClick={() => void sending.send(() => ask('DELETE /api/identity/organisation/deletion'))}
        >
          {m.withdraw}
        </button>
      )}
    </>
  )
}
