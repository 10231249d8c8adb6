import { askOnce } from '../../api/ask-once.ts'
import { putInventoryMovementsIdActionsLimits, type Movement } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useMessages } from '../../i18n/messages.ts'
import { fieldWeight, parseReading } from '../../i18n/numbers.ts'
import { Form, useSending, type Sending } from '../../ui/form.tsx'
import { reasonsOf } from '../../stock/load-reasons.ts'
import { LoadReasonFields } from '../../ui/load-reasons.tsx'
import { Rehearsed, useRehearsal } from '../../ui/rehearsal.tsx'
import { ReadingField } from '../../ui/weight-field.tsx'
import { DriverFields, shownDriver, touchedDriver } from '../../forms/driver-fields.tsx'
import type { ChangeProps } from './change-props.ts'
import { changedShares, Shares, typedShares } from './shares.tsx'
import { panelMessages } from './panel-messages.ts'
import { sendAndReread, useTouched } from './use-touched.ts'
import { ReasonField, useReasonWanted } from './reason-field.tsx'

/** Both readings, lorry and driver: filled in where they are missing, or corrected; or the load is completed as it is. */
export function Complete({ movement, etag, reread, onClose }: ChangeProps) {
  const m = useMessages(panelMessages)
  const read = useReading()
  const sending = useSending(putInventoryMovementsIdActionsLimits)
  const isIncomplete = movement.status === 'incomplete'
  const { typed, draft, change, clear } = useTouched('complete', movement, useStored(movement))
  const full = read(draft.full)
  const empty = read(draft.empty)
  const shares = changedShares(movement.ticket, draft.shares)
  const isExplained = !useReasonWanted() || isIncomplete || draft.reason.trim() !== ''
  const isRight = [full, empty].every((each) => !('isWrong' in each && each.isWrong))
  const isReady = shares !== undefined && isExplained && isRight
  const body = {
    recordId: movement.inventory.recordId,
    reason: draft.reason.trim() || null,
    ...touchedDriver(typed, movement),
    ...(draft.isAnyway && { isComplete: true }),
    ...shares,
    ...reasonsOf(draft),
    weighbridge: {
      full: typed.full === undefined ? null : (full.kg ?? null),
      empty: typed.empty === undefined ? null : (empty.kg ?? null),
    },
  }
  const path = { id: String(movement.id) }
  const rehearsal = useRehearsal(
    'PUT /api/inventory/movements/{id}/actions',
    isReady ? { path, body } : undefined,
  )
  const save = () =>
    sending.send(
      () =>
        sendAndReread(
          askOnce('PUT /api/inventory/movements/{id}/actions', { path, body, ifMatch: etag }),
          reread,
        ),
      () => {
        clear()
        onClose()
      },
    )
  return (
    <Form
      sending={sending}
      action={isIncomplete ? m.complete : m.save}
      isReady={isReady}
      onSend={save}
      onCancel={onClose}
    >
      <Readings draft={draft} change={change} sending={sending} />
      <Shares movement={movement} typed={draft.shares} onType={(shares) => change({ shares })} />
      <DriverFields draft={draft} change={change} at={sending.at} />
      <ReasonField
        value={draft.reason}
        onChange={(reason) => change({ reason })}
        fault={sending.faultOf('reason')}
      />
      {isIncomplete && <Anyway isTicked={draft.isAnyway} onTick={(isAnyway) => change({ isAnyway })} />}
      <LoadReasonFields error={rehearsal.error} value={draft} onChange={change} />
      <Rehearsed rehearsal={rehearsal} commodityId={movement.inventory.commodity.commodity.id} />
    </Form>
  )
}

/** A movement as the form shows it before anything is typed. */
function useStored(movement: Movement) {
  const formats = useFormats()
  const language = useLanguage()
  const written = (kg: number | null) => (kg === null ? '' : fieldWeight(kg, formats, language))
  const { full, empty } = movement.weighbridge
  return {
    full: written(full.weight),
    empty: written(empty.weight),
    ...shownDriver(movement),
    reason: '',
    gradeReason: '',
    holdOverride: '',
    isAnyway: false,
    shares: typedShares(movement.ticket),
  }
}

/** Reads the typed weight of a reading. */
function useReading() {
  const language = useLanguage()
  return (text: string) => {
    const parsed = parseReading(text, language)
    return 'kg' in parsed ? { kg: parsed.kg } : { kg: undefined, isWrong: parsed.fault !== 'none' }
  }
}

/** Checkbox to complete the load as it is. */
function Anyway({ isTicked, onTick }: { isTicked: boolean; onTick: (isTicked: boolean) => void }) {
  const m = useMessages(panelMessages)
  return (
    <label className="check">
      <input type="checkbox" checked={isTicked} onChange={({ target }) => onTick(target.checked)} />
      {m.anyway}
    </label>
  )
}

interface Readings {
  full: string
  empty: string
}

/** Both readings of the weighbridge. */
function Readings(props: { draft: Readings; change: (part: Partial<Readings>) => void; sending: Sending }) {
  const { draft, change, sending } = props
  const m = useMessages(panelMessages)
  return (
    <div className="two">
      {(['full', 'empty'] as const).map((name) => (
        <ReadingField
          key={name}
          label={m[name]}
          value={draft[name]}
          onChange={(text) => change({ [name]: text })}
          fault={sending.faultOf(`weighbridge.${name}`)}
        />
      ))}
    </div>
  )
}
