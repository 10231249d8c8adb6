import { useMessages } from '../../i18n/messages.ts'
import { Choice } from '../../ui/parts.tsx'
import { storeMessages } from './store-messages.ts'

/** Stock in a bay, one record of it. */
export interface Lot {
  recordId: string
  name: string
  weight: number
}

/** Which of several; where there is one, nothing is asked. */
export function LotChoice(props: { lots: Lot[]; value: string; onChange: (id: string) => void }) {
  const m = useMessages(storeMessages)
  if (props.lots.length < 2) return null
  return (
    <Choice label={m.which} value={props.value} onChange={props.onChange}>
      {props.lots.map(({ recordId, name }) => (
        <option key={recordId} value={recordId}>
          {name}
        </option>
      ))}
    </Choice>
  )
}
