import type { Refused } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { GradeReason } from '../../ui/grade-reason.tsx'
import { excessOf } from './judgement.ts'
import { messages } from './refusal-messages.ts'

interface Props {
  ticket: Ticket | undefined
  refused: Refused | undefined
  /** Questions to answer before it is saved. */
  questions: string[]
  gradeReason: string
  onGradeReason: (reason: string) => void
  /** Sends the ticket so that it takes all that is left, and the difference is written up. */
  onWriteUp: () => void
}

/** Shows questions and coming refusals beside the button; and the way on for a lorry that carries a little more than the book has. */
export function RefusalFoot({ ticket, refused, questions, gradeReason, onGradeReason, onWriteUp }: Props) {
  const m = useMessages(messages)
  const formats = useFormats()
  const refusal = useRefusal()
  const mayAdjust = useMay('adjustments:write')
  if (!ticket || (!refused && gradeReason === '' && questions.length === 0)) return null
  const excess = refused?.fault && excessOf(ticket, refused.fault)
  return (
    <div className="ticket-refusal">
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
      <GradeReason error={refused} value={gradeReason} onChange={onGradeReason} />
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
