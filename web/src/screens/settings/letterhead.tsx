import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askWithEtag } from '../../api/client.ts'
import { patchInventoryPapersLetterheadLimits, type Letterhead } from '../../api/operations.ts'
import { ChooseFile } from '../../frame/attach.tsx'
import { letterheadQuery } from '../../frame/letterhead.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Failed, Field, Skeleton, TextField } from '../../ui/parts.tsx'
import { letterheadMessages } from './letterhead-messages.ts'

/** Form for the head and the foot of papers. */
export function LetterheadSettings() {
  const { data, error, refetch } = useQuery(letterheadQuery)
  if (!data) return error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />
  return <LetterheadForm letterhead={data.result} etag={data.etag} />
}

const MOST_BYTES = 500_000

/** In base 64, as it is sent; undefined where it is too large. */
async function encoded(file: File): Promise<string | undefined> {
  if (file.size > MOST_BYTES) return undefined
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve(String(reader.result)))
  reader.addEventListener('error', () => reject(reader.error ?? new Error('not read')))
  reader.readAsDataURL(file)
  return (await promise).replace(/^[^,]*,/, '')
}

const numbers = ['registrationNumber', 'taxNumber', 'assuranceNumbers'] as const

function LetterheadForm({ letterhead, etag }: { letterhead: Letterhead; etag: string | undefined }) {
  const m = useMessages(letterheadMessages)
  const sending = useSending(patchInventoryPapersLetterheadLimits)
  const { logo, ...texts } = letterhead
  const [form, setForm] = useState(texts)
  const [isSaved, setSaved] = useState(false)
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part })
  const queries = useQueryClient()
  // What was answered is the version that a next change begins with, before it is read again.
  const patch = (body: Partial<typeof form> & { logo?: string | null }) =>
    sending.send(
      () => askWithEtag('PATCH /api/inventory/papers/letterhead', { body, ifMatch: etag }),
      (answer) => queries.setQueryData(letterheadQuery.queryKey, answer),
    )
  const save = async () => setSaved(await patch(form))
  return (
    <section className="panel pad stack">
      <h2>{m.letterhead}</h2>
      <p className="quiet small">{m.hint}</p>
      <Form sending={sending} action={m.save} onSend={save}>
        <Logo logo={logo} fault={sending.faultOf('logo')} send={(sent) => void patch({ logo: sent })} />
        <Field label={m.address} fault={sending.faultOf('address')}>
          {(control) => (
            <textarea
              {...control}
              className="input lines"
              rows={3}
              value={form.address}
              onChange={({ target }) => change({ address: target.value })}
            />
          )}
        </Field>
        <TextField
          label={m.telephone}
          value={form.telephone}
          onChange={(telephone) => change({ telephone })}
          {...sending.at('telephone')}
        />
        {numbers.map((name) => (
          <TextField
            key={name}
            label={m[name]}
            value={form[name]}
            onChange={(text) => change({ [name]: text })}
            {...(name === 'assuranceNumbers' && { hint: m.numbersHint })}
            {...sending.at(name)}
          />
        ))}
        <TextField
          label={m.foot}
          value={form.foot}
          onChange={(foot) => change({ foot })}
          {...sending.at('foot')}
        />
        {isSaved && (
          <p className="note good" role="status">
            {m.saved}
          </p>
        )}
      </Form>
    </section>
  )
}

interface LogoProps {
  logo: string
  fault: string | undefined
  send: (logo: string | null) => void
}

/** The logo, which is stored as soon as it is chosen. */
function Logo({ logo, fault, send }: LogoProps) {
  const m = useMessages(letterheadMessages)
  const [isTooLarge, setTooLarge] = useState(false)
  const choose = async (file: File | undefined) => {
    if (!file) return
    const sent = await encoded(file)
    setTooLarge(sent === undefined)
    if (sent !== undefined && sent !== '') send(sent)
  }
  const said = isTooLarge ? m.tooLarge : fault
  return (
    <div className="field">
      {logo !== '' && <img className="letterhead-logo" src={logo} alt={m.logo} />}
      <div className="bar">
        <ChooseFile icon="paper" label={m.chooseLogo} isOff={false} onChoose={(file) => void choose(file)} />
        {logo !== '' && (
          <button type="button" className="button" onClick={() => send(null)}>
            {m.takeLogo}
          </button>
        )}
      </div>
      <span className="quiet small">{m.logoHint}</span>
      {said && <span className="fault">{said}</span>}
    </div>
  )
}
