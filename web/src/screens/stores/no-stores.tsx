import { Link } from '@tanstack/react-router'
import { useMay, useMe } from '../../api/session.ts'
import { storageMessages } from '../../forms/storage-messages.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { BayPicture } from '../../ui/bay-picture.tsx'
import { messages } from './messages.ts'

/** Explains, while there is no store, how to get one. */
export function NoStores({ onAdd }: { onAdd: () => void }) {
  const m = useMessages(messages)
  const words = useMessages(storageMessages)
  const { organisation } = useMe()
  const mayAdd = useMay('storage:write')
  return (
    <div className="panel nothing">
      <div className="nothing-picture">
        <BayPicture fill={0} commodityId={0} />
      </div>
      <h2>{m.noStores}</h2>
      <p className="quiet">{mayAdd ? m.noStoresHint : say(m.mayNot, { organisation: organisation.name })}</p>
      {mayAdd && (
        <div className="bar">
          <button type="button" className="button primary" onClick={onAdd}>
            {words.addStore}
          </button>
          <Link className="button" to="/import" search={{}}>
            {m.importFile}
          </Link>
        </div>
      )}
    </div>
  )
}
