import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { askOver } from '../../api/ask-once.ts'
import type { HarvestPlan, Operations } from '../../api/operations.ts'
import { unitsHere } from '../../api/units.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import type { Language } from '../../i18n/languages.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { hectaresIn } from '../../i18n/units.ts'
import { parseArea, typedArea } from '../../i18n/numbers.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { useDraft } from '../../offline/drafts.ts'
import { useSending } from '../../ui/form.tsx'
import { fieldsOfPlan, type PlanField } from '../../stock/plan-fields.ts'
import { planMessages } from './plan-messages.ts'
import { planQuery } from './queries.ts'

/** The area typed for a field, and the one stored when somebody began to type. */
interface Typed {
  ha: string
  from: number
}
type TypedAreas = Record<string, Typed>

/** The fields of a plan: what each brought by the hectare, and how much of it is still to be cut. */
export function Areas({ plan, etag }: { plan: HarvestPlan; etag: string | undefined }) {
  const m = useMessages(planMessages)
  const refusal = useRefusal()
  const language = useLanguage()
  const isOnline = useOnline()
  const mayChange = useMay('harvest:write')
  const { organisation } = useMe()
  const [draft, change, clear] = useDraft(`harvest.${organisation.id}.${plan.id}`, () => ({
    typed: {} as TypedAreas,
  }))
  const fields = fieldsOfPlan(plan)
  const most = Math.max(1, ...fields.flatMap(({ perHectare, expected }) => [perHectare ?? 0, expected]))
  const body = bodyOf(fields, draft.typed, language)
  const isWrong = fields.some((field) => isOutOf(field, draft.typed[field.id], language))
  const { sending, save } = useSaving(plan.id, etag, body, clear)
  const set = (id: string, typed: Typed | undefined) => {
    const { [id]: _before, ...others } = draft.typed
    change({ typed: typed === undefined ? others : { ...others, [id]: typed } })
  }
  return (
    <section className="panel list" aria-label={m.fields}>
      <header>
        <h2>{m.fields}</h2>
        {mayChange && <p className="quiet small">{m.remainingHint}</p>}
      </header>
      {sending.error !== null && (
        <div className="note bad" role="alert">
          {refusal(sending.error)}
        </div>
      )}
      <ul>
        {fields.map((field) => (
          <FieldLine
            key={field.id}
            field={field}
            most={most}
            typed={draft.typed[field.id]}
            commodityId={plan.commodity.commodity.id}
            mayChange={mayChange && isOnline}
            onType={(typed) => set(field.id, typed)}
          />
        ))}
      </ul>
      {body.length > 0 && (
        <div className="bar pad areas-foot">
          <button type="button" className="button" onClick={clear}>
            {m.undo}
          </button>
          <button
            type="button"
            className="button primary"
            disabled={sending.isBusy || isWrong || !isOnline}
            onClick={() => void save()}
          >
            {say(m.save, { n: body.length })}
          </button>
        </div>
      )}
    </section>
  )
}

type Body = Operations['PATCH /api/inventory/harvest-plans/{id}/remaining-area']['body']

/** The areas that were changed, with what was stored when somebody began to. */
function bodyOf(fields: PlanField[], typed: TypedAreas, language: Language): Body {
  return fields.flatMap(({ id, area, remaining }) => {
    const own = typed[id]
    const parsed = own && parseArea(own.ha, language)
    if (!parsed || !('value' in parsed) || parsed.value > area || parsed.value === remaining) return []
    return [{ fieldId: id, areaRemaining: parsed.value, originalAreaRemaining: own.from }]
  })
}

/** Saves areas. Where somebody changed anything of the plan meanwhile, the service says by the areas whether that matters. */
function useSaving(id: string, etag: string | undefined, body: Body, onSaved: () => void) {
  const queries = useQueryClient()
  const sending = useSending()
  const path = { id }
  const put = () =>
    askOver(
      'PATCH /api/inventory/harvest-plans/{id}/remaining-area',
      { path, body, ifMatch: etag },
      async () => {
        const fresh = await queries.fetchQuery({ ...planQuery(id), staleTime: 0 })
        return { path, body, ifMatch: fresh.etag }
      },
    )
  const save = async () => {
    if (!(await sending.send(put, onSaved)))
      await queries.invalidateQueries({ queryKey: planQuery(id).queryKey })
  }
  return { sending, save }
}

function isOutOf({ area }: PlanField, typed: Typed | undefined, language: Language): boolean {
  if (!typed) return false
  const parsed = parseArea(typed.ha, language)
  return !('value' in parsed) || parsed.value > area
}

