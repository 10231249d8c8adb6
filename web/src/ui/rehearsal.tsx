import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { rehearseRequest, requestOf, type Given } from '../api/client.ts'
import type {
  BalanceChange,
  CountChange,
  DryRunAnswer,
  ExpiryOfLoad,
  LabelChange,
  LoadChange,
  Operations,
  SameTicket,
} from '../api/operations.ts'
import { useFormats } from '../i18n/format.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { useRefusal } from '../i18n/refusals.ts'
import { rehearsalMessages } from './rehearsal-messages.ts'
import { Warning } from './warning.tsx'

const ASKED_AFTER_MS = 400

type Request = Parameters<typeof rehearseRequest>[0]

/** The effect that a form would have, asked of the service when nobody has typed for a moment. */
export interface Rehearsal {
  answer: DryRunAnswer['dryRun'] | undefined
  /** Load by load, where loads are weighed again. */
  changes: LoadChange[] | undefined
  /** Loads that were entered before with the same ticket. */
  sameTickets: SameTicket[]
  /** Assurances that have ended, or end soon, of whoever sends, gets or carries the load. */
  expiries: ExpiryOfLoad[]
  error: unknown
  isAsking: boolean
  /** Asks at once, although somebody may still be typing. */
  hurry: () => void
}

/** Rehearses what a form would ask for. Nothing is asked while that is undefined. */
export function useRehearsal<K extends keyof Operations>(
  operation: K,
  given: Given<K> | undefined,
): Rehearsal {
  return useRehearsalOf(given && requestOf(operation, given))
}

