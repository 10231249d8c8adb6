import { Link } from '@tanstack/react-router'
import { useMay, useMe } from '../../api/session.ts'
import { storageMessages } from '../../forms/storage-messages.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import { messages } from './messages.ts'

/** Explains, while there is no field, what to do first. */
export function NoFields({ onAdd }: { onAdd: () => void }) {
  const m = useMessages(messages)
  const words = useMessages(storageMessages)
  const { organisation } = useMe()
  const mayAdd = useMay('storage:write')
  return (
    <div className="panel nothing">
      <Icon name="map" size={40} />
      <h2>{m.none}</h2>
      <p className="quiet readable">
        {mayAdd ? m.noneHint : say(m.mayNot, { organisation: organisation.name })}
      </p>
      {mayAdd && (
        <div className="bar">
          <Link className="button primary" to="/import" search={{ kind: 'inventory/boundaries' }}>
            {m.importMap}
          </Link>
          <Link className="button" to="/import" search={{ kind: 'fields' }}>
            {m.importFields}
          </Link>
          <button type="button" className="button" onClick={onAdd}>
            {words.newField}
          </button>
        </div>
      )}
    </div>
  )
}