interface LineProps {
  field: PlanField
  most: number
  typed: Typed | undefined
  commodityId: number
  mayChange: boolean
  /** Undefined: as it was. */
  onType: (typed: Typed | undefined) => void
}

function FieldLine({ field, most, typed, commodityId, mayChange, onType }: LineProps) {
  const m = useMessages(planMessages)
  const formats = useFormats(commodityId)
  const { name, recordId, area, remaining, harvested } = field
  const values = { ha: formats.area(remaining), area: formats.area(area) }
  return (
    <li className="field-line">
      <div className="field-name">
        <Link to="/stock/$id" params={{ id: recordId }} search={{}} className="plan-link">
          {name}
        </Link>
        <span className="quiet small">
          {formats.stockWeight(harvested)} · {formats.area(area)} {formats.areaUnit}
        </span>
      </div>
      <Dots {...{ field, most, commodityId }} />
      {mayChange ? (
        <Remaining field={field} typed={typed} onType={onType} />
      ) : (
        <span className="small">{say(m.ofArea, values)}</span>
      )}
    </li>
  )
}

/** Draws a field's yield by the hectare as a dot on a line, with a stroke at the expected yield; in words below. */
function Dots({ field, most, commodityId }: Pick<LineProps, 'field' | 'most' | 'commodityId'>) {
  const m = useMessages(planMessages, commodityId)
  const formats = useFormats(commodityId)
  const { perHectare, expected } = field
  return (
    <div className="dots">
      <div className="dots-line" aria-hidden="true">
        {expected > 0 && <b style={{ insetInlineStart: `${(expected / most) * 100}%` }} />}
        {perHectare !== undefined && <i style={{ insetInlineStart: `${(perHectare / most) * 100}%` }} />}
      </div>
      <span className="small">
        {perHectare === undefined ? (
          <span className="quiet">{m.yieldUnknown}</span>
        ) : (
          <b>
            {formats.yieldOf(perHectare)} {formats.yieldUnit}
          </b>
        )}
        <span className="quiet"> · {say(m.expectedIs, { yield: formats.yieldOf(expected) })}</span>
      </span>
    </div>
  )
}

/** The area that is left to cut, by a slider or by its figure. */
function Remaining({ field, typed, onType }: Pick<LineProps, 'field' | 'typed' | 'onType'>) {
  const m = useMessages(planMessages)
  const formats = useFormats()
  const language = useLanguage()
  const { name, area, remaining } = field
  const text = typed?.ha ?? typedArea(remaining, language)
  const parsed = parseArea(text, language)
  const value = 'value' in parsed ? parsed.value : remaining
  const isWrong = isOutOf(field, typed, language)
  const from = typed?.from ?? remaining
  // The slider is in the unit that is shown. Its steps are fine enough for any field, and reach the end, which round ones would miss.
  const unit = hectaresIn(unitsHere.get())
  const most = area / unit
  return (
    <div className="remaining">
      <div className="remaining-set">
        <input
          type="range"
          min={0}
          max={most}
          step={most / 200}
          value={Math.min(value / unit, most)}
          aria-label={say(m.sliderOf, { field: name })}
          aria-valuetext={say(m.ofArea, { ha: formats.area(value), area: formats.area(area) })}
          onChange={({ target }) => {
            const shown = Math.round(Number(target.value) * 100) / 100
            const ha = Math.min(Math.round(shown * unit * 10_000) / 10_000, area)
            onType(ha === remaining ? undefined : { ha: typedArea(ha, language), from })
          }}
        />
        <input
          className="input num"
          inputMode="decimal"
          autoComplete="off"
          aria-label={say(m.remainingOf, { field: name })}
          aria-invalid={isWrong ? true : undefined}
          value={text}
          onChange={({ target }) => onType({ ha: target.value, from })}
        />
      </div>
      {isWrong ? (
        <span className="fault">{say(m.wrong, { area: formats.area(area) })}</span>
      ) : (
        <span className="quiet small">
          {say(m.ofArea, { ha: formats.area(value), area: formats.area(area) })}
        </span>
      )}
      {typed && typed.from !== remaining && (
        <span className="bar small fault">
          {say(m.meanwhile, { ha: formats.area(remaining) })}
          <button type="button" className="button" onClick={() => onType({ ha: typed.ha, from: remaining })}>
            {m.goOn}
          </button>
        </span>
      )}
    </div>
  )
}
