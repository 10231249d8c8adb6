import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { newId } from '../../api/ids.ts'
import { useMay, useMe } from '../../api/session.ts'
import { uploadFile } from '../../api/upload.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import { useMeasureName } from '../../stock/measure-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Field } from '../../ui/parts.tsx'
import { actionMessages } from './action-messages.ts'
import type { ActionProps } from './action-props.ts'
import { GradeChoice } from './grade-choice.tsx'

/** What was measured, the grade it gives, and a photo. The measures are those that the grain's grades go by. */
export function TakeSample({ record, onClose }: ActionProps) {
  const m = useMessages(actionMessages)
  const me = useMe()
  const mayAddFiles = useMay('files:write')
  const sending = useSending()
  const [photo, setPhoto] = useState<File>()
  const [draft, change, clear] = useDraft(`sample.${me.organisation.id}.${record.id}`, () => ({
    key: newId(),
    grade: '',
    values: {} as Record<string, string>,
  }))
  const measures = useMeasures(record.commodity)
  const fields = measures.flatMap(({ name, unit }) => {
    const value = draft.values[name]?.trim() ?? ''
    return value === '' ? [] : [{ name, value, metric: unit }]
  })
  async function save(): Promise<void> {
    const isDone = await sending.send(async () => {
      const file = photo && (await uploadFile(photo, 'sample'))
      const commodityGradeId = draft.grade === '' ? null : Number(draft.grade)
      const body = { fields, commodityGradeId, ...(file && { files: [{ id: file.id, name: file.name }] }) }
      await ask('POST /api/inventory/records/{id}/samples', { path: { id: record.id }, body, key: draft.key })
    })
    if (!isDone) return
    clear()
    onClose()
  }
  return (
    <Dialog title={say(m.sampleTitle, { name: record.name })} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={m.saveSample}
        isReady={fields.length > 0 || photo !== undefined || draft.grade !== ''}
        onSend={() => void save()}
        onCancel={onClose}
      >
        <Measures measures={measures} values={draft.values} onChange={(values) => change({ values })} />
        <GradeChoice record={record} value={draft.grade} onChange={(grade) => change({ grade })} />
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

interface MeasuresProps {
  measures: ReturnType<typeof useMeasures>
  values: Record<string, string>
  onChange: (values: Record<string, string>) => void
}

function Measures({ measures, values, onChange }: MeasuresProps) {
  const m = useMessages(actionMessages)
  const formats = useFormats()
  const nameOf = useMeasureName()
  return (
    <div className="two">
      {measures.map(({ name, label, unit, min, max }) => (
        <Field
          key={name}
          label={[nameOf(name, label), unit].filter(Boolean).join(', ')}
          hint={
            max > 0 ? say(m.usually, { min: formats.figure(min), max: formats.figure(max), unit }) : undefined
          }
        >
          {(control) => (
            <input
              {...control}
              className="input"
              inputMode="decimal"
              autoComplete="off"
              value={values[name] ?? ''}
              onChange={({ target }) => onChange({ ...values, [name]: target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

/** What is measured of a grain, as its catalogue says; moisture where it says nothing. */
function useMeasures({ commodity, type, grade }: ActionProps['record']['commodity']) {
  const language = useLanguage()
  const specifications = useQuery({
    queryKey: ['specifications', commodity.id, type.id, grade.id],
    queryFn: () =>
      ask('GET /api/inventory/commodities/{id}/specifications', {
        path: { id: String(commodity.id) },
        query: { commodityType: type.id, ...(grade.id > 0 && { commodityGrade: grade.id }) },
      }),
  })
  const measures = (specifications.data ?? []).flatMap((each) => each.measures)
  const named = new Map(
    measures.map(({ specification: { name, names, unit }, min, max }) => [
      name,
      { name, label: names?.[language], unit, min, max },
    ]),
  )
  if (named.size === 0) return [{ name: 'Moisture', label: undefined, unit: '%', min: 0, max: 0 }]
  return [...named.values()]
}
