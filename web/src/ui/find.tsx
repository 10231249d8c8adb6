import { useEffect, useState } from 'react'
import { TextField } from './parts.tsx'

const ASKED_AFTER_MS = 300

interface Props {
  label: string
  /** Text that is sought now. */
  query: string
  change: (part: { query: string | undefined }) => void
}

/** Part of a name that a list is narrowed by; it is asked for when nobody has typed for a moment. */
export function Find({ label, query, change }: Props) {
  const [typed, type] = useState(query)
  useEffect(() => {
    if (typed.trim() === query) return
    const timer = setTimeout(() => change({ query: typed.trim() || undefined }), ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, query, change])
  return <TextField label={label} value={typed} onChange={type} />
}
