import type { Movement } from '../../api/operations.ts'
import { useMessages } from '../../i18n/messages.ts'
import { TextField } from '../../ui/parts.tsx'
import { panelMessages } from './panel-messages.ts'

/** A form over one movement. */
export interface ChangeProps {
  movement: Movement
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

/** Lorry and driver as the service takes them. */
export const driverOf = ({ vehicle, driver, reference }: DriverDraft) => ({
  driver: {
    name: orNothing(driver),
    vehicleRegistration: orNothing(vehicle),
    loadReference: orNothing(reference),
  },
})

export function DriverFields({
  draft,
  change,
}: {
  draft: DriverDraft
  change: (part: Partial<DriverDraft>) => void
}) {
  const m = useMessages(panelMessages)
  return (
    <>
      <div className="two">
        <TextField label={m.vehicle} value={draft.vehicle} onChange={(vehicle) => change({ vehicle })} />
        <TextField label={m.driver} value={draft.driver} onChange={(driver) => change({ driver })} />
      </div>
      <TextField
        label={m.reference}
        value={draft.reference}
        onChange={(reference) => change({ reference })}
      />
    </>
  )
}
