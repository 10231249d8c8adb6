import { useQueryClient } from '@tanstack/react-query'
import { askOnce } from '../api/ask-once.ts'
import {
  patchInventoryStorageIdLimits,
  postInventoryStorageLimits,
  type StorageDetails,
} from '../api/operations.ts'
import { useMe } from '../api/session.ts'
import { useLanguage } from '../i18n/language.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { parseArea, typedArea } from '../i18n/numbers.ts'
import { useDraft } from '../offline/drafts.ts'
import { draftOf, isSamePlace, placeOfDraft, locationIn, type PlaceDraft } from '../place/place-draft.ts'
import { PlaceField } from '../place/place-field.tsx'
import { storageQuery } from '../stock/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Form, useSending } from '../ui/form.tsx'
import { TextField } from '../ui/parts.tsx'
import { NewBays, useNewBays, type TypedBays } from './new-bays.tsx'
import { storageMessages } from './storage-messages.ts'

interface Props {
  type: 'store' | 'field'
  /** The storage that is changed, and its version; left out, a new one is made. */
  known?: { storage: Pick<StorageDetails, 'id' | 'name' | 'area' | 'location'>; etag: string | undefined }
  /** Is told the id of a new one. */
  onMade?: (id: string) => unknown
  onClose: () => void
}

interface Typed {
  name: string
  /** Of a field, in hectares. */
  area: string
  place: PlaceDraft
}

type Draft = Typed & TypedBays & { base: Typed }

/** A store or field, new or to be changed: its name, where it is, the area of a field and the bays of a new store. */
export function StorageForm({ type, known, onMade, onClose }: Props) {
  const m = useMessages(storageMessages)
  const { organisation } = useMe()
  const stored = useStored(known)
  const [draft, change, clear] = useDraft<Draft>(
    [organisation.id, type, known?.storage.id].filter(Boolean).join('.'),
    () => ({ ...stored, bays: m.firstBays, limit: '', commodityId: '', base: stored }),
  )
  const isNewStore = !known && type === 'store'
  const bays = useNewBays(draft)
  const area = useArea(draft.area)
  const sending = useSending(known ? patchInventoryStorageIdLimits : postInventoryStorageLimits)
  const baysFault = sending.faultOf('substorage', ...bays.names.map((_name, at) => `substorage[${at}].name`))
  const save = useSave({ type, known, sending, draft, area, bays: isNewStore ? bays.substorage : [] })
  const done = (id: string) => {
    clear()
    onClose()
    return onMade?.(id)
  }
  const isBaysReady = !isNewStore || (bays.names.length > 0 && bays.isLimitReady)
  const newWords = type === 'store' ? say(m.makeStore, { n: bays.names.length }) : m.makeField
  const newTitle = type === 'store' ? m.addStore : m.newField
  return (
    <Dialog
      title={known ? say(m.editTitle, { name: known.storage.name }) : newTitle}
      onClose={onClose}
      isSheet
    >
      <Form
        sending={sending}
        action={known ? m.save : newWords}
        isReady={draft.name.trim() !== '' && area !== undefined && isBaysReady}
        isSaidBelow={baysFault !== undefined}
        onSend={() => save(done)}
        onCancel={() => {
          if (known) clear()
          onClose()
        }}
      >
        <TextField
          label={type === 'store' ? m.storeName : m.fieldName}
          value={draft.name}
          onChange={(name) => change({ name })}
          {...sending.at('name')}
        />
        {type === 'field' && (
          <TextField
            label={m.fieldArea}
            hint={m.areaHint}
            value={draft.area}
            onChange={(typed) => change({ area: typed })}
            fault={sending.faultOf('area')}
          />
        )}
        {isNewStore && <NewBays {...{ draft, change, sending, baysFault }} />}
        <PlaceField
          place={draft.place}
          onChange={(place) => change({ place })}
          fault={sending.faultOf('location.coordinates')}
        />
      </Form>
    </Dialog>
  )
}

/** Reads the known values as they are typed; blank for a new one. */
function useStored(known: Props['known']): Typed {
  const language = useLanguage()
  if (!known) return { name: '', area: '', place: draftOf() }
  const { name, area, location } = known.storage
  return { name, area: area === 0 ? '' : typedArea(area, language), place: draftOf(location) }
}

/** Hectares; null is nothing typed, undefined what cannot be read. */
function useArea(typed: string): number | null | undefined {
  const area = parseArea(typed, useLanguage())
  if ('value' in area) return area.value
  return typed.trim() === '' ? null : undefined
}

interface Save extends Pick<Props, 'type'> {
  known: Props['known'] | undefined
  sending: ReturnType<typeof useSending>
  draft: Draft
  area: number | null | undefined
  bays: ReturnType<typeof useNewBays>['substorage']
}

function useSave({ type, known, sending, draft, area = null, bays }: Save) {
  const queries = useQueryClient()
  const { countryISO } = useMe().organisation
  const name = draft.name.trim()
  return async (done: (id: string) => unknown): Promise<void> => {
    if (!known) {
      const location = locationIn(draft.place, countryISO)
      const body = { name, type, location, substorage: bays, ...(type === 'field' && { area }) }
      await sending.send(
        () => askOnce('POST /api/inventory/storage', { body }),
        ({ id }) => done(id),
      )
      return
    }
    const { id } = known.storage
    // Only what was changed here: somebody else may have changed the rest.
    const body = {
      ...(draft.name !== draft.base.name && { name }),
      ...(draft.area !== draft.base.area && { area }),
      ...(!isSamePlace(draft.place, draft.base.place) && { location: placeOfDraft(draft.place, countryISO) }),
    }
    const patch = () =>
      askOnce('PATCH /api/inventory/storage/{id}', { path: { id }, body, ifMatch: known.etag })
    if (!(await sending.send(patch, () => done(id))))
      await queries.invalidateQueries({ queryKey: storageQuery(id).queryKey })
  }
}
