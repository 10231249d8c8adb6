import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Blend } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Rehearsed, type Rehearsal } from '../../ui/rehearsal.tsx'
import { StockLink } from '../../stock/stock-link.tsx'
import { Grades } from './grades.tsx'
import { messages } from './messages.ts'

interface Props {
  rehearsal: Rehearsal
  isAsked: boolean
  /** Of all that is taken, if it is one crop. */
  commodityId: number | undefined
}

/** Shows the service's forecast of the blend: the page works out nothing itself. */
export function Outcome({ rehearsal, isAsked, commodityId }: Props) {
  const m = useMessages(messages)
  const blend = useLast(rehearsal, isAsked)
  return (
    <section className="panel pad blend-outcome" aria-label={m.outcome} aria-busy={rehearsal.isAsking}>
      <h2>{m.outcome}</h2>
      {isAsked ? <Rehearsed {...{ rehearsal, commodityId }} /> : <p className="quiet">{m.outcomeHint}</p>}
      {blend && (
        <>
          <Lot blend={blend} />
          <Grades blend={blend} />
          <Parts blend={blend} />
          <Concerned blend={blend} />
        </>
      )}
    </section>
  )
}

/** Old figures stay while new ones are asked for; what was refused has none. */
function useLast({ answer, error }: Rehearsal, isAsked: boolean): Blend | undefined {
  const [last, keep] = useState(answer?.blend)
  if (answer && answer.blend !== last) keep(answer.blend)
  if (!isAsked || error !== null) return undefined
  return answer ? answer.blend : last
}

/** Two kinds of grain are none. */
const cropOf = ({ commodity }: Blend) => commodity.id || undefined

function Lot({ blend }: { blend: Blend }) {
  const m = useMessages(messages)
  const formats = useFormats(cropOf(blend))
  const { place, weight, commodity, type, grade, variety } = blend
  const known = [type.name, grade.name, variety].filter(Boolean).join(' · ')
  return (
    <div className="blend-lot">
      <span className="quiet small">{place === 'lorry' ? m.onLorry : m.inBay}</span>
      <span className="blend-weight">
        {formats.exactStock(weight)} <small>{formats.stockUnit}</small>
      </span>
      <span className="strong">{commodity.name || m.twoKinds}</span>
      <span className="quiet small">{known}</span>
    </div>
  )
}

/** Lists the parts of the blend, and their owners. */
function Parts({ blend }: { blend: Blend }) {
  const m = useMessages(messages, cropOf(blend))
  const formats = useFormats(cropOf(blend))
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={m.composition}>
      <h3>{m.composition}</h3>
      <table className="table blend-table">
        <thead>
          <tr>
            <th scope="col">{m.from}</th>
            <th scope="col" className="num">
              {m.weight}
            </th>
            <th scope="col" className="num">
              {m.share}
            </th>
          </tr>
        </thead>
        <tbody>
          {blend.parts.map(({ recordId, name, place, ownerName, weight, share, isThere }) => (
            <tr key={`${recordId} ${isThere}`}>
              <th scope="row">
                <StockLink recordId={recordId}>{place || name}</StockLink>
                <span className="quiet small">
                  {[ownerName, isThere && m.liesThere].filter(Boolean).join(' · ')}
                </span>
              </th>
              <td className="num">{formats.exactStock(weight)}</td>
              <td className="num">{formats.figure(share)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Owners and storage contracts whose grain is touched. */
function Concerned({ blend }: { blend: Blend }) {
  const m = useMessages(messages)
  const formats = useFormats(cropOf(blend))
  const { owners, contracts } = blend
  return (
    <dl className="blend-concerned">
      <div>
        <dt>{m.owners}</dt>
        <dd>
          {owners
            .map(({ name, weight }) => `${name} ${formats.exactStock(weight)} ${formats.stockUnit}`)
            .join(', ')}
        </dd>
      </div>
      <div>
        <dt>{m.contracts}</dt>
        <dd>
          {contracts.length === 0 && <span className="quiet">{m.noContracts}</span>}
          {contracts.map(({ id, reference, ownerName }) => (
            <Link key={id} to="/contracts/$id" params={{ id }} className="text-link">
              {say(m.contractOf, { reference: reference || '–', owner: ownerName })}
            </Link>
          ))}
        </dd>
      </div>
    </dl>
  )
}
