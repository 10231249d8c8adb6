import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { Attach, Attached, type AttachedFile } from '../../frame/attach.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import type { Entry } from '../../stock/timeline.ts'
import { useSending } from '../../ui/form.tsx'
import { messages } from './messages.ts'

const MOST_FILES = 50

/** The papers of a count: what was written down at the bay, or a photo of it. Whoever may count adds them and takes them off. */
export function CountPapers({ recordId, entry }: { recordId: string; entry: Entry }) {
  const m = useMessages(messages)
  const refusal = useRefusal()
  const mayAdd = [useMay('adjustments:write'), useMay('files:write')].every(Boolean)
  const [isOpen, open] = useState(false)
  const sending = useSending()
  const { id, adjustment } = entry.source.details
  const files = adjustment?.files ?? []
  const path = { id: recordId, adjustmentId: String(id) }
  const change = (next: AttachedFile[]) =>
    void sending.send(async () => {
      for (const file of next.filter((each) => !files.some((other) => other.id === each.id)))
        await ask('PUT /api/inventory/records/{id}/adjustments/{adjustmentId}/files', {
          path,
          body: { id: file.id },
        })
      for (const file of files.filter((each) => !next.some((other) => other.id === each.id)))
        await ask('DELETE /api/inventory/records/{id}/adjustments/{adjustmentId}/files/{fileId}', {
          path: { ...path, fileId: file.id },
        })
    })
  return (
    <div className="stack tight count-papers">
      {!isOpen && <Attached files={files} />}
      {sending.error !== null && (
        <p className="fault" role="alert">
          {refusal(sending.error)}
        </p>
      )}
      {mayAdd && (
        <button
          type="button"
          className="cell-link entry-link"
          aria-expanded={isOpen}
          onClick={() => open(!isOpen)}
        >
          {m.papers}
        </button>
      )}
      {isOpen && <Attach files={files} type="misc" most={MOST_FILES} onChange={change} />}
    </div>
  )
}
