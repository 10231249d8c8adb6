import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { newId } from '../../api/ids.ts'
import type { DryRunAnswer, Movement } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { useSending } from '../../ui/form.tsx'
import { panelMessages } from './panel-messages.ts'

/** A movement that was just deleted, with what that took back. */
export interface RemovedMovement {
  movement: Movement
  balances: DryRunAnswer['dryRun']['balances']
}

/** Says what a deletion took back, and offers to enter it again. */
export function Removed({ removed, onDone }: { removed: RemovedMovement; onDone: () => void }) {
  const m = useMessages(panelMessages)
  const formats = useFormats()
  const refusal = useRefusal()
  const sending = useSending()
  const [key] = useState(newId)
  const { movement, balances } = removed
  return (
    <div className="note removed" role="status">
      <div>
        <p>{say(m.removed, { uid: movement.uid })}</p>
        {balances.map(({ recordId, name, before, after }) => (
          <p key={recordId} className="small">
            {say(m.undoOf, { name, before: formats.kg(before), after: formats.kg(after) })}
          </p>
        ))}
        {sending.error !== null && <p className="fault">{refusal(sending.error)}</p>}
      </div>
      <div className="bar">
        <button
          type="button"
          className="button"
          disabled={sending.isBusy}
          onClick={() =>
            void sending.send(() => enterAgain(movement, key)).then((isDone) => isDone && onDone())
          }
        >
          {m.again}
        </button>
        <button type="button" className="button bare" onClick={onDone}>
          {m.done}
        </button>
      </div>
    </div>
  )
}

/** Enters the same load anew: what came in as an intake, anything else as a movement. */
async function enterAgain(movement: Movement, key: string): Promise<unknown> {
  const { inventory, movementDateISO, driver, contractReference, contractId, sold, storageContract } =
    movement
  const { destination } = inventory.storage
  if (movement.type === 'intake') return enterIntakeAgain(movement, key)
  const isOut = movement.type === 'outbound'
  return ask('POST /api/inventory/movements', {
    key,
    body: {
      recordId: inventory.recordId,
      weight: inventory.commodity.weight.weight ?? 0,
      movementDateISO,
      driver,
      sold,
      ...(contractId !== '' && { contractId }),
      ...(contractReference !== '' && { contractReference }),
      ...(storageContract.id !== '' && { storageContractId: storageContract.id }),
      destination: isOut
        ? { organisationId: destination.organisationId, organisationName: destination.organisationName }
        : { storageId: destination.storageId, substorageId: destination.substorageId },
    },
  })
}

async function enterIntakeAgain(movement: Movement, key: string): Promise<unknown> {
  const { inventory, driver, weighbridge, movementDateISO } = movement
  const { source, destination } = inventory.storage
  const record = await ask('GET /api/inventory/records/{id}', { path: { id: inventory.recordId } })
  const { commodity, type, grade, variety, tags } = inventory.commodity
  return ask('POST /api/inventory/records', {
    key,
    body: {
      type: record.type,
      harvestYear: record.harvestYear,
      owned: record.owned,
      commodity: {
        id: commodity.id,
        type: type.id,
        grade: grade.id,
        variety,
        tags: tags.map(({ id }) => id),
      },
      storage: [
        {
          storageId: destination.storageId,
          substorageId: destination.substorageId,
          weight: inventory.commodity.weight.weight,
        },
      ],
      source: {
        type: 'intake',
        owner: { id: record.organisationId, name: record.organisationName },
        intake: {
          moveAtUTC: movementDateISO,
          sender: { id: source.organisationId, name: source.organisationName },
          driverName: driver.name,
          vehicleRegistration: driver.vehicleRegistration,
          loadReference: driver.loadReference,
          weighbridgeRecord: { empty: weighbridge.empty.weight, full: weighbridge.full.weight },
        },
      },
    },
  })
}
