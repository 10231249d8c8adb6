import type { Movement } from '../../api/operations.ts'
import { useMessages } from '../../i18n/messages.ts'
import type { FieldsOf } from '../../ui/fields-of.ts'
import { TextField } from '../../ui/parts.tsx'
import { panelMessages } from './panel-messages.ts'

/** A form over one movement. */
export interface ChangeProps {
  movement: Movement
  /** The version that is shown: what somebody else has changed meanwhile is not overwritten. */
  etag: string | undefined
  /** Reads the movement anew once it is saved: what is changed, copied or taken back next starts from what is stored. */
  reread: () => Promise<unknown>
  onClose: () => void
}

const orNothing = (text: string) => text.trim() || null

interface DriverDraft {
  vehicle: string
  driver: string
  reference: string
}

/** Lorry and driver as a form shows them. */
export const shownDriver = ({ driver }: Movement): DriverDraft => ({
  vehicle: driver.vehicleRegistration,
  driver: driver.name,
  reference: driver.loadReference,
})

/** Lorry and driver as the service takes them. */
export interface Driven {
  driver?: Record<'name' | 'vehicleRegistration' | 'loadReference', string | null>
}

/** Lorry and driver as the service takes them, where one of them was touched: otherwise they stay as they are stored. */
export function touchedDriver(typed: Partial<DriverDraft>, movement: Movement): Driven {
  const isTouched = ['vehicle', 'driver', 'reference'].some((name) => name in typed)
  const { vehicle, driver, reference } = { ...shownDriver(movement), ...typed }
  if (!isTouched) return {}
  return {
    driver: {
      name: orNothing(driver),
      vehicleRegistration: orNothing(vehicle),
      loadReference: orNothing(reference),
    },
  }
}

export function DriverFields({
  draft,
  change,
  at,
}: {
  draft: DriverDraft
  change: (part: Partial<DriverDraft>) => void
  at: FieldsOf['at']
}) {
  const m = useMessages(panelMessages)
  return (
    <>
      <div className="two">
        <TextField
          label={m.vehicle}
          value={draft.vehicle}
          onChange={(vehicle) => change({ vehicle })}
          {...at('driver.vehicleRegistration')}
        />
        <TextField
          label={m.driver}
          value={draft.driver}
          onChange={(driver) => change({ driver })}
          {...at('driver.name')}
        />
      </div>
      <TextField
        label={m.reference}
        value={draft.reference}
        onChange={(reference) => change({ reference })}
        {...at('driver.loadReference')}
      />
    </>
  )
}
