import { askOnce } from '../../api/ask-once.ts'
import { putInventoryMovementsIdLimits, type Movement } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { editedMoment, typedMoment } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { fieldWeight, parseWeight } from '../../i18n/numbers.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { MomentFields } from '../../ui/moment-fields.tsx'
import { Rehearsed, useRehearsal } from '../../ui/rehearsal.tsx'
import { WeightField } from '../../ui/weight-field.tsx'
import { DriverFields, shownDriver, touchedDriver, type Driven } from '../../forms/driver-fields.tsx'
import type { ChangeProps } from './change-props.ts'
import { isParted } from './shares.tsx'
import { EditedTrade } from './edited-trade.tsx'
import type { TicketTrade } from '../../offline/tickets.ts'
import { panelMessages } from './panel-messages.ts'
import { sendAndReread, useTouched } from './use-touched.ts'
import { ReasonField, useReasonWanted } from './reason-field.tsx'

type EditProps = ChangeProps & { onReadings: () => void }

/** Another weight, day, lorry or driver; balances are shown before it is saved. What nobody touches is sent as it is stored. */
export function Edit({ movement, etag, reread, onClose, onReadings }: EditProps) {
  const m = useMessages(panelMessages)
  const formats = useFormats()
  const language = useLanguage()
  const { organisation } = useMe()
  const sending = useSending(putInventoryMovementsIdLimits)
  const weight = movement.inventory.commodity.weight.weight
  const stored = {
    weight: weight ? fieldWeight(weight, formats, language) : '',
    ...typedMoment(movement.movementDateISO, organisation.timeZone),
    ...shownDriver(movement),
    reason: '',
    // Left out as long as nobody touches it.
    trade: undefined as TicketTrade | null | undefined,
  }
  const { typed, draft, change, clear } = useTouched('edit', movement, stored)
  const parsed = parseWeight(draft.weight, language)
  const kg = typed.weight === undefined ? weight : 'kg' in parsed ? parsed.kg : null
  const at = editedMoment(draft, movement.movementDateISO, organisation.timeZone)
  const isExplained = !useReasonWanted() || draft.reason.trim() !== ''
  const isReady =
    at && isExplained && (typed.weight === undefined || 'kg' in parsed || parsed.fault === 'none')
  const body = isReady
    ? bodyOf(movement, {
        reason: draft.reason.trim() || null,
        weight: kg,
        movementDateISO: at.toISOString(),
        ...touchedDriver(typed, movement),
        ...(typed.trade !== undefined && {
          tradeId: typed.trade?.id || null,
          tradeWindow: typed.trade?.window ?? null,
          orderId: typed.trade?.orderId ?? null,
        }),
      })
    : undefined
  const path = { id: String(movement.id) }
  const rehearsal = useRehearsal('PUT /api/inventory/movements/{id}', body && { path, body })
  const save = () =>
    body &&
    sending.send(
      () =>
        sendAndReread(askOnce('PUT /api/inventory/movements/{id}', { path, body, ifMatch: etag }), reread),
      () => {
        clear()
        onClose()
      },
    )
  return (
    <Form sending={sending} action={m.save} isReady={body !== undefined} onSend={save} onCancel={onClose}>
      <Weight
        {...{ movement, onReadings }}
        typed={draft.weight}
        onChange={(text) => change({ weight: text })}
        fault={sending.faultOf('weight')}
      />
      <MomentFields value={draft} onChange={change} fault={sending.faultOf('movementDateISO')} />
      <DriverFields draft={draft} change={change} at={sending.at} />
      <EditedTrade {...{ movement, kg }} typed={typed.trade} onChange={(trade) => change({ trade })} />
      <ReasonField
        value={draft.reason}
        onChange={(reason) => change({ reason })}
        fault={sending.faultOf('reason')}
      />
      <Rehearsed rehearsal={rehearsal} commodityId={movement.inventory.commodity.commodity.id} />
    </Form>
  )
}

/** Shows the weight, to be corrected here unless the weighbridge read it. */
function Weight(props: {
  movement: Movement
  typed: string
  onChange: (typed: string) => void
  fault: string | undefined
  onReadings: () => void
}) {
  const { movement, typed, onChange, fault, onReadings } = props
  const m = useMessages(panelMessages)
  const formats = useFormats()
  const kg = movement.inventory.commodity.weight.weight ?? 0
  if (isParted(movement))
    return (
      <button type="button" className="button start" onClick={onReadings}>
        {m.readingsAndShares}
      </button>
    )
  if (isWeighed(movement)) return <p className="quiet">{say(m.asWeighed, { kg: formats.weighed(kg) })}</p>
  return <WeightField label={m.weight} value={typed} onChange={onChange} fault={fault} autoFocus />
}

/** Full and empty: its weight is what the weighbridge read. How a lorry's net lies in several bays may be corrected. */
const isWeighed = ({ weighbridge: { full, empty }, ticket }: Movement) =>
  full.weight !== null && empty.weight !== null && ticket === undefined

/** Builds the body of an edit: all of the movement, changed or not. */
function bodyOf(
  { inventory, type, contractId, contractReference, sold, storageContract }: Movement,
  changed: Driven & { tradeId?: string | null; tradeWindow?: number | null; orderId?: string | null } & {
    reason: string | null
    weight: number | null
    movementDateISO: string
  },
) {
  const { destination } = inventory.storage
  const isOut = type === 'outbound'
  return {
    ...changed,
    recordId: inventory.recordId,
    destination: isOut
      ? { organisationId: destination.organisationId, organisationName: destination.organisationName }
      : { storageId: destination.storageId, substorageId: destination.substorageId },
    ...(contractId !== '' && { contractId }),
    ...(contractReference !== '' && { contractReference }),
    ...(storageContract.id !== '' && { storageContractId: storageContract.id }),
    ...(isOut && { sold }),
  }
}
