import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMe } from '../../api/session.ts'
import type { FullRecord } from '../../api/operations.ts'
import { isDay, startOfDay } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { sidesOf, type Side } from '../../stock/explain.ts'
import { traceQuery } from '../../stock/queries.ts'
import { colourOf } from '../../ui/bay-picture.tsx'
import { Flow, type FlowSide } from '../../ui/flow.tsx'
import { DayField } from '../../ui/day-field.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { messages } from './messages.ts'

/** Shows the origins of a record and where it went, at any date: as ribbons, and again as a table. */
export function Traced({ record }: { record: FullRecord }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { timeZone } = useMe().organisation
  const { at } = useSearch({ from: '/stock/$id' })
  const navigate = useNavigate({ from: '/stock/$id' })
  // The close of a day is the start of the next.
  const moment = at === undefined ? undefined : startOfDay(formats.addDays(at, 1), timeZone).toISOString()
  const trace = useQuery({ ...traceQuery(record.id, moment), placeholderData: keepPreviousData })
  const show = (day: string) =>
    void navigate({
      search: isDay(day) && day < formats.today() ? { at: day } : {},
      replace: true,
      resetScroll: false,
    })
  return (
    <section className="panel explain" aria-busy={trace.isFetching}>
      <div className="bar apart">
        <h2>{m.traced}</h2>
        <div className="bar traced-at">
          <DayField label={m.tracedAt} value={at ?? formats.today()} onChange={show} />
          {at !== undefined && (
            <button type="button" className="button" onClick={() => show('')}>
              {m.now}
            </button>
          )}
        </div>
      </div>
      {trace.data && <Sides sides={sidesOf(trace.data)} commodityId={record.commodity.commodity.id} />}
      {!trace.data &&
        (trace.error ? (
          <Failed error={trace.error} again={() => void trace.refetch()} />
        ) : (
          <Skeleton rows={1} />
        ))}
    </section>
  )
}

function Sides({ sides, commodityId }: { sides: ReturnType<typeof sidesOf>; commodityId: number }) {
  const m = useMessages(messages)
  const formats = useFormats(commodityId)
  const [opened, setOpened] = useState<string[]>([])
  const toggle = (key: string) =>
    setOpened((before) => (before.includes(key) ? before.filter((each) => each !== key) : [...before, key]))
  const colour = ({ type }: Side) =>
    type === 'loss' || type === 'unaccounted'
      ? 'var(--bad-line)'
      : type === 'outbound'
        ? 'var(--plan)'
        : colourOf(commodityId)
  const nameOf = ({ label, type }: Side) => label || m[`t_${type}`]
  const lineOf = (side: Side): FlowSide => ({
    key: side.key,
    label: nameOf(side),
    hint: [formats.percent(side.share), side.detail || (side.label && m[`t_${side.type}`])]
      .filter(Boolean)
      .join(' · '),
    value: formats.stockWeight(side.kg),
    share: side.share,
    colour: colour(side),
  })
  const shown = (list: Side[]) =>
    list.flatMap((side): FlowSide[] => {
      const isOpen = opened.includes(side.key)
      const opens = side.parts.length > 0 ? { opens: say(m.loads, { n: side.parts.length }), isOpen } : {}
      if (!isOpen) return [{ ...lineOf(side), ...opens }]
      return side.parts.map((part, index) => ({
        ...lineOf(part),
        ...(index === 0 && { key: side.key, ...opens }),
      }))
    })
  if (sides.from.length === 0 && sides.to.length === 0) return <p className="quiet">{m.nothingTraced}</p>
  return (
    <>
      <Flow from={shown(sides.from)} to={shown(sides.to)} onOpen={toggle} />
      <details>
        <summary className="as-table">{m.asTable}</summary>
        <div className="two">
          <SidesTable title={m.madeOf} sides={sides.from} {...{ nameOf, commodityId }} />
          <SidesTable title={m.wentTo} sides={sides.to} {...{ nameOf, commodityId }} />
        </div>
      </details>
    </>
  )
}

function SidesTable(props: {
  title: string
  sides: Side[]
  nameOf: (side: Side) => string
  commodityId: number
}) {
  const { title, sides, nameOf, commodityId } = props
  const m = useMessages(messages, commodityId)
  const formats = useFormats(commodityId)
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" className="num">
            {m.weight}
          </th>
          <th scope="col" className="num">
            {m.share}
          </th>
        </tr>
      </thead>
      <tbody>
        {sides.map((side) => (
          <tr key={side.key}>
            <td>{nameOf(side)}</td>
            <td className="num">{formats.exactStock(side.kg)}</td>
            <td className="num">{formats.percent(side.share)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
