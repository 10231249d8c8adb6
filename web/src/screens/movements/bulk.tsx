import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import type { Movement } from '../../api/operations.ts'
import { useOnline } from '../../frame/online.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { messages } from './messages.ts'

interface Outcome {
  done: number
  refused: { uid: string; why: string }[]
}

/** Runs an action on all chosen movements, one after the other; each refusal is listed with the service's sentence. */
export function Bulk({ picked, onDone }: { picked: Movement[]; onDone: () => void }) {
  const m = useMessages(messages)
  const refusal = useRefusal()
  const queries = useQueryClient()
  const isOnline = useOnline()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  async function all(work: (movement: Movement) => Promise<unknown>): Promise<void> {
    setBusy(true)
    const next: Outcome = { done: 0, refused: [] }
    for (const movement of picked) {
      try {
        await work(movement)
        next.done += 1
      } catch (error) {
        next.refused.push({ uid: movement.documentNumber || movement.uid, why: refusal(error) })
      }
    }
    setOutcome(next)
    setBusy(false)
    onDone()
    void queries.invalidateQueries()
  }
  const duplicate = ({ id, inventory: { recordId } }: Movement) =>
    askOnce('POST /api/inventory/movements/{id}/duplicate', {
      path: { id: String(id) },
      body: { recordId, count: 1 },
    })
  const complete = ({ id, inventory: { recordId } }: Movement) =>
    askOnce('PUT /api/inventory/movements/{id}/actions', {
      path: { id: String(id) },
      body: { recordId, isComplete: true },
    })
  return (
    <>
      {picked.length > 0 && (
        <div className="note bulk" role="group">
          <span>{say(m.chosen, { n: picked.length })}</span>
          <button
            type="button"
            className="button"
            disabled={isBusy || !isOnline}
            onClick={() => void all(duplicate)}
          >
            {m.duplicate}
          </button>
          <button
            type="button"
            className="button primary"
            disabled={isBusy || !isOnline}
            onClick={() => void all(complete)}
          >
            {m.completeThem}
          </button>
          <button type="button" className="button bare" disabled={isBusy} onClick={onDone}>
            {m.unchoose}
          </button>
        </div>
      )}
      {outcome && picked.length === 0 && <Done outcome={outcome} />}
    </>
  )
}

/** Shows how many are done, and the refusal of each of the others. */
function Done({ outcome: { done, refused } }: { outcome: Outcome }) {
  const m = useMessages(messages)
  return (
    <div className={refused.length > 0 ? 'note bad' : 'note good'} role="status">
      <div>
        {done > 0 && <p>{say(m.done, { n: done })}</p>}
        {refused.length > 0 && (
          <>
            <p>{say(m.refusedOnes, { n: refused.length })}</p>
            <ul>
              {refused.map(({ uid, why }) => (
                <li key={uid}>
                  {uid}: {why}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}
