import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { BayCheck } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { Papers, printable } from '../../frame/papers.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { Bay } from '../../stock/bays.ts'
import { lazily } from '../../ui/lazily.tsx'
import { Failed } from '../../ui/parts.tsx'
import { AddCheck } from './add-check.tsx'
import { checkMessages } from '../../stock/check-messages.ts'
import { checksQuery } from './check-queries.ts'
import { ChecksHere, useFoundWords } from './checks-here.tsx'

const TimeChart = lazily(async () => (await import('../../ui/time-chart.tsx')).TimeChart)

const MOST_SHOWN = 10

/** Shows the checks of a bay with the curve of its temperature, and lets whoever may enter one. */
export function BayChecks({ bay, isOurs }: { bay: Bay; isOurs: boolean }) {
  const m = useMessages(checkMessages)
  const mayCheck = useMay('notes:write') && isOurs
  const [isAdding, add] = useState(false)
  const found = useQuery({ ...checksQuery(bay.storeId, bay.bayId), enabled: isOurs })
  if (!isOurs) return null
  const checks = found.data?.docs ?? []
  return (
    <section className="panel list" aria-label={m.checks} aria-busy={found.isPending}>
      <header className="bar apart">
        <h2>{m.checks}</h2>
        {mayCheck && (
          <button type="button" className="button" onClick={() => add(true)}>
            {m.add}
          </button>
        )}
      </header>
      {found.isError && !found.data && <Failed error={found.error} again={() => void found.refetch()} />}
      {found.data && checks.length === 0 && <p className="pad quiet">{m.none}</p>}
      <Curve checks={checks} />
      <ul>
        <ChecksHere bay={bay} />
        {checks.slice(0, MOST_SHOWN).map((check) => (
          <CheckLine key={check.id} check={check} />
        ))}
      </ul>
      {checks.length > 0 && (
        <div className="pad">
          <Papers
            papers={[
              printable('checks', 'GET /api/inventory/storage/{id}/checks/report.pdf', {
                path: { id: bay.storeId },
                query: { substorageId: bay.bayId },
              }),
            ]}
          />
        </div>
      )}
      {isAdding && <AddCheck bay={bay} onClose={() => add(false)} />}
    </section>
  )
}

/** The hottest probe over time: one figure is no curve. */
function Curve({ checks }: { checks: BayCheck[] }) {
  const m = useMessages(checkMessages)
  const formats = useFormats()
  const measured = useMemo(
    () =>
      checks
        .flatMap(({ hottest, checkedAtUTC }) => (hottest === null ? [] : [{ hottest, checkedAtUTC }]))
        .toReversed(),
    [checks],
  )
  const lines = useMemo(
    () => [{ name: m.curve, colour: 'var(--plan)', values: measured.map(({ hottest }) => hottest) }],
    [m, measured],
  )
  const labels = useMemo(
    () => measured.map(({ checkedAtUTC }) => formats.dayMonth(new Date(checkedAtUTC))),
    [formats, measured],
  )
  if (measured.length < 2) return null
  return (
    <div className="pad">
      <div className="small quiet">{m.curve}</div>
      <TimeChart labels={labels} lines={lines} written={formats.figure} unit={1} />
    </div>
  )
}

function CheckLine({ check }: { check: BayCheck }) {
  const m = useMessages(checkMessages)
  const formats = useFormats()
  const found = useFoundWords()
  const { note, alarms } = check
  const beyond = { temperature: m.temperature, rise: m.rise, moisture: m.tooWet }
  return (
    <li className="row">
      <span>
        <span>{found(check)}</span>
        {alarms.length > 0 && (
          <span className="bar">
            {alarms.map((each) => (
              <span key={each} className="badge bad">
                {each in beyond
                  ? beyond[each as keyof typeof beyond]
                  : m[each as 'insects' | 'smell' | 'rodents']}
              </span>
            ))}
          </span>
        )}
        {note !== '' && <span>{note}</span>}
        <span className="quiet small">
          {say(m.by, { person: check.createdByName, moment: formats.moment(check.checkedAtUTC) })}
        </span>
      </span>
    </li>
  )
}
