import { useQuery } from '@tanstack/react-query'
import { defineMessages, useMessages } from '../../i18n/messages.ts'
import { TextField } from '../../ui/parts.tsx'
import { organisationQuery } from './usual-weights.ts'

const messages = defineMessages({
  en: {
    why: 'Why was the weight typed?',
    refused: 'Typed weights are not taken here: take the weight from the scale.',
  },
  de: {
    why: 'Warum wurde das Gewicht von Hand eingegeben?',
    refused: 'Von Hand eingegebene Gewichte werden hier nicht angenommen: Bitte von der Waage übernehmen.',
  },
  fr: {
    why: 'Pourquoi le poids a-t-il été saisi à la main ?',
    refused: 'Les poids saisis à la main ne sont pas acceptés ici : reprenez le poids de la bascule.',
  },
})

interface Props {
  /** True if one of the ticket's weights was typed. */
  isTyped: boolean
  value: string
  onChange: (reason: string) => void
}

/** Asks why a weight was typed where the organisation wants to know, or says that it does not take one; known offline, too. */
export function TypedReason({ isTyped, value, onChange }: Props) {
  const m = useMessages(messages)
  const rule = useQuery(organisationQuery).data?.typedWeights
  if (!isTyped || rule === undefined || rule === 'allowed') return null
  if (rule === 'refused')
    return (
      <p className="note" role="status">
        {m.refused}
      </p>
    )
  return <TextField label={m.why} value={value} onChange={onChange} most={500} />
}
