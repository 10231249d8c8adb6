import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { GiveUpDialog } from '../../forms/on-device.tsx'
import { onDeviceMessages } from '../../forms/on-device-messages.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import type { CheckHere } from '../../offline/bay-checks.ts'
import type { Waiting } from '../../offline/tickets.ts'
import { useChecksHere, useWaiting } from '../../offline/use-outbox.ts'
import type { Bay } from '../../stock/bays.ts'
import { checkMessages } from '../../stock/check-messages.ts'
import { AddCheck } from './add-check.tsx'
import { foundIn, type Found } from './check-draft.ts'
import { checksQuery } from './check-queries.ts'

/** Returns one wording for what was found, in the book or not. */
export function useFoundWords(): (found: Found) => string {
  const m = useMessages(checkMessages)
  const formats = useFormats()
  return ({ temperatures, moisture, insects, smell, rodents }) =>
    [
      temperatures.map(({ celsius }) => say(m.degrees, { t: formats.figure(celsius) })).join(' / '),
      moisture === null ? '' : say(m.moistureOf, { n: formats.figure(moisture) }),
      insects === null ? '' : m[`insects_${insects}`],
      smell === null ? '' : m[`smell_${smell}`],
      rodents === null ? '' : m[`rodents_${rodents}`],
    ]
      .filter(Boolean)
      .join(' · ')
}

/** Lists checks of a bay that are on this device and not in the book. Those that came into it are read with the others. */
export function ChecksHere({ bay }: { bay: Bay }) {
  const { storeId, bayId } = bay
  const queries = useQueryClient()
  const here = useChecksHere().filter((check) => check.storeId === storeId && check.bayId === bayId)
  const waiting = useWaiting()
  const [correcting, correct] = useState<CheckHere>()
  const booked = here.filter(({ bookedAt }) => bookedAt !== undefined).length
  const before = useRef(booked)
  useEffect(() => {
    if (booked > before.current) {
      void queries.invalidateQueries({ queryKey: checksQuery(storeId, bayId).queryKey })
      void queries.invalidateQueries({ queryKey: ['today'] })
    }
    before.current = booked
  }, [booked, storeId, bayId, queries])
  return (
    <>
      {here.flatMap((check) => {
        const entry = waiting.find(({ ticketId }) => ticketId === check.id)
        return entry ? [<Here key={check.id} check={check} entry={entry} onCorrect={correct} />] : []
      })}
      {correcting && (
        <AddCheck key={correcting.id} bay={bay} correcting={correcting} onClose={() => correct(undefined)} />
      )}
    </>
  )
}

interface HereProps {
  check: CheckHere
  entry: Waiting
  onCorrect: (check: CheckHere) => void
}

function Here({ check, entry, onCorrect }: HereProps) {
  const m = useMessages(checkMessages)
  const words = useMessages(onDeviceMessages)
  const formats = useFormats()
  const refusal = useRefusal()
  const found = useFoundWords()
  const [isGivingUp, giveUp] = useState(false)
  const { asTyped, closedAt } = check
  const isRefused = entry.state === 'refused'
  const findings = foundIn(asTyped)
  const { code, message = '', messageId, validation } = entry
  return (
    <li className="row check-here">
      <span>
        <span>{findings && found(findings)}</span>
        {asTyped.note !== '' && <span>{asTyped.note}</span>}
        <span className="quiet small">{formats.moment(closedAt)}</span>
        {isRefused && (
          <span className="fault" role="alert">
            {refusal({ code, message, messageId, validation })}
          </span>
        )}
        <span className="bar">
          <span className={`badge ${isRefused ? 'bad' : 'grain'}`}>
            {isRefused ? words.refused : words.waits}
          </span>
          {isRefused && (
            <>
              <button type="button" className="button" onClick={() => onCorrect(check)}>
                {words.correct}
              </button>
              <button type="button" className="button bare" onClick={() => giveUp(true)}>
                {words.giveUp}
              </button>
            </>
          )}
        </span>
      </span>
      {isGivingUp && <GiveUpDialog item={check} words={m.giveUpWhy} onClose={() => giveUp(false)} />}
    </li>
  )
}
