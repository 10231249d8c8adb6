import { useState } from 'react'
import { askOnce } from '../api/ask-once.ts'
import { postInventoryPartnersIdInviteOwnerLimits } from '../api/operations.ts'
import { useMay } from '../api/session.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Form, useSending } from '../ui/form.tsx'
import { TextField } from '../ui/parts.tsx'
import { inviteMessages } from './invite-messages.ts'
import { Invited } from './invited.tsx'
import { useOnline } from './online.ts'

interface Owner {
  id: string
  name: string
}

/** Beside a contract: lets the owner of stored grain come in, to see what is theirs. For whoever may invite. */
export function InviteOwner({ owner }: { owner: Owner }) {
  const [isOpen, open] = useState(false)
  return (
    <>
      <InviteOwnerButton owner={owner} onOpen={() => open(true)} />
      {isOpen && <InviteOwnerDialog owner={owner} onClose={() => open(false)} />}
    </>
  )
}

/** Opens the invitation of an owner; nothing for whoever may not invite. */
export function InviteOwnerButton({ owner, onOpen }: { owner: Owner; onOpen: () => void }) {
  const m = useMessages(inviteMessages)
  const isOnline = useOnline()
  if (!useMay('users:write')) return null
  return (
    <button
      type="button"
      className="button"
      disabled={!isOnline}
      aria-label={say(m.ownerOf, { name: owner.name })}
      onClick={onOpen}
    >
      {m.owner}
    </button>
  )
}

/** Invites an owner, and shows the link, which is shown nowhere else: a row of a list must not take it along when the list is read anew. */
export function InviteOwnerDialog({ owner: { id, name }, onClose }: { owner: Owner; onClose: () => void }) {
  const m = useMessages(inviteMessages)
  const sending = useSending(postInventoryPartnersIdInviteOwnerLimits)
  const [email, setEmail] = useState('')
  const [made, setMade] = useState<{ email: string; token: string }>()
  const invite = () =>
    sending.send(
      () => askOnce('POST /api/inventory/partners/{id}/invite-owner', { path: { id }, body: { email } }),
      setMade,
    )
  return (
    <Dialog title={say(m.ownerOf, { name })} onClose={onClose}>
      {made ? (
        <>
          <Invited {...made} />
          <div className="dialog-foot">
            <button type="button" className="button primary" onClick={onClose}>
              {m.done}
            </button>
          </div>
        </>
      ) : (
        <>
          <p className="quiet">{say(m.ownerWhat, { name })}</p>
          <Form sending={sending} action={m.invite} isReady={email !== ''} onSend={invite} onCancel={onClose}>
            <TextField
              label={m.email}
              type="email"
              value={email}
              onChange={setEmail}
              {...sending.at('email')}
            />
          </Form>
        </>
      )}
    </Dialog>
  )
}
