import { useQuery } from '@tanstack/react-query'
import { say, useMessages } from '../../i18n/messages.ts'
import { storesQuery } from '../../stock/queries.ts'
import { Segmented } from '../../ui/parts.tsx'
import { newStocktakeMessages } from './new-messages.ts'
import type { PartProps } from './part-props.ts'

const withOrWithout = <T,>(list: T[], each: T): T[] =>
  list.includes(each) ? list.filter((other) => other !== each) : [...list, each]

/** The stores and bays that are counted: all, or those that are ticked. A store that is ticked has all its bays. */
export function Scope({ draft, change, sending }: PartProps) {
  const m = useMessages(newStocktakeMessages)
  const { error } = sending
  const stores = useQuery(storesQuery).data ?? []
  const { isAll, storageIds, bayIds } = draft
  const fault = error === null ? undefined : faultsOf(sending, draft)
  return (
    <fieldset className="stack stocktake-part">
      <legend>{m.what}</legend>
      <Segmented
        label={m.what}
        value={isAll ? 'all' : 'some'}
        options={{ all: m.everything, some: m.some }}
        onChange={(value) => change({ isAll: value === 'all' })}
      />
      {fault !== undefined && <p className="fault">{fault}</p>}
      {!isAll && (
        <ul className="stocktake-stores">
          {stores.map(({ id, name, substorage }) => (
            <li key={id}>
              <label className="check strong">
                <input
                  type="checkbox"
                  checked={storageIds.includes(id)}
                  onChange={() => change({ storageIds: withOrWithout(storageIds, id) })}
                />
                {name} <span className="quiet small">{say(m.bays, { n: substorage.length })}</span>
              </label>
              {!storageIds.includes(id) && (
                <div className="stocktake-bays">
                  {substorage.map((bay) => (
                    <label key={bay.id} className="check">
                      <input
                        type="checkbox"
                        checked={bayIds.includes(bay.id)}
                        onChange={() => change({ bayIds: withOrWithout(bayIds, bay.id) })}
                      />
                      {bay.name}
                    </label>
                  ))}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

/** The service's message about one of the stores or bays, or about all of them. */
function faultsOf({ faultOf }: PartProps['sending'], { storageIds, bayIds }: PartProps['draft']) {
  const each = (path: string, list: unknown[]) => list.map((_one, index) => `${path}[${index}]`)
  return faultOf(
    'storageIds',
    'substorageIds',
    ...each('storageIds', storageIds),
    ...each('substorageIds', bayIds),
  )
}
