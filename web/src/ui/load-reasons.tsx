import { Refused } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { defineMessages, useMessages } from '../i18n/messages.ts'
import type { LoadReasons } from '../stock/load-reasons.ts'
import { TextField } from './parts.tsx'

const messages = defineMessages({
  en: {
    gradeReason: 'Why may it lower the grade there?',
    holdOverride: 'Why may this load go in spite of the hold?',
  },
  de: {
    gradeReason: 'Warum darf das die Güte dort senken?',
    holdOverride: 'Warum darf diese Fuhre trotz der Sperre fahren?',
  },
  fr: {
    gradeReason: 'Pourquoi peut-il y abaisser la qualité ?',
    holdOverride: 'Pourquoi ce chargement peut-il passer malgré le blocage ?',
  },
})

interface Props {
  /** Refusal of a dry run, if any. */
  error: unknown
  value: LoadReasons
  onChange: (reasons: LoadReasons) => void
}

/** Why a load may go all the same, asked where its dry run was refused: where it lowers a grade, and where a hold is and the reader may override it. */
export function LoadReasonFields({ error, value, onChange }: Props) {
  const m = useMessages(messages)
  const mayOverride = useMay('holds:override')
  const code = error instanceof Refused ? error.fault?.code : undefined
  const asked = {
    gradeReason: code === 'grade_lost',
    holdOverride: code === 'on_hold' && mayOverride,
  }
  return (['gradeReason', 'holdOverride'] as const).map((reason) => {
    const typed = value[reason] ?? ''
    if (!asked[reason] && typed === '') return null
    return (
      <TextField
        key={reason}
        label={m[reason]}
        value={typed}
        onChange={(text) => onChange({ [reason]: text })}
        most={MOST}
      />
    )
  })
}

/** The most characters that the service takes. */
const MOST = 500
