import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import type { LoadChange } from '../../api/operations.ts'
import { isDay } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parseReading } from '../../i18n/numbers.ts'
import { storesQuery } from '../../stock/queries.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Rehearsed, useRehearsal } from '../../ui/rehearsal.tsx'
import { ReadingField } from '../../ui/weight-field.tsx'
import { rescaleMessages } from './rescale-messages.ts'

const blank = { from: '', until: '', showed: '', was: '', stores: [] as string[] }
type Draft = typeof blank

/** Builds the body to send, as soon as two days and two weights are there. */
function useBody({ from, until, showed, was, stores }: Draft) {
  const language = useLanguage()
  const [one, other] = [parseReading(showed, language), parseReading(was, language)]
  if (!isDay(from) || !isDay(until) || !('kg' in one) || !('kg' in other)) return undefined
  if (one.kg <= 0 || other.kg <= 0) return undefined
  const factor = Math.round((other.kg / one.kg) * 1e9) / 1e9
  return {
    startDateISO: from,
    endDateISO: until,
    factor,
    ...(stores.length > 0 && { storageIds: stores }),
  }
}

/** Loads that were weighed while the scale was wrong: put right all at once, after it was shown what that changes. */
export function Rescale() {
  const m = useMessages(rescaleMessages)
  const formats = useFormats()
  const sending = useSending()
  const [draft, setDraft] = useState(blank)
  const [done, setDone] = useState<string>()
  const change = (part: Partial<Draft>) => {
    setDone(undefined)
    setDraft((before) => ({ ...before, ...part }))
  }
  const body = useBody(draft)
  const rehearsal = useRehearsal('POST /api/inventory/movements/rescale', body && { body })
  const { changes } = rehearsal
  const weighAgain = () =>
    body &&
    sending.send(
      () => askOnce('POST /api/inventory/movements/rescale', { body }),
      ({ message }) => {
        setDone(message)
        setDraft(blank)
      },
    )
  return (
    <section className="panel pad stack" aria-labelledby="rescale">
      <h2 id="rescale">{m.title}</h2>
      <p className="quiet">{m.lead}</p>
      <Form
        sending={sending}
        action={changes ? say(m.weighAgain, { n: changes.length }) : m.weighNothing}
        isReady={changes !== undefined && !rehearsal.isAsking && rehearsal.error === null}
        onSend={weighAgain}
      >
        <div className="two">
          <DayField label={m.from} value={draft.from} onChange={(from) => change({ from })} />
          <DayField
            label={m.until}
            value={draft.until}
            onChange={(until) => change({ until })}
            fault={isDay(draft.from) && isDay(draft.until) && draft.until < draft.from ? m.before : undefined}
          />
          <ReadingField label={m.showed} value={draft.showed} onChange={(showed) => change({ showed })} />
          <ReadingField label={m.was} value={draft.was} onChange={(was) => change({ was })} />
        </div>
        {body && <p className="strong">{say(m.factor, { factor: formats.figure(body.factor) })}</p>}
        <Stores chosen={draft.stores} onChange={(stores) => change({ stores })} />
        {changes && <Changes changes={changes} />}
        {body && <Rehearsed rehearsal={rehearsal} />}
      </Form>
      {done !== undefined && (
        <p className="note good" role="status">
          {done}
        </p>
      )}
    </section>
  )
}

/** The stores whose loads were on that scale; none chosen is all. */
function Stores({ chosen, onChange }: { chosen: string[]; onChange: (ids: string[]) => void }) {
  const m = useMessages(rescaleMessages)
  const stores = useQuery(storesQuery)
  if (!stores.data || stores.data.length < 2) return null
  const toggled = (id: string) =>
    chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]
  return (
    <fieldset className="field">
      <legend className="label">{m.stores}</legend>
      {stores.data.map(({ id, name }) => (
        <label key={id} className="check">
          <input type="checkbox" checked={chosen.includes(id)} onChange={() => onChange(toggled(id))} />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

const MOST_SHOWN = 50

/** Load by load what it weighs in the book, and what it will weigh. */
function Changes({ changes }: { changes: LoadChange[] }) {
  const m = useMessages(rescaleMessages)
  const formats = useFormats()
  const kg = (value: number | null) => (value === null ? m.notWeighed : formats.weight(value))
  const sum = (of: 'before' | 'after') =>
    Math.round(changes.reduce((total, each) => total + (each[of].weight ?? 0), 0) * 1000) / 1000
  return (
    <>
      <p className="strong">
        {say(m.sum, {
          n: changes.length,
          before: formats.weighed(sum('before')),
          after: formats.weighed(sum('after')),
        })}
      </p>
      <ul className="lines changes" aria-label={m.changes}>
        {changes
          .slice(0, MOST_SHOWN)
          .map(({ movementId, movementDateISO, vehicleRegistration, before, after }) => (
            <li key={movementId} className="bar apart">
              <span>
                <span className="plate">{vehicleRegistration || `№ ${movementId}`}</span>{' '}
                <span className="quiet small">{formats.moment(movementDateISO)}</span>
              </span>
              <span className="num">
                <span className="quiet">{kg(before.weight)} → </span>
                <b>{kg(after.weight)}</b>
              </span>
            </li>
          ))}
      </ul>
      {changes.length > MOST_SHOWN && (
        <p className="quiet small">{say(m.more, { n: changes.length - MOST_SHOWN })}</p>
      )}
    </>
  )
}
