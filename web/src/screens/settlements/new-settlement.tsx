import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { ask, Refused } from '../../api/client.ts'
import { postInventorySettlementsLimits, type TriedSettlement } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import { receiversQuery } from '../../stock/queries.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Form, useSending, type Sending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Segmented, TextField } from '../../ui/parts.tsx'
import { Suggest } from '../../ui/suggest.tsx'
import {
  blankSettlement,
  isSettlementComplete,
  statementOf,
  type SettlementDraft,
  type Mapping,
} from './draft.ts'
import { lineMessages } from './line-messages.ts'
import { Lines } from './lines.tsx'
import { messages } from './messages.ts'
import { newMessages } from './new-messages.ts'
import { isLineShownBelow } from './refused.ts'
import { Pasted, TypedLines } from './statement-fields.tsx'
import './settlements.css'
import { Totals } from './totals.tsx'

/** A statement is entered: first it is put beside our loads, then it is stored. What is typed is kept on this device until then. */
export function NewSettlement() {
  const m = useMessages(newMessages)
  const list = useMessages(messages)
  const words = useMessages(lineMessages)
  const mayAdd = useMay('contracts:write')
  const { organisation } = useMe()
  return (
    <>
      <header className="top">
        <div>
          <Link to="/settlements" search={{}} className="back">
            <Icon name="left" size={18} />
            {words.back}
          </Link>
          <h1>{m.newTitle}</h1>
        </div>
      </header>
      {mayAdd ? (
        <Entry />
      ) : (
        <p className="panel pad quiet">{say(list.mayNot, { organisation: organisation.name })}</p>
      )}
    </>
  )
}

function Entry() {
  const m = useMessages(newMessages)
  const formats = useFormats()
  const language = useLanguage()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const { organisation } = useMe()
  const receivers = useQuery(receiversQuery)
  const [draft, set, clear] = useDraft(`${organisation.id}.settlement`, () =>
    blankSettlement(formats.today()),
  )
  const [tried, setTried] = useState<TriedSettlement | undefined>()
  const sending = useSending(postInventorySettlementsLimits)
  const change = (part: Partial<SettlementDraft>) => {
    set(part)
    setTried(undefined)
  }
  const statement = statementOf(draft, language, receivers.data)
  const body = { ...statement, reference: draft.reference, dateISO: draft.day }
  const compare = (mapping: Mapping) =>
    sending.send(() => {
      set({ mapping })
      return ask('POST /api/inventory/settlements/try', { body: { ...statement, mapping } })
    }, setTried)
  const enter = () =>
    sending.send(
      () => askOnce('POST /api/inventory/settlements', { body }),
      ({ id }) => {
        clear()
        return navigate({ to: '/settlements/$id', params: { id }, replace: true })
      },
    )
  const isReady = isSettlementComplete(draft, language) && isOnline
  return (
    <>
      <div className="panel pad settlement-form">
        <Form
          sending={sending}
          action={tried ? m.enter : m.compare}
          isReady={isReady}
          isSaidBelow={isLineShownBelow(sending.error)}
          onSend={() => (tried ? enter() : compare(draft.mapping))}
          onCancel={() => void navigate({ to: '/settlements', search: {} })}
        >
          <Questions
            error={sending.error}
            mapping={draft.mapping}
            onAnswer={(mapping) => void compare(mapping)}
          />
          <Head draft={draft} change={change} set={set} sending={sending} />
          <Segmented
            label={m.how}
            value={draft.how}
            options={{ paste: m.paste, type: m.type }}
            onChange={(how) => change({ how })}
          />
          {draft.how === 'paste' ? (
            <Pasted table={draft.table} onChange={(table) => change({ table, mapping: {} })} />
          ) : (
            <TypedLines lines={draft.lines} onChange={(lines) => change({ lines })} sending={sending} />
          )}
        </Form>
      </div>
      {tried && <Compared tried={tried} />}
    </>
  )
}

interface HeadProps {
  draft: SettlementDraft
  /** Another buyer has other loads; what the paper is called changes nothing of the comparison. */
  change: (part: Partial<SettlementDraft>) => void
  set: (part: Partial<SettlementDraft>) => void
  sending: Sending
}

/** Form for the buyer whose statement it is, and for its reference and date. */
function Head({ draft, change, set, sending }: HeadProps) {
  const m = useMessages(newMessages)
  const list = useMessages(messages)
  const receivers = useQuery(receiversQuery)
  return (
    <div className="settlement-head">
      <Suggest
        label={list.buyer}
        value={draft.buyer}
        onChange={(buyer) => change({ buyer })}
        options={[...(receivers.data?.keys() ?? [])].map((value) => ({ value }))}
        hint={m.buyerHint}
        {...sending.at('buyer', 'buyer.name')}
      />
      <TextField
        label={list.reference}
        value={draft.reference}
        onChange={(reference) => set({ reference })}
        {...sending.at('reference')}
      />
      <DayField
        label={list.date}
        value={draft.day}
        onChange={(day) => set({ day })}
        fault={sending.faultOf('dateISO')}
      />
    </div>
  )
}

/** Asks the service's questions about a table, such as the unit of its weights. */
function Questions(props: { error: unknown; mapping: Mapping; onAnswer: (mapping: Mapping) => void }) {
  const { error, mapping, onAnswer } = props
  const m = useMessages(newMessages)
  const questions = error instanceof Refused ? questionsIn(error.fault?.body['questions']) : []
  const [first] = questions
  if (!first) return null
  return (
    <fieldset className="note settlement-question">
      <legend>{m.question}</legend>
      <p>{first.message}</p>
      <div className="bar">
        {first.choices.map(({ text, mapping: answer }) => (
          <button
            key={text}
            type="button"
            className="button"
            onClick={() => onAnswer(merged(mapping, answer))}
          >
            {text}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

interface Question {
  message: string
  choices: { text: string; mapping: Mapping }[]
}

// The service's own answer: its shape is that of its documents, where a refusal's body is any object.
const questionsIn = (found: unknown): Question[] => (Array.isArray(found) ? (found as Question[]) : [])

function merged(one: Mapping, other: Mapping): Mapping {
  const names = [...Object.keys(one.columns ?? {}), ...Object.keys(other.columns ?? {})]
  const columns = Object.fromEntries(
    names.map((name) => [name, { ...one.columns?.[name], ...other.columns?.[name] }]),
  )
  return { ...one, ...other, columns }
}

function Compared({ tried }: { tried: TriedSettlement }) {
  const m = useMessages(newMessages)
  const { totals, lines, missing, ignoredColumns } = tried
  const agreed = lines.filter(({ state }) => state === 'agreed').length
  return (
    <section className="stack" aria-live="polite">
      <h2>{say(m.compared, { n: totals.lines, agreed })}</h2>
      {ignoredColumns.length > 0 && (
        <p className="quiet">
          {say(m.notRead, { n: ignoredColumns.length, columns: ignoredColumns.join(', ') })}
        </p>
      )}
      <Totals totals={totals} missing={missing} />
      <Lines lines={lines} />
    </section>
  )
}
