import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askWithEtag } from '../../api/client.ts'
import type { Organisation } from '../../api/operations.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Form, useSending, type Sending } from '../../ui/form.tsx'
import { Choice, TextField } from '../../ui/parts.tsx'
import { WeightField } from '../../ui/weight-field.tsx'
import { useFieldWeight, useWeightReader } from '../../ui/weight-reader.ts'
import { messages } from './messages.ts'
import { organisationSettingsQuery } from './organisation-settings-query.ts'
import { weighingMessages } from './weighing-messages.ts'

const usualWeights = ['usualFullWeight', 'usualNetWeight'] as const
const answers = ['allowed', 'reason', 'refused'] as const

/** Form for what the weighbridge takes as a weight: how heavy lorries are, and which weights may be typed or used again. */
export function WeighingSettings({
  organisation,
  etag,
}: {
  organisation: Organisation
  etag: string | undefined
}) {
  const m = useMessages(weighingMessages)
  const { saved } = useMessages(messages)
  const sending = useSending()
  const { typed, type, days, body } = useWeighingRules(organisation)
  const [isSaved, setSaved] = useState(false)
  const queries = useQueryClient()
  const save = () => {
    setSaved(false)
    return sending.send(
      () => askWithEtag('PATCH /api/identity/organisation', { body: body ?? {}, ifMatch: etag }),
      (answer) => {
        queries.setQueryData(organisationSettingsQuery.queryKey, answer)
        setSaved(true)
      },
    )
  }
  return (
    <section className="panel pad stack">
      <h2>{m.weighing}</h2>
      <Form sending={sending} action={m.save} isReady={body !== undefined} onSend={save}>
        <UsualLorries {...{ typed, type, sending }} />
        <TypedAndRemembered {...{ typed, type, days, sending }} />
        {isSaved && (
          <p className="note good" role="status">
            {saved}
          </p>
        )}
      </Form>
    </section>
  )
}

type FieldsProps = Pick<ReturnType<typeof useWeighingRules>, 'typed' | 'type' | 'days'> & { sending: Sending }

/** The weights of lorries above which the weighbridge asks. */
function UsualLorries({ typed, type, sending }: Omit<FieldsProps, 'days'>) {
  const m = useMessages(weighingMessages)
  return (
    <>
      <div className="two">
        {usualWeights.map((name) => (
          <WeightField
            key={name}
            label={m[name]}
            value={typed[name]}
            onChange={(weight) => type({ [name]: weight })}
            fault={sending.faultOf(name)}
          />
        ))}
      </div>
      <p className="quiet small">{m.hint}</p>
    </>
  )
}

/** Which weights may be typed, and which tares used again. */
function TypedAndRemembered({ typed, type, days, sending }: FieldsProps) {
  const m = useMessages(weighingMessages)
  const fault = Number.isNaN(days) ? say(m.noDays, { typed: typed.rememberedTareDays }) : undefined
  return (
    <>
      <Choice
        label={m.typedWeights}
        value={typed.typedWeights}
        onChange={(chosen) => type({ typedWeights: chosen as Organisation['typedWeights'] })}
        fault={sending.faultOf('typedWeights')}
      >
        {answers.map((answer) => (
          <option key={answer} value={answer}>
            {m[answer]}
          </option>
        ))}
      </Choice>
      <TextField
        label={m.tareDays}
        value={typed.rememberedTareDays}
        onChange={(text) => type({ rememberedTareDays: text })}
        hint={m.tareDaysHint}
        fault={fault ?? sending.faultOf('rememberedTareDays')}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={typed.requiresSteadyTares}
          onChange={({ target }) => type({ requiresSteadyTares: target.checked })}
        />
        {m.requiresSteadyTares}
      </label>
    </>
  )
}

const MOST_DAYS = 3650

/** Reads what is typed; `body` is undefined as long as a weight is none, and `days` no number where they are none. */
function useWeighingRules(organisation: Organisation) {
  const { typedWeights, rememberedTareDays, requiresSteadyTares } = organisation
  const inField = useFieldWeight()
  const read = useWeightReader()
  const [typed, setTyped] = useState(() => ({
    usualFullWeight: inField(organisation.usualFullWeight),
    usualNetWeight: inField(organisation.usualNetWeight),
    rememberedTareDays: String(rememberedTareDays ?? ''),
    typedWeights,
    requiresSteadyTares,
  }))
  const days = daysFrom(typed.rememberedTareDays)
  const [full, net] = usualWeights.map((name) => read(typed[name]).kg)
  const isWhole = full && net && !Number.isNaN(days)
  return {
    typed,
    type: (part: Partial<typeof typed>) => setTyped({ ...typed, ...part }),
    days,
    body: isWhole
      ? { ...typed, usualFullWeight: full, usualNetWeight: net, rememberedTareDays: days }
      : undefined,
  }
}

/** Days as they were typed: null without a limit, NaN where they are no such number. */
function daysFrom(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return null
  const days = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  return days > MOST_DAYS ? Number.NaN : days
}
