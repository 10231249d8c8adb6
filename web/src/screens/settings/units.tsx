import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { ask } from '../../api/client.ts'
import { postIdentityBusinessUnitsLimits } from '../../api/operations.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice, Failed, Skeleton, TextField } from '../../ui/parts.tsx'
import { messages } from './messages.ts'

const kinds = ['farm', 'store', 'merchant', 'office', 'other'] as const
type Kind = (typeof kinds)[number]
const kindOf = (text: string): Kind => kinds.find((each) => each === text) ?? 'other'

/** The parts of a large organisation. */
export function BusinessUnitSettings() {
  const m = useMessages(messages)
  const refusal = useRefusal()
  const sending = useSending()
  const units = useQuery({
    queryKey: ['business-units', 'all'],
    queryFn: async () => {
      const lists = [false, true].map((archived) =>
        ask('GET /api/identity/business-units', { query: { archived } }),
      )
      return (await Promise.all(lists)).flat()
    },
  })
  const archive = (id: string) =>
    void sending.send(() => ask('POST /api/identity/business-units/{id}/archive', { path: { id } }))
  return (
    <div className="settings">
      <NewUnit />
      <section className="panel pad stack">
        <h2>{m.units}</h2>
        {!units.data &&
          (units.error ? <Failed error={units.error} again={() => void units.refetch()} /> : <Skeleton />)}
        {units.data?.length === 0 && <p className="quiet">{m.noUnits}</p>}
        {sending.error !== null && (
          <p className="note bad" role="alert">
            {refusal(sending.error)}
          </p>
        )}
        <ul className="lines">
          {units.data?.map(({ id, name, type, isArchived }) => (
            <li key={id} className="bar apart">
              <span>
                <span className="strong">{name}</span> <span className="badge">{m[kindOf(type)]}</span>
              </span>
              {isArchived ? (
                <span className="quiet">{m.archived}</span>
              ) : (
                <button type="button" className="button" onClick={() => archive(id)}>
                  {m.archive}
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function NewUnit() {
  const m = useMessages(messages)
  const sending = useSending(postIdentityBusinessUnitsLimits)
  const [name, setName] = useState('')
  const [type, setType] = useState<Kind>('farm')
  const make = () =>
    sending.send(
      () => askOnce('POST /api/identity/business-units', { body: { name, type } }),
      () => setName(''),
    )
  return (
    <section className="panel pad stack">
      <h2>{m.newUnit}</h2>
      <Form sending={sending} action={m.makeUnit} isReady={name.trim() !== ''} onSend={make}>
        <div className="two">
          <TextField label={m.name} value={name} onChange={setName} {...sending.at('name')} />
          <Choice label={m.kind} value={type} onChange={(text) => setType(kindOf(text))}>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {m[kind]}
              </option>
            ))}
          </Choice>
        </div>
      </Form>
    </section>
  )
}
