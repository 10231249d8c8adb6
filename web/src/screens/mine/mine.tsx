import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { OwnerStatement } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { SaveTable } from '../../frame/save-table.tsx'
import { Papers, printable } from '../../frame/papers.tsx'
import { isDay } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { DayField } from '../../ui/day-field.tsx'
import { NothingYet } from '../../ui/narrowed.tsx'
import { Choice, Failed, Skeleton } from '../../ui/parts.tsx'
import { ToConfirm, WhoBooksForUs } from '../../stock/to-confirm.tsx'
import { Balances } from './balances.tsx'
import { Lots } from './lots.tsx'
import { messages } from './messages.ts'
import './mine.css'
import { statementTablePath, statementQuery, type Span } from './queries.ts'
import { StatementLines } from './statement-lines.tsx'
import { OwnerTakeOver } from './take-over.tsx'

const route = getRouteApi('/mine')

/** Shows an organisation's grain in stores of others: how much on a date, what came and went, what was lost and who bears it. */
export function Mine() {
  const m = useMessages(messages)
  const formats = useFormats()
  const { organisation } = useMe()
  const { from, at, with: chosen } = route.useSearch()
  const span: Span = { ...(from && { from }), ...(at && { at }) }
  const statement = useQuery({ ...statementQuery(organisation.id, span), placeholderData: keepPreviousData })
  const elsewhere = statement.data?.groups.filter(({ storerId }) => storerId !== organisation.id) ?? []
  const storers = new Map(elsewhere.map(({ storerId, storerName }) => [storerId, storerName]))
  const storerId = chosen && storers.has(chosen) ? chosen : ([...storers.keys()][0] ?? '')
  const groups = elsewhere.filter((group) => group.storerId === storerId)
  return (
    <>
      <header className="top">
        <div>
          <h1>{m.title}</h1>
          <p className="quiet">{at ? say(m.close, { day: formats.day(at) }) : m.now}</p>
        </div>
        {groups.length > 0 && <Export ownerId={organisation.id} span={{ ...span, storerId }} />}
      </header>
      <OwnerTakeOver />
      <ToConfirm />
      <When storers={storers} storerId={storerId} />
      {statement.data === undefined ? (
        statement.error ? (
          <Failed error={statement.error} again={() => void statement.refetch()} />
        ) : (
          <Skeleton rows={3} />
        )
      ) : groups.length === 0 ? (
        <Nothing />
      ) : (
        <Statement
          groups={groups}
          leftOut={statement.data?.leftOut ?? 0}
          isStale={statement.isPlaceholderData}
        />
      )}
      <WhoBooksForUs />
    </>
  )
}

interface StatementProps {
  groups: OwnerStatement['groups']
  leftOut: number
  isStale: boolean
}

function Statement({ groups, leftOut, isStale }: StatementProps) {
  const m = useMessages(messages)
  const { at } = route.useSearch()
  const storerId = groups[0]?.storerId ?? ''
  return (
    <div className="stack" aria-busy={isStale}>
      <Balances groups={groups} />
      <Lots storerId={storerId} at={at} />
      {leftOut > 0 && <p className="note">{say(m.leftOut, { n: leftOut })}</p>}
      <StatementLines groups={groups} />
    </div>
  )
}

/** From when to when, and with whom where there are several; the address holds all of it. */
function When({ storers, storerId }: { storers: Map<string, string>; storerId: string }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const navigate = useNavigate()
  const address = route.useSearch()
  const go = (name: 'from' | 'at' | 'with', value: string | undefined) => {
    const others = Object.fromEntries(Object.entries(address).filter(([key]) => key !== name))
    void navigate({ to: '/mine', search: value ? { ...others, [name]: value } : others, replace: true })
  }
  const today = formats.today()
  return (
    <section className="panel mine-when" aria-label={m.period}>
      <DayField
        label={m.from}
        value={address.from ?? `${today.slice(0, 4)}-01-01`}
        onChange={(day) => go('from', isDay(day) ? day : undefined)}
      />
      <DayField
        label={m.until}
        value={address.at ?? today}
        onChange={(day) => go('at', isDay(day) && day !== today ? day : undefined)}
      />
      {storers.size > 1 && (
        <Choice label={m.keeper} value={storerId} onChange={(id) => go('with', id)}>
          {[...storers].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      )}
    </section>
  )
}

function Export({ ownerId, span }: { ownerId: string; span: Span }) {
  return (
    <div className="bar">
      <SaveTable path={statementTablePath(ownerId, span)} name="statement" />
      <Papers
        papers={[
          printable('statement', 'GET /api/inventory/owners/{id}/statement.pdf', {
            path: { id: ownerId },
            query: span,
          }),
        ]}
      />
    </div>
  )
}

function Nothing() {
  const m = useMessages(messages)
  return <NothingYet icon="handed" title={m.none} hint={m.noneHint} />
}
