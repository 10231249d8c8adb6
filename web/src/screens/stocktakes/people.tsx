import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.ts'
import { newStocktakeMessages } from './new-messages.ts'
import type { PartProps } from './part-props.ts'
import { colleaguesQuery } from './queries.ts'

/** Choice of those who count and of those who approve; nobody named is anybody who may. */
export function CountersAndApprovers({ draft, change, sending }: PartProps) {
  const m = useMessages(newStocktakeMessages)
  const people = useQuery(colleaguesQuery).data?.docs ?? []
  const { counterIds, approverIds } = draft
  const pick = (name: 'counterIds' | 'approverIds') => {
    const list = draft[name]
    return (
      <fieldset className="stack stocktake-part">
        <legend>{name === 'counterIds' ? m.counters : m.approvers}</legend>
        {people.map(({ id, name: called }) => (
          <label key={id} className="check">
            <input
              type="checkbox"
              checked={list.includes(id)}
              onChange={() =>
                change({ [name]: list.includes(id) ? list.filter((each) => each !== id) : [...list, id] })
              }
            />
            {called}
          </label>
        ))}
        {list.map((_id, index) => {
          const fault = sending.faultOf(`${name}[${index}]`)
          return (
            fault !== undefined && (
              <p key={index} className="fault">
                {fault}
              </p>
            )
          )
        })}
      </fieldset>
    )
  }
  return (
    <details open={counterIds.length + approverIds.length > 0 ? true : undefined}>
      <summary>{m.people}</summary>
      <p className="quiet small">{m.anyCounts}</p>
      <div className="two">
        {pick('counterIds')}
        {pick('approverIds')}
      </div>
    </details>
  )
}
