import { useMay } from '../../api/session.ts'
import type { Refused } from '../../api/client.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { reasonsOf, type LoadReasons } from '../../stock/load-reasons.ts'
import { LoadReasonFields } from '../../ui/load-reasons.tsx'
import { RehearsalWarnings, warningsIn, type Rehearsal } from '../../ui/rehearsal.tsx'
import { rehearsalMessages } from '../../ui/rehearsal-messages.ts'
import { excessOf } from './judgement.ts'
import { messages } from './refusal-messages.ts'

interface Props {
  ticket: Ticket | undefined
  refused: Refused | undefined
  rehearsal: Pick<Rehearsal, 'answer' | 'expiries'>
  /** It was pressed, and waits for what the service says of it. */
  isJudging: boolean
  /** Questions to answer before it is saved. */
  questions: string[]
  /** Reasons for which it goes all the same. */
  reasons: LoadReasons
  onReasons: (reasons: LoadReasons) => void
  /** Enters it on the first open day, with its own beside it, where the books are closed by then. */
  onLate?: (firstOpenISO: string) => void
  /** Sends the ticket so that it takes all that is left, and the difference is written up. */
  onWriteUp: () => void
}

/** Shows beside the button what is lost, conflicts, questions and coming refusals; and the way on for a lorry that carries a little more than the book has. */
export function RefusalFoot(props: Props) {
  const { ticket, refused, rehearsal, isJudging, questions, reasons, onReasons, onLate, onWriteUp } = props
  const m = useMessages(messages)
  const formats = useFormats()
  const refusal = useRefusal()
  const r = useMessages(rehearsalMessages)
  const mayAdjust = useMay('adjustments:write')
  const warned = Object.values(warningsIn(rehearsal)).flat()
  const isNothing = [...warned, ...questions].length === 0 && !refused && !isJudging
  if (!ticket || (isNothing && Object.keys(reasonsOf(reasons)).length === 0)) return null
  const excess = refused?.fault && excessOf(ticket, refused.fault)
  return (
    <div className="ticket-refusal">
      {isJudging && (
        <p className="quiet small" role="status">
          {r.asking}
        </p>
      )}
      <RehearsalWarnings rehearsal={rehearsal} commodityId={ticket.grain.id} />
      {questions.map((question) => (
        <div key={question} className="note" role="alert">
          {question}
        </div>
      ))}
      {refused && (
        <div className="note bad" role="alert">
          {refusal(refused)}
        </div>
      )}
      {onLate && <LateQuestion ticket={ticket} refused={refused} onLate={onLate} />}
      <LoadReasonFields error={refused} value={reasons} onChange={onReasons} />
      {excess !== undefined && (
        <>
          <button type="button" className="button" disabled={!mayAdjust} onClick={onWriteUp}>
            {say(m.writeUp, { kg: formats.weighed(excess) })}
          </button>
          <span className="quiet small">{mayAdjust ? m.writeUpReason : m.mayNotWriteUp}</span>
        </>
      )}
    </div>
  )
}

interface LateProps {
  ticket: Ticket
  refused: Refused | undefined
  onLate: (firstOpenISO: string) => void
}

/** The one question about a late ticket of closed books. */
function LateQuestion({ ticket, refused, onLate }: LateProps) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { code, body } = refused?.fault ?? {}
  const firstOpen = (body as { firstOpenISO?: unknown } | undefined)?.firstOpenISO
  if (code !== 'period_closed' || typeof firstOpen !== 'string') return null
  return (
    <button type="button" className="button" onClick={() => onLate(firstOpen)}>
      {say(m.enterLate, { open: formats.day(firstOpen), day: formats.day(ticket.openedAt) })}
    </button>
  )
}
