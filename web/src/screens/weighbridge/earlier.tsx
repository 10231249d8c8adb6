import { lazily } from '../../ui/lazily.tsx'
import { LateButton } from './other-ways.tsx'
import type { FieldsProps } from './fields-props.ts'

const LateTicket = lazily(async () => (await import('./late-ticket.tsx')).LateTicket)

/** A ticket on paper that turns up later, or the way to enter one. */
export function Earlier(props: FieldsProps) {
  const { draft, change } = props
  return draft.day !== '' || draft.time !== '' ? <LateTicket {...props} /> : <LateButton change={change} />
}
