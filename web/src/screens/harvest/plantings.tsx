import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { ask } from '../../api/client.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { useDraft } from '../../offline/drafts.ts'
import { sownYearOf } from '../../stock/harvest-year.ts'
import { countriesQuery } from '../../stock/queries.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { CropFields } from './crop-fields.tsx'
import { FieldChoice } from './field-choice.tsx'
import './harvest.css'
import { messages } from './messages.ts'
import {
  outcomesOf,
  rowsOf,
  type PlantingOutcome,
  type PlantingDraft,
  type PlantingRows,
} from './planting-rows.ts'
import { plantingMessages } from './planting-messages.ts'

const ASKED_AFTER_MS = 400
/** Without a year, it is the season's. */
const blank: PlantingDraft = { year: '', grain: '', variety: '', sownOn: '', expected: '', fields: [] }

/** One crop is entered on many fields at once. */
export function Plantings() {
  const m = useMessages(plantingMessages)
  const words = useMessages(messages)
  const language = useLanguage()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const maySow = useMay('records:write')
  const { organisation } = useMe()
  const formats = useFormats()
  const country = useQuery(countriesQuery).data?.[organisation.countryISO]
  const [typed, change] = useDraft(`plantings.${organisation.id}`, () => blank)
  const draft = { ...typed, year: typed.year || (country ? sownYearOf(formats.today(), country) : '') }
  const body = rowsOf(draft, language)
  const tried = useTried(body)
  const outcomes = tried.data && tried.isOf ? outcomesOf(draft.fields, tried.data) : []
  const taken = outcomes.filter(({ status }) => status === 'success').length
  const sending = useSending()
  const [entered, setEntered] = useState(0)
  const save = () =>
    body &&
    sending.send(
      () => askOnce('POST /api/inventory/plantings', { body }),
      (result) => {
        const done = outcomesOf(draft.fields, result)
        const refused = done.filter(({ status }) => status === 'refused').map(({ field }) => field)
        setEntered(done.filter(({ status }) => status === 'success').length)
        change({ fields: refused })
        return refused.length === 0
          ? navigate({ to: '/harvest', search: { year: draft.year.trim() } })
          : undefined
      },
    )
  return (
    <>
      <header className="top">
        <div>
          <Link to="/harvest" search={{}} className="back">
            <Icon name="left" size={18} />
            {words.title}
          </Link>
          <h1>{m.title}</h1>
        </div>
      </header>
      {entered > 0 && (
        <div className="note good" role="status">
          {say(m.entered, { n: entered })}
        </div>
      )}
      {maySow ? (
        <div className="sowing">
          <Form
            sending={sending}
            action={taken > 0 ? say(m.enter, { n: taken }) : m.enterNothing}
            isReady={taken > 0 && isOnline}
            onSend={save}
            onCancel={() => void navigate({ to: '/harvest', search: {} })}
          >
            <CropFields draft={draft} change={change} />
            <FieldChoice chosen={draft.fields} onChange={(fields) => change({ fields })} />
            <Outcomes outcomes={outcomes} error={tried.error} isAsking={tried.isAsking} />
          </Form>
        </div>
      ) : (
        <p className="panel pad quiet">{say(words.mayNot, { organisation: organisation.name })}</p>
      )}
    </>
  )
}

/** Asks the service for the likely outcome once nobody has typed for a moment. */
function useTried(body: PlantingRows | undefined) {
  const written = body && JSON.stringify(body)
  const [settled, settle] = useState(written)
  useEffect(() => {
    const timer = setTimeout(() => settle(written), ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [written])
  const asked = useQuery({
    queryKey: ['plantings-tried', settled],
    enabled: settled !== undefined,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    queryFn: () =>
      ask('POST /api/inventory/plantings', {
        query: { dryRun: true },
        body: JSON.parse(settled ?? '[]') as PlantingRows,
      }),
  })
  const isOf = written !== undefined && settled === written
  return {
    data: asked.data,
    isOf,
    error: isOf ? asked.error : null,
    isAsking: written !== undefined && (!isOf || asked.isFetching),
  }
}

interface OutcomesProps {
  outcomes: PlantingOutcome[]
  error: unknown
  isAsking: boolean
}

/** Field by field what the book will say. */
function Outcomes({ outcomes, error, isAsking }: OutcomesProps) {
  const m = useMessages(plantingMessages)
  const refusal = useRefusal()
  const words = { success: m.willSuccess, unchanged: m.willUnchanged, refused: m.willRefused }
  const tones = { success: 'badge good', unchanged: 'badge', refused: 'badge bad' }
  if (error)
    return (
      <div className="note bad" role="alert">
        {refusal(error)}
      </div>
    )
  return (
    <section className="rehearsed" role="status" aria-label={m.outcome} aria-busy={isAsking}>
      {outcomes.length === 0 && <span className="quiet small">{isAsking ? m.asking : m.says}</span>}
      <ul className="stack tight">
        {outcomes.map(({ field, status, says }) => (
          <li key={field.id} className="bar apart">
            <span>
              <b>{field.name}</b>
              {says.map((sentence) => (
                <span key={sentence} className={status === 'refused' ? 'fault said' : 'quiet small said'}>
                  {sentence}
                </span>
              ))}
            </span>
            <span className={tones[status]}>{words[status]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
