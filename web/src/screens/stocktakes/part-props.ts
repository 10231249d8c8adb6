import type { Sending } from '../../ui/form.tsx'
import type { SessionDraft } from './draft.ts'

/** Props of a part of the form that opens a session. */
export interface PartProps {
  draft: SessionDraft
  change: (part: Partial<SessionDraft>) => void
  sending: Sending
}
