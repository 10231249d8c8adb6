import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { ask } from '../../api/client.ts'
import { postSystemWebhooksLimits, type Webhook } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Failed, Skeleton, TextField } from '../../ui/parts.tsx'
import { ByName } from './by-name.tsx'
import { Deliveries } from './deliveries.tsx'
import { ShownOnce } from './shown-once.tsx'
import { webhookMessages } from './webhook-messages.ts'

/** Addresses of other programs that are told what happens, and what was sent to each. */
export function Webhooks() {
  const m = useMessages(webhookMessages)
  const webhooks = useQuery({ queryKey: ['webhooks'], queryFn: () => ask('GET /api/system/webhooks') })
  const { data, error, refetch } = webhooks
  return (
    <div className="settings">
      <NewWebhook />
      <section className="panel pad stack" aria-labelledby="webhooks">
        <h2 id="webhooks">{m.webhooks}</h2>
        {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />)}
        {data?.length === 0 && <p className="quiet">{m.none}</p>}
        <ul className="lines">
          {data?.map((each) => (
            <Line key={each.id} webhook={each} />
          ))}
        </ul>
      </section>
    </div>
  )
}

/** Beginnings of kinds of events, as they are typed. */
const typesOf = (text: string) => text.split(/[\s,;]+/).filter((each) => each !== '')

function NewWebhook() {
  const m = useMessages(webhookMessages)
  const sending = useSending(postSystemWebhooksLimits)
  const [url, setUrl] = useState('')
  const [types, setTypes] = useState('')
  const [description, setDescription] = useState('')
  const [secret, setSecret] = useState<string>()
  const typeFault = typesOf(types)
    .map((_type, index) => sending.faultOf(`types[${index}]`))
    .find((each) => each !== undefined)
  const body = { url: url.trim(), types: typesOf(types), description }
  const make = () =>
    sending.send(
      () => askOnce('POST /api/system/webhooks', { body }),
      ({ secret }) => {
        setSecret(secret)
        setUrl('')
        setTypes('')
        setDescription('')
      },
    )
  return (
    <section className="panel pad stack">
      <h2>{m.newTitle}</h2>
      <p className="quiet small">{m.what}</p>
      <Form sending={sending} action={m.make} isReady={url.trim() !== ''} onSend={make}>
        <TextField label={m.url} hint={m.urlHint} value={url} onChange={setUrl} {...sending.at('url')} />
        <TextField
          label={m.types}
          hint={m.typesHint}
          value={types}
          onChange={setTypes}
          fault={sending.faultOf('types') ?? typeFault}
        />
        <TextField
          label={m.description}
          value={description}
          onChange={setDescription}
          {...sending.at('description')}
        />
      </Form>
      {secret !== undefined && <ShownOnce lead={m.secretOnce} secret={secret} />}
    </section>
  )
}

/** Returns the name of a webhook for places where its whole address is too long. */
const nameOf = ({ description, url }: Webhook) => description || new URL(url).host

type DeedName = 'deliveries' | 'delete' | 'secret'

function Line({ webhook }: { webhook: Webhook }) {
  const m = useMessages(webhookMessages)
  const refusal = useRefusal()
  const sending = useSending()
  const [doing, setDoing] = useState<DeedName>()
  const [secret, setSecret] = useState<string>()
  const close = () => setDoing(undefined)
  const { id, url, types, status } = webhook
  const name = nameOf(webhook)
  const resume = (skip: boolean) =>
    void sending.send(() => ask('POST /api/system/webhooks/{id}/resume', { path: { id }, body: { skip } }))
  return (
    <li className="stack">
      <div>
        <span className="strong">{name}</span>{' '}
        <span className={status === 'paused' ? 'badge bad' : 'badge good'}>{m[status]}</span>
        <br />
        <span className="quiet small break">
          {url} · {types.length === 0 ? m.allEvents : types.join(', ')}
        </span>
        <State webhook={webhook} />
      </div>
      {sending.error !== null && (
        <p className="note bad" role="alert">
          {refusal(sending.error)}
        </p>
      )}
      <div className="bar">
        {(['deliveries', 'secret', 'delete'] as const).map((deed) => (
          <button
            key={deed}
            type="button"
            className="button"
            aria-label={say(m.deedOf, { deed: m[deed], name })}
            onClick={() => setDoing(deed)}
          >
            {m[deed]}
          </button>
        ))}
        {status === 'paused' && (
          <>
            <button type="button" className="button" disabled={sending.isBusy} onClick={() => resume(false)}>
              {m.resume}
            </button>
            <button type="button" className="button" disabled={sending.isBusy} onClick={() => resume(true)}>
              {m.skip}
            </button>
          </>
        )}
      </div>
      {secret !== undefined && <ShownOnce lead={m.secretOnce} secret={secret} />}
      {doing && <Deed doing={doing} id={id} name={name} onSecret={setSecret} onClose={close} />}
    </li>
  )
}

interface DeedProps {
  doing: DeedName
  id: string
  name: string
  onSecret: (secret: string) => void
  onClose: () => void
}

/** Dialog for an action on a webhook, over the page. */
function Deed({ doing, id, name, onSecret, onClose }: DeedProps) {
  const m = useMessages(webhookMessages)
  if (doing === 'deliveries') return <Deliveries id={id} name={name} onClose={onClose} />
  const shared = { name, onClose, action: m[doing] }
  if (doing === 'delete')
    return (
      <ByName
        {...shared}
        title={m.deleteTitle}
        warning={m.deleteWarning}
        work={() => ask('DELETE /api/system/webhooks/{id}', { path: { id } })}
      />
    )
  return (
    <ByName
      {...shared}
      title={m.secretTitle}
      warning={m.secretWarning}
      work={async () => {
        const made = await askOnce('POST /api/system/webhooks/{id}/rotate-secret', { path: { id } })
        onSecret(made.secret)
      }}
    />
  )
}

/** Why it is paused, or how the next event fares. */
function State({ webhook }: { webhook: Webhook }) {
  const m = useMessages(webhookMessages)
  const formats = useFormats()
  const { status, pausedAtUTC, pauseReason, failures, nextAttemptAtUTC } = webhook
  const when = (iso: string) => (iso === '' ? '' : formats.moment(iso))
  if (status === 'paused')
    return <p className="small">{say(m.pausedSince, { when: when(pausedAtUTC), why: pauseReason })}</p>
  if (failures === 0) return null
  return <p className="small">{say(m.failing, { n: failures, when: when(nextAttemptAtUTC) })}</p>
}
