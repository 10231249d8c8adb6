import { Refused } from '../api/client.ts'
import { defineMessages, useMessages } from '../i18n/messages.ts'
import { TextField } from './parts.tsx'

const messages = defineMessages({
  en: { why: 'Why may it lower the grade there?' },
  de: { why: 'Warum darf das die Güte dort senken?' },
  fr: { why: 'Pourquoi peut-il y abaisser la qualité ?' },
})

interface Props {
  /** Refusal of a dry run, if any. */
  error: unknown
  value: string
  onChange: (reason: string) => void
}

/** Why a load may lower the grade of what lies where it goes: asked where the organisation wants to know and it does. */
export function GradeReason({ error, value, onChange }: Props) {
  const m = useMessages(messages)
  const isAsked = error instanceof Refused && error.fault?.code === 'grade_lost'
  if (!isAsked && value === '') return null
  return <TextField label={m.why} value={value} onChange={onChange} most={MOST} />
}

/** The most characters that the service takes. */
const MOST = 500
