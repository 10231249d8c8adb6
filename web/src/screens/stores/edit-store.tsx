import { useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { patchInventoryStorageIdLimits, type StorageLocation } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import { draftOf, isSamePlace, keptIn } from '../../place/place-draft.ts'
import { PlaceField } from '../../place/place-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { useRequestKey } from '../../ui/request-key.ts'
import { messages } from './messages.ts'
import { storeMessages } from './store-messages.ts'
import { storeQuery } from './store-queries.ts'

interface Props {
  store: StorageLocation
  etag: string | undefined
  onClose: () => void
}

/** The name of a store, and where it is. */
export function EditStore({ store, etag, onClose }: Props) {
  const m = useMessages(storeMessages)
  const words = useMessages(messages)
  const { organisation } = useMe()
  const stored = { name: store.name, place: draftOf(store.location) }
  const [draft, change, clear] = useDraft(`${organisation.id}.store.${store.id}`, () => ({
    ...stored,
    base: stored,
  }))
  // Only what was changed here: somebody else may have changed the rest.
  const body = {
    ...(draft.name !== draft.base.name && { name: draft.name.trim() }),
    ...(!isSamePlace(draft.place, draft.base.place) && {
      location: keptIn(draft.place, organisation.countryISO),
    }),
  }
  const queries = useQueryClient()
  const sending = useSending(patchInventoryStorageIdLimits)
  const key = useRequestKey({ body, etag })
  const path = { id: store.id }
  const close = () => {
    clear()
    onClose()
  }
  async function save() {
    const put = () => ask('PATCH /api/inventory/storage/{id}', { path, body, ifMatch: etag, key })
    if (await sending.send(put)) close()
    else await queries.invalidateQueries({ queryKey: storeQuery(store.id).queryKey })
  }
  return (
    <Dialog title={say(m.editTitle, { name: store.name })} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={m.saveStore}
        isReady={draft.name.trim() !== ''}
        onSend={() => void save()}
        onCancel={close}
      >
        <TextField
          label={words.storeName}
          value={draft.name}
          onChange={(name) => change({ name })}
          {...sending.at('name')}
        />
        <PlaceField
          place={draft.place}
          onChange={(place) => change({ place })}
          fault={sending.faultOf('location.coordinates')}
        />
      </Form>
    </Dialog>
  )
}
