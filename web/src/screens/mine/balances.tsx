import type { OwnerStatement } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { colourOf } from '../../ui/bay-picture.tsx'
import { Besides } from '../../ui/besides.tsx'
import { messages } from './messages.ts'

const figures = ['opening', 'cameIn', 'wentOut', 'lost', 'found'] as const

/** Shows the weight of each grain that lies there at the end, and how it came to be that. */
export function Balances({ groups }: { groups: OwnerStatement['groups'] }) {
  const m = useMessages(messages)
  return (
    <section className="stack tight" aria-label={m.balance}>
      <h2>{say(m.at, { storer: groups[0]?.storerName ?? '' })}</h2>
      <ul className="mine-balances">
        {groups.map((group) => (
          <Balance key={group.commodity.id} group={group} />
        ))}
      </ul>
    </section>
  )
}

function Balance({ group }: { group: OwnerStatement['groups'][number] }) {
  const m = useMessages(messages)
  const formats = useFormats(group.commodity.id)
  return (
    <li className="panel pad mine-balance">
      <span className="bar">
        <i className="mine-dot" style={{ background: colourOf(group.commodity.id) }} aria-hidden="true" />
        <span className="strong">{group.commodity.name}</span>
      </span>
      <span className="mine-weight">
        {formats.exactStock(group.closing)} <small>{formats.stockUnit}</small>
      </span>
      <Besides weight={group.closing} commodityId={group.commodity.id} />
      <dl>
        {figures.map((name) => (
          <div key={name}>
            <dt>{m[name]}</dt>
            <dd className="num">{formats.exactStock(group[name])}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