/** Asks for the effect of a request that is already made, such as an entry that is to go into the outbox. */
export function useRehearsalOf(request: Request | undefined): Rehearsal {
  const { method, path, body } = request ?? {}
  const written = request && JSON.stringify({ method, path, body })
  const [settled, settle] = useState(written)
  useEffect(() => {
    const timer = setTimeout(() => settle(written), ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [written])
  const asked = useQuery({
    queryKey: ['rehearsal', settled],
    enabled: settled !== undefined,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    queryFn: () => rehearseRequest(JSON.parse(settled ?? '{}') as Request),
  })
  const isOf = written !== undefined && settled === written
  return {
    answer: isOf ? asked.data?.dryRun : undefined,
    changes: isOf ? asked.data?.changes : undefined,
    sameTickets: (isOf ? asked.data?.sameTickets : undefined) ?? [],
    expiries: (isOf ? asked.data?.expiries : undefined) ?? [],
    error: isOf ? asked.error : null,
    isAsking: written !== undefined && (!isOf || asked.isFetching),
    hurry: () => settle(written),
  }
}

interface RehearsedProps {
  rehearsal: Rehearsal
  /** Of what is changed, by which a bushel is one; left out where it is several crops. */
  commodityId?: number | undefined
  isGuess?: boolean
  /** True if the warnings to be read before it is saved are shown elsewhere: see `RehearsalWarnings`. */
  isWithoutWarnings?: boolean
}

/** Balances before and after, what is called otherwise, the counts that stand, and the conflicts that are made, in a place that is there from the start: nothing jumps. */
export function Rehearsed({
  rehearsal,
  commodityId,
  isGuess = false,
  isWithoutWarnings = false,
}: RehearsedProps) {
  const m = useMessages(rehearsalMessages)
  const formats = useFormats(commodityId)
  const refusal = useRefusal()
  const { answer, error, isAsking, sameTickets } = rehearsal
  if (error)
    return (
      <div className="note bad" role="alert">
        {refusal(error)}
      </div>
    )
  // Of a load that is only guessed no figure is told.
  const changes = isGuess ? [] : changesIn(answer)
  return (
    <div className="rehearsed" role="status" aria-busy={isAsking}>
      {changes.length === 0 && !isGuess && (
        <span className="quiet small">{isAsking ? m.asking : m.saysBefore}</span>
      )}
      {changes.map(({ recordId, name, place, before, after, isPlan }) => (
        <div key={`${recordId} ${isPlan}`} className="bar apart">
          <span>
            {name || m.newHeap}
            {place && <span className="quiet small"> {place}</span>}
            {isPlan && <span className="quiet small"> {m.byPlan}</span>}
          </span>
          <span className="num">
            <span className="quiet">{formats.exactStock(before)} → </span>
            <b>
              {formats.exactStock(after)} {formats.stockUnit}
            </b>{' '}
            <span className={after < before ? 'change-out' : 'change-in'}>
              {formats.signedStock(Math.round((after - before) * 1000) / 1000)}
            </span>
          </span>
        </div>
      ))}
      {sameTickets.map(({ movementId, reference, movementDateISO }) => (
        <p key={movementId} className="fault">
          {say(m.sameTicket, { reference, day: formats.day(new Date(movementDateISO)) })}
        </p>
      ))}
      {answer?.labels
        .filter(({ isLoss }) => !isLoss)
        .map((change) => (
          <Renamed key={labelKey(change)} {...{ ...change, commodityId }} />
        ))}
      {answer?.counts.map((count) => (
        <Stands key={`${count.recordId} ${count.countedAtUTC}`} {...{ ...count, commodityId }} />
      ))}
      {!isWithoutWarnings && <RehearsalWarnings {...{ rehearsal, commodityId }} />}
    </div>
  )
}

type Warned = Pick<Rehearsal, 'answer' | 'expiries'>

/** The losses and conflicts that a change makes, and what ends of those who have a part in a load, which are to be read before it is saved. */
export function warningsIn({ answer, expiries }: Warned): {
  losses: LabelChange[]
  expiries: ExpiryOfLoad[]
  conflicts: string[]
} {
  const known = new Set(answer?.conflicts.before.map(({ message }) => message))
  return {
    expiries,
    losses: answer?.labels.filter(({ isLoss }) => isLoss) ?? [],
    conflicts: answer?.conflicts.after.map(({ message }) => message).filter((each) => !known.has(each)) ?? [],
  }
}

/** Grades that are lost, in colour, what ends of those who have a part in a load, and conflicts that are made. */
export function RehearsalWarnings({
  rehearsal,
  commodityId,
}: { rehearsal: Warned } & Pick<RehearsedProps, 'commodityId'>) {
  const m = useMessages(rehearsalMessages)
  const { losses, expiries, conflicts } = warningsIn(rehearsal)
  return (
    <>
      {expiries.map(({ message }) => (
        <Warning key={message} text={message} />
      ))}
      {losses.map((change) => (
        <Renamed key={labelKey(change)} {...{ ...change, commodityId }} />
      ))}
      {conflicts.map((message) => (
        <p key={message} className="fault">
          {say(m.conflict, { message })}
        </p>
      ))}
    </>
  )
}

const labelKey = ({ recordId, what, before, isThere }: LabelChange) =>
  `${recordId} ${what} ${before.id} ${isThere}`

type OfCrop = Pick<RehearsedProps, 'commodityId'>

/** That stock is called otherwise, in colour where it is worth less so: of two grades all of it has the lower one. */
function Renamed({ isThere, weight, before, after, isLoss, commodityId }: LabelChange & OfCrop) {
  const m = useMessages(rehearsalMessages, commodityId)
  const formats = useFormats(commodityId)
  const named = { before: before.name || m.noGrade, after: after.name || m.noGrade }
  const words = say(isThere ? m.allBecomes : m.loadBecomes, { ...named, t: formats.shortStock(weight) })
  if (!isLoss) return <p>{words}</p>
  return <Warning text={words} />
}

/** That a count stays as it was counted, although something is entered before it. */
export function Stands({
  countedAtUTC,
  before,
  after,
  commodityId,
}: Pick<CountChange, 'countedAtUTC' | 'before' | 'after'> & OfCrop) {
  const m = useMessages(rehearsalMessages, commodityId)
  const formats = useFormats(commodityId)
  const isTurned = before !== 0 && Math.sign(before) !== Math.sign(after)
  const isLarger = Math.abs(after) > Math.abs(before)
  const isLost = after < 0
  const words = isTurned
    ? isLost
      ? m.nowLost
      : m.nowFound
    : isLost
      ? isLarger
        ? m.lossGrows
        : m.lossShrinks
      : isLarger
        ? m.gainGrows
        : m.gainShrinks
  return (
    <Warning
      text={say(words, {
        when: formats.moment(countedAtUTC),
        weight: formats.exactStock(Math.round(Math.abs(after - before) * 1000) / 1000),
        all: formats.exactStock(Math.abs(after)),
      })}
    />
  )
}

/** Lists the balances changed now, and those changed by the plan, if that ends differently. */
function changesIn(answer: Rehearsal['answer']): (BalanceChange & { isPlan: boolean })[] {
  const { balances = [], planned = [] } = answer ?? {}
  const isSaid = (plan: BalanceChange) =>
    balances.some((each) => each.recordId === plan.recordId && each.after === plan.after)
  return [
    ...balances.map((each) => ({ ...each, isPlan: false })),
    ...planned.filter((each) => !isSaid(each)).map((each) => ({ ...each, isPlan: true })),
  ]
}
