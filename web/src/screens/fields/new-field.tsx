import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { postInventoryStorageLimits } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useMessages } from '../../i18n/messages.ts'
import { parseMeasure } from '../../i18n/numbers.ts'
import { useDraft } from '../../offline/drafts.ts'
import { draftOf, locationIn } from '../../place/place-draft.ts'
import { PlaceField } from '../../place/place-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { useRequestKey } from '../../ui/request-key.ts'
import { messages } from './messages.ts'

/** A new field by its name; it is drawn on its own page. */
export function NewField({ onClose }: { onClose: () => void }) {
  const m = useMessages(messages)
  const language = useLanguage()
  const navigate = useNavigate()
  const { organisation } = useMe()
  const [draft, change, clear] = useDraft(`${organisation.id}.field`, () => ({
    name: '',
    area: '',
    place: draftOf(),
  }))
  const area = parseMeasure(draft.area, language, 'ha')
  const body = {
    name: draft.name.trim(),
    type: 'field' as const,
    area: 'value' in area ? area.value : null,
    location: locationIn(draft.place, organisation.countryISO),
    substorage: [],
  }
  const sending = useSending(postInventoryStorageLimits)
  const key = useRequestKey(body)
  const go = () =>
    void sending.send(async () => {
      const { id } = await ask('POST /api/inventory/storage', { body, key })
      clear()
      onClose()
      await navigate({ to: '/fields/$id', params: { id }, search: { draw: '1' } })
    })
  return (
    <Dialog title={m.newField} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={m.makeField}
        isReady={body.name !== '' && ('value' in area || draft.area.trim() === '')}
        onSend={go}
        onCancel={onClose}
      >
        <TextField
          label={m.fieldName}
          value={draft.name}
          onChange={(name) => change({ name })}
          {...sending.at('name')}
        />
        <TextField
          label={m.fieldArea}
          hint={m.areaHint}
          value={draft.area}
          onChange={(next) => change({ area: next })}
        />
        <PlaceField place={draft.place} onChange={(place) => change({ place })} />
      </Form>
    </Dialog>
  )
}
