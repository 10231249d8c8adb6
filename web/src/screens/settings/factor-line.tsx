import { useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { useSending } from '../../ui/form.tsx'
import { factorTexts } from './factor-texts.ts'

interface LineProps {
  name: string
  about: string
  action: string
  /** The loss that the action brings: it is asked about first. */
  question: string
  work: () => Promise<unknown>
  onDone: () => Promise<unknown>
}

/** A factor with what can be done to it. */
export function FactorLine({ name, about, action, question, work, onDone }: LineProps) {
  const m = useMessages(factorTexts)
  const refusal = useRefusal()
  const sending = useSending()
  const [isAsking, askFirst] = useState(false)
  const act = () => {
    askFirst(false)
    void sending.send(work, onDone)
  }
  return (
    <>
      <div className="bar apart">
        <span>
          <span className="strong">{name}</span>
          <br />
          <span className="quiet small">{about}</span>
          {sending.error !== null && <span className="fault by">{refusal(sending.error)}</span>}
        </span>
        {!isAsking && (
          <button type="button" className="button" disabled={sending.isBusy} onClick={() => askFirst(true)}>
            {action}
          </button>
        )}
      </div>
      {isAsking && (
        <div className="note bad stack" role="alert">
          <p>{question}</p>
          <div className="bar">
            <button type="button" className="button" onClick={() => askFirst(false)}>
              {m.cancel}
            </button>
            <button type="button" className="button" onClick={act}>
              {action}
            </button>
          </div>
        </div>
      )}
    </>
  )
}
