import type { Sending } from '../../ui/form.tsx'
import type { TradeDraft } from './draft.ts'

/** The draft of a contract, to the parts of its form. */
export interface TradeFieldsProps {
  draft: TradeDraft
  change: (part: Partial<TradeDraft>) => void
  sending: Sending
}
