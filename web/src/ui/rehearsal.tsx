import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BalanceChange, DryRunAnswer, LoadChange } from '../api/operations.ts'
import { useFormats } from '../i18n/format.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { useRefusal } from '../i18n/refusals.ts'
import { rehearsalMessages } from './rehearsal-messages.ts'

const ASKED_AFTER_MS = 400

/** What a form would do, asked of the service when nobody has typed for a moment. */
export interface Rehearsal {
  answer: DryRunAnswer['dryRun'] | undefined
  /** Load by load, where loads are weighed again. */
  changes: LoadChange[] | undefined
  error: unknown
  isAsking: boolean
}

/**
 * Rehearses what a form would send. Nothing is asked while the body is undefined.
 *
 * @param name of the form, so that two do not share answers
 */
export function useRehearsal<Body extends object>(
  name: string,
  body: Body | undefined,
  run: (body: Body) => Promise<DryRunAnswer>,
): Rehearsal {
  const written = body && JSON.stringify(body)
  const [settled, settle] = useState(written)
  useEffect(() => {
    const timer = setTimeout(() => settle(written), ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [written])
  const asked = useQuery({
    queryKey: ['rehearsal', name, settled],
    enabled: settled !== undefined,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    queryFn: () => run(JSON.parse(settled ?? '{}') as Body),
  })
  const isOf = written !== undefined && settled === written
  return {
    answer: isOf ? asked.data?.dryRun : undefined,
    changes: isOf ? asked.data?.changes : undefined,
    error: isOf ? asked.error : null,
    isAsking: written !== undefined && (!isOf || asked.isFetching),
  }
}

/** Balances before and after, and the conflicts that are made, in a place that is there from the start: nothing jumps. */
export function Rehearsed({ rehearsal }: { rehearsal: Rehearsal }) {
  const m = useMessages(rehearsalMessages)
  const formats = useFormats()
  const refusal = useRefusal()
  const { answer, error, isAsking } = rehearsal
  if (error)
    return (
      <div className="note bad" role="alert">
        {refusal(error)}
      </div>
    )
  const known = new Set(answer?.conflicts.before.map(({ message }) => message))
  const made = answer?.conflicts.after.filter(({ message }) => !known.has(message)) ?? []
  const changes = changesIn(answer)
  return (
    <div className="rehearsed" role="status" aria-busy={isAsking}>
      {changes.length === 0 && <span className="quiet small">{isAsking ? m.asking : m.saysBefore}</span>}
      {changes.map(({ recordId, name, before, after, isPlan }) => (
        <div key={`${recordId} ${isPlan}`} className="bar apart">
          <span>
            {name || m.newHeap}
            {isPlan && <span className="quiet small"> {m.byPlan}</span>}
          </span>
          <span className="num">
            <span className="quiet">{formats.kg(before)} → </span>
            <b>{formats.kg(after)} kg</b>{' '}
            <span className={after < before ? 'change-out' : 'change-in'}>
              {formats.signedKg(Math.round((after - before) * 1000) / 1000)}
            </span>
          </span>
        </div>
      ))}
      {made.map(({ message }) => (
        <p key={message} className="fault">
          {say(m.conflict, { message })}
        </p>
      ))}
    </div>
  )
}

/** What is changed now; and by the plan, where that ends otherwise. */
function changesIn(answer: Rehearsal['answer']): (BalanceChange & { isPlan: boolean })[] {
  const { balances = [], planned = [] } = answer ?? {}
  const isSaid = (plan: BalanceChange) =>
    balances.some((each) => each.recordId === plan.recordId && each.after === plan.after)
  return [
    ...balances.map((each) => ({ ...each, isPlan: false })),
    ...planned.filter((each) => !isSaid(each)).map((each) => ({ ...each, isPlan: true })),
  ]
}
