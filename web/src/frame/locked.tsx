import { useLocation } from '@tanstack/react-router'
import { useMessages } from '../i18n/messages.ts'
import { signInMessages } from '../ui/sign-in-messages.ts'
import { SignInForm } from '../ui/sign-in-form.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { WaitingNote } from './waiting-note.tsx'

/** The session is over: the password is asked for over what is being typed, which stays as it is. */
export function LockedScreen() {
  const m = useMessages(signInMessages)
  const { href } = useLocation()
  return (
    <Dialog title={m.again}>
      <p className="quiet">{m.againHint}</p>
      <WaitingNote />
      <SignInForm to={href} isOverPage />
    </Dialog>
  )
}
