import { ask, rehearse } from '../../api/client.ts'
import { newId } from '../../api/ids.ts'
import type { Movement } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { isDay, startOfDay } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parseWeight } from '../../i18n/numbers.ts'
import { useDraft } from '../../offline/drafts.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { DayField } from '../../ui/day-field.tsx'
import { Rehearsed, useRehearsal } from '../../ui/rehearsal.tsx'
import { WeightField } from '../../ui/weight-field.tsx'
import { DriverFields, driverOf, type ChangeProps } from './driver-fields.tsx'
import { panelMessages } from './panel-messages.ts'

/** Another weight, day, lorry or driver; balances are shown before it is saved. */
export function Edit({ movement, reread, onClose }: ChangeProps) {
  const m = useMessages(panelMessages)
  const formats = useFormats()
  const language = useLanguage()
  const { organisation } = useMe()
  const sending = useSending()
  const weight = movement.inventory.commodity.weight.weight
  const { full, empty } = movement.weighbridge
  const isWeighed = full.weight !== null && empty.weight !== null
  const dayBefore = formats.dayOf(movement.movementDateISO)
  const [draft, change, clear] = useDraft(`edit.${organisation.id}.${movement.id}`, () => ({
    key: newId(),
    weight: weight ? formats.kg(weight) : '',
    day: dayBefore,
    vehicle: movement.driver.vehicleRegistration,
    driver: movement.driver.name,
    reference: movement.driver.loadReference,
  }))
  const parsed = parseWeight(draft.weight, language)
  const kg = 'kg' in parsed ? parsed.kg : null
  // On the same day the hour stays as it was; another day begins at its noon.
  const movementDateISO =
    draft.day === dayBefore || !isDay(draft.day)
      ? movement.movementDateISO
      : new Date(startOfDay(draft.day, organisation.timeZone).getTime() + 12 * 3_600_000).toISOString()
  const isReady = isDay(draft.day) && ('kg' in parsed || parsed.fault === 'none')
  const body = isReady ? bodyOf(movement, { weight: kg, movementDateISO, ...driverOf(draft) }) : undefined
  const path = { id: String(movement.id) }
  const rehearsal = useRehearsal('edit', body, (given) =>
    rehearse('PUT /api/inventory/movements/{id}', { path, body: given }),
  )
  async function save(): Promise<void> {
    if (!body) return
    const isDone = await sending.send(async () => {
      await ask('PUT /api/inventory/movements/{id}', { path, body, key: draft.key })
      await reread()
    })
    if (!isDone) return
    clear()
    onClose()
  }
  return (
    <Form sending={sending} action={m.save} isReady={isReady} onSend={() => void save()} onCancel={onClose}>
      {isWeighed ? (
        <p className="quiet">{say(m.asWeighed, { kg: formats.kg(weight ?? 0) })}</p>
      ) : (
        <WeightField
          label={m.weight}
          value={draft.weight}
          onChange={(text) => change({ weight: text })}
          fault={sending.faultOf('weight')}
          autoFocus
        />
      )}
      <DayField
        label={m.day}
        value={draft.day}
        onChange={(day) => change({ day })}
        fault={sending.faultOf('movementDateISO')}
      />
      <DriverFields draft={draft} change={change} />
      <Rehearsed rehearsal={rehearsal} />
    </Form>
  )
}

/** What an edit says of a movement: all of it, changed or not. */
function bodyOf(
  { inventory, type, contractId, contractReference, sold, storageContract }: Movement,
  changed: { weight: number | null; movementDateISO: string; driver: ReturnType<typeof driverOf>['driver'] },
) {
  const { source, destination } = inventory.storage
  const isOut = type === 'outbound'
  return {
    ...changed,
    recordId: inventory.recordId,
    destination: isOut
      ? { organisationId: destination.organisationId, organisationName: destination.organisationName }
      : { storageId: destination.storageId, substorageId: destination.substorageId },
    ...(type === 'intake' && {
      organisationId: source.organisationId,
      organisationName: source.organisationName,
    }),
    ...(contractId !== '' && { contractId }),
    ...(contractReference !== '' && { contractReference }),
    ...(storageContract.id !== '' && { storageContractId: storageContract.id }),
    ...(isOut && { sold }),
  }
}
