import { ask, rehearse } from '../../api/client.ts'
import { newId } from '../../api/ids.ts'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useMessages } from '../../i18n/messages.ts'
import { parseWeight } from '../../i18n/numbers.ts'
import { useDraft } from '../../offline/drafts.ts'
import { Form, useSending, type Sending } from '../../ui/form.tsx'
import { Rehearsed, useRehearsal } from '../../ui/rehearsal.tsx'
import { WeightField } from '../../ui/weight-field.tsx'
import { DriverFields, driverOf, type ChangeProps } from './driver-fields.tsx'
import { panelMessages } from './panel-messages.ts'

/** Both readings, lorry and driver: filled in where they are missing, or corrected; or the load is completed as it is. */
export function Complete({ movement, reread, onClose }: ChangeProps) {
  const m = useMessages(panelMessages)
  const language = useLanguage()
  const { organisation } = useMe()
  const sending = useSending()
  const { weighbridge, inventory, status } = movement
  const isIncomplete = status === 'incomplete'
  const formats = useFormats()
  const written = (kg: number | null) => (kg === null ? '' : formats.kg(kg))
  const [draft, change, clear] = useDraft(`complete.${organisation.id}.${movement.id}`, () => ({
    key: newId(),
    full: written(weighbridge.full.weight),
    empty: written(weighbridge.empty.weight),
    vehicle: movement.driver.vehicleRegistration,
    driver: movement.driver.name,
    reference: movement.driver.loadReference,
    isAnyway: false,
  }))
  const read = (text: string) => {
    const parsed = parseWeight(text, language)
    return 'kg' in parsed ? { kg: parsed.kg } : { kg: undefined, isWrong: parsed.fault !== 'none' }
  }
  const full = read(draft.full)
  const empty = read(draft.empty)
  const isReady = !('isWrong' in full && full.isWrong) && !('isWrong' in empty && empty.isWrong)
  const body = {
    recordId: inventory.recordId,
    ...driverOf(draft),
    ...(draft.isAnyway && { isComplete: true }),
    weighbridge: { full: full.kg ?? null, empty: empty.kg ?? null },
  }
  const path = { id: String(movement.id) }
  const rehearsal = useRehearsal('complete', isReady ? body : undefined, (given) =>
    rehearse('PUT /api/inventory/movements/{id}/actions', { path, body: given }),
  )
  async function save(): Promise<void> {
    const isDone = await sending.send(async () => {
      await ask('PUT /api/inventory/movements/{id}/actions', { path, body, key: draft.key })
      await reread()
    })
    if (!isDone) return
    clear()
    onClose()
  }
  return (
    <Form
      sending={sending}
      action={isIncomplete ? m.complete : m.save}
      isReady={isReady}
      onSend={() => void save()}
      onCancel={onClose}
    >
      <Readings draft={draft} change={change} sending={sending} />
      <DriverFields draft={draft} change={change} />
      {isIncomplete && (
        <label className="check">
          <input
            type="checkbox"
            checked={draft.isAnyway}
            onChange={({ target }) => change({ isAnyway: target.checked })}
          />
          {m.anyway}
        </label>
      )}
      <Rehearsed rehearsal={rehearsal} />
    </Form>
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
        <WeightField
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
