import { useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { patchInventoryStorageIdLimits } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parseMeasure, typedMeasure } from '../../i18n/numbers.ts'
import { useDraft } from '../../offline/drafts.ts'
import { draftOf, isSamePlace, keptIn } from '../../place/place-draft.ts'
import { PlaceField } from '../../place/place-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { useRequestKey } from '../../ui/request-key.ts'
import type { VersionedField } from './queries.ts'
import { fieldMessages } from './field-messages.ts'
import { fieldQuery } from './queries.ts'

/** The name of a field, its area, and where it is. */
export function EditField({ field, etag, onClose }: VersionedField & { onClose: () => void }) {
  const m = useMessages(fieldMessages)
  const language = useLanguage()
  const { organisation } = useMe()
  const stored = {
    name: field.name,
    area: field.area === 0 ? '' : typedMeasure(field.area, language),
    place: draftOf(field.location),
  }
  const [draft, change, clear] = useDraft(`${organisation.id}.field.${field.id}`, () => ({
    ...stored,
    base: stored,
  }))
  const area = parseMeasure(draft.area, language, 'ha')
  // Only what was changed here: somebody else may have changed the rest.
  const body = {
    ...(draft.name !== draft.base.name && { name: draft.name.trim() }),
    ...(draft.area !== draft.base.area && { area: 'value' in area ? area.value : null }),
    ...(!isSamePlace(draft.place, draft.base.place) && {
      location: keptIn(draft.place, organisation.countryISO),
    }),
  }
  const queries = useQueryClient()
  const sending = useSending(patchInventoryStorageIdLimits)
  const key = useRequestKey({ body, etag })
  const path = { id: field.id }
  const close = () => {
    clear()
    onClose()
  }
  async function save() {
    const put = () => ask('PATCH /api/inventory/storage/{id}', { path, body, ifMatch: etag, key })
    if (await sending.send(put)) close()
    else await queries.invalidateQueries({ queryKey: fieldQuery(field.id).queryKey })
  }
  const areaFault = 'fault' in area && area.fault !== 'none' ? m.area : undefined
  return (
    <Dialog title={say(m.editTitle, { name: field.name })} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={m.saveField}
        isReady={draft.name.trim() !== '' && areaFault === undefined}
        onSend={() => void save()}
        onCancel={close}
      >
        <TextField
          label={m.name}
          value={draft.name}
          onChange={(name) => change({ name })}
          {...sending.at('name')}
        />
        <TextField
          label={m.area}
          value={draft.area}
          onChange={(next) => change({ area: next })}
          fault={sending.faultOf('area')}
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
