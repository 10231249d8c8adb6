import { askOnce } from '../../api/ask-once.ts'
import { Refused } from '../../api/client.ts'
import { postInventoryStorageFieldsSplitLimits, type StorageDetails } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending, type Sending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { fieldMessages } from './field-messages.ts'
import { blankPart, remainderOf, splitBody, type Part } from './parts.ts'

/** A field is split: parts of it become fields of their own, and it keeps what remains, which is shown as they are typed. */
export function SplitField({ field, onClose }: { field: StorageDetails; onClose: () => void }) {
  const m = useMessages(fieldMessages)
  const formats = useFormats()
  const language = useLanguage()
  const { organisation } = useMe()
  const [{ parts }, change, clear] = useDraft(`${organisation.id}.split.${field.id}`, () => ({
    parts: [blankPart()],
  }))
  const body = splitBody(field.id, parts, language)
  const remainder = remainderOf(field.area, parts, language)
  const sending = useSending(postInventoryStorageFieldsSplitLimits)
  const set = (place: number, part: Partial<Part>) =>
    change({ parts: parts.map((each, index) => (index === place ? { ...each, ...part } : each)) })
  const save = () =>
    body &&
    sending.send(
      () => askOnce('POST /api/inventory/storage/fields/split', { body }),
      () => {
        clear()
        onClose()
      },
    )
  const { name } = field
  const ha = formats.area(Math.abs(remainder))
  return (
    <Dialog title={say(m.splitTitle, { name })} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={say(m.makeParts, { n: parts.length })}
        isReady={body !== undefined && field.area > 0}
        isSaidBelow={isSaidAtParts(sending.error)}
        onSend={save}
        onCancel={onClose}
      >
        <p className="quiet small">{field.area > 0 ? say(m.splitHint, { name }) : m.noAreaNoSplit}</p>
        {parts.map((part, index) => (
          <PartFields
            key={index}
            {...{ part, index, sending }}
            onChange={(next) => set(index, next)}
            onRemove={
              parts.length > 1
                ? () => change({ parts: parts.filter((_part, place) => place !== index) })
                : undefined
            }
          />
        ))}
        <button
          type="button"
          className="button start"
          onClick={() => change({ parts: [...parts, blankPart()] })}
        >
          {m.addPart}
        </button>
        {field.area > 0 && (
          <p role="status" className={remainder < 0 ? 'note bad' : 'note'}>
            {remainder < 0 ? say(m.tooMuch, { ha }) : say(m.remainder, { ha, name })}
          </p>
        )}
      </Form>
    </Dialog>
  )
}

/** True if every refusal is shown at a part. */
const isSaidAtParts = (error: unknown) => {
  const said = error instanceof Refused ? (error.fault?.validation ?? []) : []
  return said.length > 0 && said.every(({ path }) => /^\[\d+\]\.(name|hectares|variety)$/.test(path))
}

interface PartProps {
  part: Part
  index: number
  sending: Sending
  onChange: (part: Partial<Part>) => void
  onRemove: (() => void) | undefined
}

function PartFields({ part, index, sending, onChange, onRemove }: PartProps) {
  const m = useMessages(fieldMessages)
  const n = index + 1
  return (
    <div className="split-part">
      <TextField
        label={say(m.partName, { n })}
        value={part.name}
        onChange={(name) => onChange({ name })}
        {...sending.at(`[${index}].name`)}
      />
      <TextField
        label={say(m.partArea, { n })}
        value={part.ha}
        onChange={(ha) => onChange({ ha })}
        fault={sending.faultOf(`[${index}].hectares`)}
      />
      <TextField
        label={m.partVariety}
        value={part.variety}
        onChange={(variety) => onChange({ variety })}
        {...sending.at(`[${index}].variety`)}
      />
      {onRemove && (
        <button type="button" className="button" onClick={onRemove}>
          {say(m.removePart, { n })}
        </button>
      )}
    </div>
  )
}
