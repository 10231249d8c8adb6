import { useNavigate } from '@tanstack/react-router'
import { askOnce } from '../../api/ask-once.ts'
import { patchInventoryStorageIdLimits, type StorageLocation } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { storePageMessages } from './store-messages.ts'

interface Props {
  store: StorageLocation
  etag: string | undefined
  onClose: () => void
}

/** Another bay in a store. */
export function AddBay({ store, etag, onClose }: Props) {
  const m = useMessages(storePageMessages)
  const navigate = useNavigate()
  const { organisation } = useMe()
  const [draft, change, clear] = useDraft(`${organisation.id}.bay.${store.id}`, () => ({ name: '' }))
  const name = draft.name.trim()
  const body = { substorage: [{ name }] }
  const sending = useSending(patchInventoryStorageIdLimits)
  const at = sending.at('substorage[0].name')
  const path = { id: store.id }
  const go = () =>
    sending.send(
      () => askOnce('PATCH /api/inventory/storage/{id}', { path, body, ifMatch: etag }),
      ({ substorage }) => {
        clear()
        onClose()
        const bay = substorage.find((each) => each.name === name)
        return bay && navigate({ to: '/stores/$id', params: path, search: { bay: bay.id } })
      },
    )
  return (
    <Dialog title={m.addBay} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={name ? say(m.addBayNamed, { name }) : m.addBay}
        isReady={name !== ''}
        isSaidBelow={at.fault !== undefined}
        onSend={go}
        onCancel={onClose}
      >
        <TextField
          label={m.bayName}
          value={draft.name}
          autoFocus
          {...at}
          onChange={(text) => change({ name: text })}
        />
      </Form>
    </Dialog>
  )
}
