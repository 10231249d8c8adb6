import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askWithEtag } from '../../api/client.ts'
import { patchIdentityOrganisationLimits, type Organisation } from '../../api/operations.ts'
import { noteOrganisation } from '../../api/session.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice, Failed, Skeleton, TextField } from '../../ui/parts.tsx'
import { Deletion } from './deletion.tsx'
import { Exports } from './exports.tsx'
import { LetterheadSettings } from './letterhead.tsx'
import { NumberingSettings } from './numbering.tsx'
import { messages } from './messages.ts'
import { organisationSettingsQuery } from './organisation-settings-query.ts'
import { UnitSettings } from './unit-settings.tsx'
import { reasonsMessages } from './reasons-messages.ts'
import { WeighingSettings } from './weighing.tsx'

/** Name, time zone and language of the organisation: its days and its own words go by them. */
export function OrganisationSettings() {
  const { data, error, refetch } = useQuery(organisationSettingsQuery)
  if (!data) return error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />
  return (
    <div className="settings">
      <OrganisationForm organisation={data.result} etag={data.etag} />
      <WeighingSettings organisation={data.result} etag={data.etag} />
      <LetterheadSettings />
      <NumberingSettings />
      <Exports />
      <Deletion />
    </div>
  )
}

function OrganisationForm({ organisation, etag }: { organisation: Organisation; etag: string | undefined }) {
  const m = useMessages(messages)
  const sending = useSending(patchIdentityOrganisationLimits)
  const { id, timeZone, countryISO } = organisation
  const [form, setForm] = useState(() => formOf(organisation))
  const [isSaved, setSaved] = useState(false)
  const [isFewerMeant, meanFewer] = useState(false)
  const { auditYears } = bodyOf(form)
  const isFewer = auditYears > 0 && auditYears < organisation.auditYears
  const queries = useQueryClient()
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part })
  const save = () => {
    setSaved(false)
    return sending.send(
      () => askWithEtag('PATCH /api/identity/organisation', { body: bodyOf(form), ifMatch: etag }),
      (saved) => {
        queries.setQueryData(organisationSettingsQuery.queryKey, saved)
        const { name, timeZone, units } = saved.result
        noteOrganisation({ name, timeZone, units })
        setSaved(true)
      },
    )
  }
  return (
    <section className="panel pad stack">
      <h2>{m.organisation}</h2>
      <Form sending={sending} action={m.save} isReady={!isFewer || isFewerMeant} onSend={save}>
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
        <UnitSettings value={form.units} country={countryISO} onChange={(units) => change({ units })} />
        <OwnRules value={form} onChange={change} />
        <AuditYears
          value={form.auditYears}
          onChange={(text) => change({ auditYears: text })}
          at={sending.at('auditYears')}
          fewerThan={isFewer ? organisation.auditYears : undefined}
          isMeant={isFewerMeant}
          onMeant={meanFewer}
        />
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

/** The fields of the form, as they are stored. */
function formOf(organisation: Organisation) {
  const { name, timeZone, locale, requiresReason, requiresGradeReason, units } = organisation
  const { refusesReserved, countersMayApprove } = organisation
  const auditYears = String(organisation.auditYears)
  return {
    name,
    timeZone,
    locale,
    requiresReason,
    requiresGradeReason,
    refusesReserved,
    countersMayApprove,
    units,
    auditYears,
  }
}

interface AuditYearsProps {
  value: string
  onChange: (text: string) => void
  at: ReturnType<ReturnType<typeof useSending>['at']>
  /** Years of before, where fewer are asked for: entries are deleted then, and that has to be meant. */
  fewerThan: number | undefined
  isMeant: boolean
  onMeant: (isMeant: boolean) => void
}

/** For how many years the audit log is kept. */
function AuditYears({ value, onChange, at, fewerThan, isMeant, onMeant }: AuditYearsProps) {
  const m = useMessages(messages)
  return (
    <>
      <TextField label={m.auditYears} hint={m.auditYearsHint} value={value} onChange={onChange} {...at} />
      {fewerThan !== undefined && (
        <label className="check">
          <input type="checkbox" checked={isMeant} onChange={({ target }) => onMeant(target.checked)} />
          {say(m.auditYearsFewer, { n: value, before: fewerThan })}
        </label>
      )}
    </>
  )
}

/** Makes the body of the request: years that are no number go as 0, which the service refuses at its field. */
function bodyOf({ auditYears, ...form }: ReturnType<typeof formOf>) {
  return { ...form, auditYears: /^\d{1,3}$/.test(auditYears.trim()) ? Number(auditYears) : 0 }
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

const rules = ['requiresReason', 'requiresGradeReason', 'refusesReserved', 'countersMayApprove'] as const
type Rules = Pick<Organisation, (typeof rules)[number]>

/** The changes that need a reason, and whether those who counted may approve. */
function OwnRules({ value, onChange }: { value: Rules; onChange: (part: Partial<Rules>) => void }) {
  const m = useMessages(reasonsMessages)
  return rules.map((rule) => (
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
