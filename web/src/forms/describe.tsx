import { askOnce } from '../api/ask-once.ts'
import { patchInventoryRecordsIdLimits } from '../api/operations.ts'
import { useMe } from '../api/session.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { useDraft } from '../offline/drafts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Form, useSending } from '../ui/form.tsx'
import { TextField } from '../ui/parts.tsx'
import { GradeChoice, useCatalogueItem } from './grade-choice.tsx'
import { recordMessages } from './record-messages.ts'
import type { RecordProps } from './record-props.ts'

/** Grade, harvest year and tags. What was changed meanwhile by somebody else is not overwritten: the version that was read goes with it. */
export function Describe({ record, etag, onClose }: RecordProps) {
  const m = useMessages(recordMessages)
  const me = useMe()
  const sending = useSending(patchInventoryRecordsIdLimits)
  const item = useCatalogueItem(record)
  const [draft, change, clear] = useDraft(`describe.${me.organisation.id}.${record.id}`, () => ({
    grade: '',
    harvestYear: record.harvestYear,
    tags: record.commodity.tags.map(({ id }) => id),
  }))
  const { harvestYear, tags, grade } = draft
  const body = { harvestYear, tags, ...(grade !== '' && { commodityGrade: Number(grade) }) }
  const save = () =>
    sending.send(
      () => askOnce('PATCH /api/inventory/records/{id}', { path: { id: record.id }, body, ifMatch: etag }),
      () => {
        clear()
        onClose()
      },
    )
  return (
    <Dialog title={say(m.describeTitle, { name: record.name })} onClose={onClose} isSheet>
      <Form sending={sending} action={m.save} onSend={save} onCancel={onClose}>
        <GradeChoice
          record={record}
          label={m.grade}
          blank={{ value: '', name: m.unchanged }}
          value={draft.grade}
          onChange={(grade) => change({ grade })}
        />
        <TextField
          label={m.harvestYear}
          value={draft.harvestYear}
          onChange={(harvestYear) => change({ harvestYear })}
          {...sending.at('harvestYear')}
        />
        <fieldset>
          <legend className="quiet small">{m.tags}</legend>
          {(item?.tags ?? []).map(({ id, name }) => (
            <label key={id} className="check">
              <input
                type="checkbox"
                checked={draft.tags.includes(id)}
                onChange={({ target }) =>
                  change({
                    tags: target.checked ? [...draft.tags, id] : draft.tags.filter((each) => each !== id),
                  })
                }
              />
              {name}
            </label>
          ))}
        </fieldset>
      </Form>
    </Dialog>
  )
}
