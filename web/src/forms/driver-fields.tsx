import type { Movement } from '../api/operations.ts'
import { defineMessages, useMessages } from '../i18n/messages.ts'
import type { FieldsOf } from '../ui/fields-of.ts'
import { TextField } from '../ui/parts.tsx'

const messages = defineMessages({
  en: { vehicle: 'Lorry', driver: 'Driver', reference: 'Reference' },
  de: { vehicle: 'Lastwagen', driver: 'Fahrer', reference: 'Zeichen' },
  fr: { vehicle: 'Camion', driver: 'Chauffeur', reference: 'Référence' },
})

const orNothing = (text: string) => text.trim() || null

/** Lorry, driver and reference as they are typed. */
export interface DriverDraft {
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
export const driverOf = ({ vehicle, driver, reference }: DriverDraft) => ({
  name: orNothing(driver),
  vehicleRegistration: orNothing(vehicle),
  loadReference: orNothing(reference),
})

/** Driver fields, where one of them was touched: otherwise they stay as they are stored. */
export interface Driven {
  driver?: ReturnType<typeof driverOf>
}

export function touchedDriver(typed: Partial<DriverDraft>, movement: Movement): Driven {
  const isTouched = ['vehicle', 'driver', 'reference'].some((name) => name in typed)
  return isTouched ? { driver: driverOf({ ...shownDriver(movement), ...typed }) } : {}
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
  const m = useMessages(messages)
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
