import { useState } from 'react'
import { useMessages } from '../i18n/messages.ts'
import { useRefusal } from '../i18n/refusals.ts'
import { giveTicketUp, sendAtOnce } from '../offline/outbox.ts'
import type { Entered, OutboxItem } from '../offline/tickets.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/parts.tsx'
import { onDeviceMessages } from './on-device-messages.ts'

/** Something typed that this device could not keep, and what is done once it was sent. */
export interface UnkeptItem {
  item: OutboxItem
  entry: Entered
  onSent: () => void
}

/** The device keeps nothing: what was typed stays in the form, and can be sent at once by the same rules. */
export function UnkeptHere({ item, entry, onSent, words }: UnkeptItem & { words: string }) {
  const m = useMessages(onDeviceMessages)
  const refusal = useRefusal()
  const [said, sayIt] = useState<string>()
  const go = async () => {
    const { isStored, message } = await sendAtOnce(item, entry)
    if (isStored) onSent()
    else if (message !== undefined) sayIt(refusal({ message }))
  }
  return (
    <div className="note bad" role="alert">
      <span>{said ?? words}</span>
      <button type="button" className="button" onClick={() => void go()}>
        {m.sendNow}
      </button>
    </div>
  )
}

interface GiveUpProps {
  item: OutboxItem
  words: string
  /** A reason that is plain without being typed; it may be typed over. */
  reasonAtFirst?: string
  onClose: () => void
}

/** Gives up something that was refused, with a reason. */
export function GiveUpDialog({ item, words, reasonAtFirst = '', onClose }: GiveUpProps) {
  const m = useMessages(onDeviceMessages)
  const [reason, setReason] = useState(reasonAtFirst)
  const go = async () => {
    await giveTicketUp(item, reason)
    onClose()
  }
  return (
    <Dialog title={m.giveUp} onClose={onClose} isSheet>
      <p className="quiet">{words}</p>
      <TextField label={m.reason} value={reason} onChange={setReason} autoFocus />
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          {m.keep}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={reason.trim() === ''}
          onClick={() => void go()}
        >
          {m.giveUp}
        </button>
      </div>
    </Dialog>
  )
}
