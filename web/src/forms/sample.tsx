import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../api/ask-once.ts'
import { useMay, useMe } from '../api/session.ts'
import { uploadFile } from '../api/upload.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { useDraft } from '../offline/drafts.ts'
import { measuresOf, specificationsQuery } from '../stock/measures.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Form, useSending } from '../ui/form.tsx'
import { Field } from '../ui/parts.tsx'
import { recordMessages } from './record-messages.ts'
import type { RecordProps } from './record-props.ts'
import { GradeChoice } from './grade-choice.tsx'
import { MeasureFields } from './measure-fields.tsx'

/** Form for what was measured, the grade it gives, and a photo. The measures are those that the grain's grades go by. */
export function Sample({ record, onClose }: RecordProps) {
  const m = useMessages(recordMessages)
  const me = useMe()
  const mayAddFiles = useMay('files:write')
  const sending = useSending()
  const [photo, setPhoto] = useState<File>()
  const [draft, change, clear] = useDraft(`sample.${me.organisation.id}.${record.id}`, () => ({
    grade: '',
    values: {} as Record<string, string>,
  }))
  const { commodity, type, grade } = record.commodity
  const specifications = useQuery(specificationsQuery({ id: commodity.id, type: type.id }))
  const measures = measuresOf(specifications.data ?? [], grade.id)
  const fields = measures.flatMap(({ name, unit }) => {
    const value = draft.values[name]?.trim().replace(',', '.') ?? ''
    return value === '' ? [] : [{ name, value, metric: unit }]
  })
  const take = async () => {
    const file = photo && (await uploadFile(photo, 'sample'))
    const commodityGradeId = draft.grade === '' ? null : Number(draft.grade)
    const body = { fields, commodityGradeId, ...(file && { files: [{ id: file.id, name: file.name }] }) }
    return askOnce('POST /api/inventory/records/{id}/samples', { path: { id: record.id }, body })
  }
  const save = () =>
    sending.send(take, () => {
      clear()
      onClose()
    })
  return (
    <Dialog title={say(m.sampleTitle, { name: record.name })} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={m.saveSample}
        isReady={fields.length > 0 || photo !== undefined || draft.grade !== ''}
        onSend={save}
        onCancel={onClose}
      >
        <div className="two">
          <MeasureFields measures={measures} typed={draft.values} onType={(values) => change({ values })} />
        </div>
        <GradeChoice
          record={record}
          label={m.grade}
          blank={{ value: '', name: m.unchanged }}
          value={draft.grade}
          onChange={(grade) => change({ grade })}
        />
        {mayAddFiles && (
          <Field label={m.photo}>
            {(control) => (
              <input
                {...control}
                className="input file"
                type="file"
                accept="image/*,application/pdf"
                onChange={({ target }) => setPhoto(target.files?.[0])}
              />
            )}
          </Field>
        )}
        <p className="quiet small">{m.sampleNothing}</p>
      </Form>
    </Dialog>
  )
}
