import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askWithEtag, ask } from '../../api/client.ts'
import type { Organisation } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice, Failed, Skeleton, TextField } from '../../ui/parts.tsx'
import { messages } from './messages.ts'

/** Name, time zone and language of the organisation: its days and its own words go by them. */
export function OrganisationSettings() {
  const organisation = useQuery({
    queryKey: ['organisation'],
    queryFn: () => askWithEtag('GET /api/identity/organisation'),
  })
  const { data, error, refetch } = organisation
  if (!data) return error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />
  return (
    <div className="settings">
      <OrganisationForm organisation={data.result} etag={data.etag} />
    </div>
  )
}

function OrganisationForm({ organisation, etag }: { organisation: Organisation; etag: string | undefined }) {
  const m = useMessages(messages)
  const sending = useSending()
  const { id, name, timeZone, locale } = organisation
  const [form, setForm] = useState({ name, timeZone, locale })
  const [isSaved, setSaved] = useState(false)
  const zones = [...new Set([timeZone, ...Intl.supportedValuesOf('timeZone')])].toSorted()
  const save = async () => {
    setSaved(await sending.send(() => ask('PATCH /api/identity/organisation', { body: form, ifMatch: etag })))
  }
  return (
    <section className="panel pad stack">
      <h2>{m.organisation}</h2>
      <Form sending={sending} action={m.save} onSend={() => void save()}>
        <TextField
          label={m.name}
          value={form.name}
          onChange={(text) => setForm({ ...form, name: text })}
          fault={sending.faultOf('name')}
        />
        <div className="two">
          <Choice
            label={m.timeZone}
            value={form.timeZone}
            onChange={(zone) => setForm({ ...form, timeZone: zone })}
            fault={sending.faultOf('timeZone')}
          >
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
          </Choice>
          <TextField
            label={m.locale}
            value={form.locale}
            onChange={(text) => setForm({ ...form, locale: text })}
            fault={sending.faultOf('locale')}
          />
        </div>
        <p className="quiet small">{m.weights}</p>
        <p className="quiet small">{say(m.idHint, { id })}</p>
        {isSaved && (
          <p className="note good" role="status">
            {m.saved}
          </p>
        )}
      </Form>
    </section>
  )
}
