import { useMessages } from '../../i18n/messages.ts'
import { mayNotWeighMessages } from './may-not-weigh-messages.ts'

/** Tells whoever may not weigh, before anything is typed. */
export function MayNotWeigh() {
  return <p className="note">{useMessages(mayNotWeighMessages).mayNotWeigh}</p>
}
