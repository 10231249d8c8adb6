import { useState } from 'react'
import { useMay } from '../../api/session.ts'
import { storageMessages } from '../../forms/storage-messages.ts'
import { StorageForm } from '../../forms/storage.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { messages } from './messages.ts'

/** There is no bay to weigh into: the first store is made here. */
export function FirstStore() {
  const m = useMessages(messages)
  const words = useMessages(storageMessages)
  const may = useMay('storage:write')
  const [isAdding, add] = useState(false)
  return (
    <section className="panel nothing">
      <h2>{m.noStores}</h2>
      <p className="quiet">{m.noStoresHint}</p>
      <button type="button" className="button primary big" disabled={!may} onClick={() => add(true)}>
        {words.addStore}
      </button>
      {isAdding && <StorageForm type="store" onClose={() => add(false)} />}
    </section>
  )
}
