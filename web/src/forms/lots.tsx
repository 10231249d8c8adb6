import { defineMessages, useMessages } from '../i18n/messages.ts'
import { Choice } from '../ui/parts.tsx'

const messages = defineMessages({
  en: { which: 'Which stock' },
  de: { which: 'Welcher Bestand' },
  fr: { which: 'Quel stock' },
})

/** Stock that something is done with: a record of it, as it is called where the form was opened. */
export interface Lot {
  recordId: string
  name: string
  /** Kilograms, by the book. */
  weight: number
  commodityId: number
}

/** Which of several; where there is one, nothing is asked. */
export function LotChoice(props: { lots: Lot[]; value: string; onChange: (id: string) => void }) {
  const m = useMessages(messages)
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
