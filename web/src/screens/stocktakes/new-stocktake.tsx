import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { askOnce } from '../../api/ask-once.ts'
import { postInventoryStocktakesLimits as limits } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parseStock } from '../../i18n/numbers.ts'
import { useDraft } from '../../offline/drafts.ts'
import { storesQuery } from '../../stock/queries.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { DayField } from '../../ui/day-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { MomentFields } from '../../ui/moment-fields.tsx'
import { Segmented, TextField } from '../../ui/parts.tsx'
import { useWeightReader } from '../../ui/weight-reader.ts'
import { StockField } from '../../ui/weight-field.tsx'
import { blankSession, percentOf, sessionBodyOf, type SessionDraft } from './draft.ts'
import type { PartProps } from './part-props.ts'
import { newStocktakeMessages } from './new-messages.ts'
import { CountersAndApprovers } from './people.tsx'
import { Scope } from './scope.tsx'
import './stocktakes.css'

/** Opens a session: what is counted, as of when, and by whom. */
export function NewStocktake() {
  const m = useMessages(newStocktakeMessages)
  const navigate = useNavigate()
  const isOnline = useOnline()
  const language = useLanguage()
  const { organisation } = useMe()
  const sending = useSending(limits)
  const [draft, change, clear] = useDraft(`${organisation.id}.new-stocktake`, blankSession)
  const { kg } = useWeightReader(parseStock)(draft.weight)
  const body = sessionBodyOf(draft, { language, timeZone: organisation.timeZone, kg })
  const n = useBayCount(draft)
  const open = () =>
    body &&
    sending.send(
      () => askOnce('POST /api/inventory/stocktakes', { body }),
      (made) => {
        clear()
        return navigate({ to: '/stocktakes/$id', params: { id: made.id } })
      },
    )
  const part = { draft, change, sending }
  return (
    <>
      <header className="top">
        <div>
          <Link to="/stocktakes" search={{}} className="back">
            <Icon name="left" size={18} />
            {m.back}
          </Link>
          <h1>{m.title}</h1>
        </div>
      </header>
      <div className="panel pad stocktake-new">
        <Form
          sending={sending}
          action={n === 0 ? m.open : say(m.openBays, { n })}
          isReady={isOnline && body !== undefined}
          onSend={open}
        >
          <TextField
            label={m.name}
            value={draft.name}
            onChange={(name) => change({ name })}
            hint={m.nameHint}
            {...sending.at('name')}
          />
          <Scope {...part} />
          <CutOff {...part} />
          <label className="check">
            <input
              type="checkbox"
              checked={draft.isBlind}
              onChange={({ target }) => change({ isBlind: target.checked })}
            />
            {m.blind}
          </label>
          <Tolerance {...part} />
          {useMay('stocktakes:write') && <CountersAndApprovers {...part} />}
        </Form>
      </div>
    </>
  )
}

/** Counts the bays that the session will have; 0 as long as the stores are not read. */
function useBayCount({ isAll, storageIds, bayIds }: SessionDraft): number {
  const stores = useQuery(storesQuery).data ?? []
  const bays = stores.flatMap(({ id, substorage }) =>
    substorage.filter((bay) => isAll || storageIds.includes(id) || bayIds.includes(bay.id)),
  )
  return bays.length
}

function CutOff({ draft, change, sending }: PartProps) {
  const m = useMessages(newStocktakeMessages)
  const fault = sending.faultOf('cutOffISO')
  return (
    <fieldset className="stack stocktake-part">
      <legend>{m.when}</legend>
      <Segmented
        label={m.when}
        value={draft.when}
        options={{ now: m.now, day: m.day, moment: m.moment }}
        onChange={(when) => change({ when })}
      />
      {draft.when === 'now' && <p className="quiet small">{fault ?? m.nowHint}</p>}
      {draft.when === 'day' && (
        <DayField
          label={m.day}
          value={draft.day}
          onChange={(day) => change({ day })}
          {...{ fault }}
          hint={m.dayHint}
        />
      )}
      {draft.when === 'moment' && (
        <MomentFields value={draft} onChange={change} fault={fault} hint={m.dayHint} />
      )}
    </fieldset>
  )
}

function Tolerance({ draft, change, sending }: PartProps) {
  const m = useMessages(newStocktakeMessages)
  const language = useLanguage()
  const isRead = percentOf(draft.percent, language) !== undefined
  return (
    <fieldset className="stack stocktake-part">
      <legend>{m.tolerance}</legend>
      <p className="quiet small">{m.toleranceHint}</p>
      <div className="two">
        <TextField
          label={m.percent}
          value={draft.percent}
          onChange={(percent) => change({ percent })}
          fault={isRead ? sending.faultOf('tolerance.percent') : m.noPercent}
        />
        <StockField
          label={m.weight}
          value={draft.weight}
          onChange={(weight) => change({ weight })}
          fault={sending.faultOf('tolerance.weight')}
        />
      </div>
    </fieldset>
  )
}
