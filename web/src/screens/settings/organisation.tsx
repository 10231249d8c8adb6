import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askWithEtag } from '../../api/client.ts'
import { patchIdentityOrganisationLimits, type Organisation } from '../../api/operations.ts'
import { noteOrganisation } from '../../api/session.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Form, useSending, type Sending } from '../../ui/form.tsx'
import { Choice, Failed, Skeleton, TextField } from '../../ui/parts.tsx'
import { WeightField } from '../../ui/weight-field.tsx'
import { useFieldWeight, useWeightReader } from '../../ui/weight-reader.ts'
import { LetterheadSettings } from './letterhead.tsx'
import { lorryMessages } from './lorry-messages.ts'
import { messages } from './messages.ts'
import { UnitSettings } from './unit-settings.tsx'
import { reasonsMessages } from './reasons-messages.ts'

const organisationQuery = queryOptions({
  queryKey: ['organisation'],
  queryFn: () => askWithEtag('GET /api/identity/organisation'),
})

/** Name, time zone and language of the organisation: its days and its own words go by them. */
export function OrganisationSettings() {
  const { data, error, refetch } = useQuery(organisationQuery)
  if (!data) return error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />
  return (
    <div className="settings">
      <OrganisationForm organisation={data.result} etag={data.etag} />
      <LetterheadSettings />
    </div>
  )
}

function OrganisationForm({ organisation, etag }: { organisation: Organisation; etag: string | undefined }) {
  const m = useMessages(messages)
  const sending = useSending(patchIdentityOrganisationLimits)
  const { id, name, timeZone, locale, requiresReason, requiresGradeReason, units } = organisation
  const [form, setForm] = useState({
    name,
    timeZone,
    locale,
    requiresReason,
    requiresGradeReason,
    units,
  })
  const lorries = useUsualLorries(organisation)
  const [isSaved, setSaved] = useState(false)
  const queries = useQueryClient()
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part })
  const body = { ...form, ...lorries.body }
  const save = () => {
    setSaved(false)
    return sending.send(
      () => askWithEtag('PATCH /api/identity/organisation', { body, ifMatch: etag }),
      (saved) => {
        queries.setQueryData(organisationQuery.queryKey, saved)
        const { name, timeZone, units } = saved.result
        noteOrganisation({ name, timeZone, units })
        setSaved(true)
      },
    )
  }
  return (
    <section className="panel pad stack">
      <h2>{m.organisation}</h2>
      <Form sending={sending} action={m.save} isReady={lorries.body !== undefined} onSend={save}>
        <TextField
          label={m.name}
          value={form.name}
          onChange={(text) => change({ name: text })}
          {...sending.at('name')}
        />
        <div className="two">
          <ZoneChoice
            stored={timeZone}
            value={form.timeZone}
            onChange={(zone) => change({ timeZone: zone })}
            fault={sending.faultOf('timeZone')}
          />
          <TextField
            label={m.locale}
            value={form.locale}
            onChange={(text) => change({ locale: text })}
            {...sending.at('locale')}
          />
        </div>
        <UnitSettings
          value={form.units}
          country={organisation.countryISO}
          onChange={(units) => change({ units })}
        />
        <WantedReasons value={form} onChange={change} />
        <UsualLorries {...lorries} sending={sending} />
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

interface ZoneProps {
  /** The one that is stored, which this browser may not know. */
  stored: string
  value: string
  onChange: (zone: string) => void
  fault: string | undefined
}

function ZoneChoice({ stored, ...choice }: ZoneProps) {
  const m = useMessages(messages)
  const zones = [...new Set([stored, ...Intl.supportedValuesOf('timeZone')])].toSorted()
  return (
    <Choice label={m.timeZone} {...choice}>
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zone}
        </option>
      ))}
    </Choice>
  )
}

type Rules = Pick<Organisation, 'requiresReason' | 'requiresGradeReason'>

/** The changes that need a reason. */
function WantedReasons({ value, onChange }: { value: Rules; onChange: (part: Partial<Rules>) => void }) {
  const m = useMessages(reasonsMessages)
  return (['requiresReason', 'requiresGradeReason'] as const).map((rule) => (
    <label key={rule} className="check">
      <input
        type="checkbox"
        checked={value[rule]}
        onChange={({ target }) => onChange({ [rule]: target.checked })}
      />
      {m[rule]}
    </label>
  ))
}

const usualWeights = ['usualFullWeight', 'usualNetWeight'] as const

/** Reads the typed maximum weights of lorries; `body` is undefined as long as one of them is no weight. */
function useUsualLorries(organisation: Organisation) {
  const inField = useFieldWeight()
  const read = useWeightReader()
  const [typed, setTyped] = useState(() => ({
    usualFullWeight: inField(organisation.usualFullWeight),
    usualNetWeight: inField(organisation.usualNetWeight),
  }))
  const [full, net] = usualWeights.map((name) => read(typed[name]).kg)
  const body = full && net ? { usualFullWeight: full, usualNetWeight: net } : undefined
  return { typed, type: (part: Partial<typeof typed>) => setTyped({ ...typed, ...part }), body }
}

function UsualLorries({ typed, type, sending }: ReturnType<typeof useUsualLorries> & { sending: Sending }) {
  const m = useMessages(lorryMessages)
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
