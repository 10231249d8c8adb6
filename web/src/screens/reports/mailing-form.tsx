import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { readAll } from '../../api/read-all.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice, TextField } from '../../ui/parts.tsx'
import { attachments, rhythms, type MailingDraft } from './mailing-draft.ts'
import { mailingMessages } from './mailing-messages.ts'
import { useMailingTimes } from './mailing-times.ts'

const PAGE = 200

const readersQuery = {
  queryKey: ['report-readers'],
  queryFn: () =>
    readAll((offset) =>
      ask('GET /api/inventory/report-mailings/readers', { query: { limit: PAGE, offset } }),
    ),
}

interface Props {
  first: MailingDraft
  save: (draft: MailingDraft) => Promise<unknown>
  onClose: () => void
}

/** The subject, time, form and readers of a report that is mailed. */
export function MailingForm({ first, save, onClose }: Props) {
  const m = useMessages(mailingMessages)
  const sending = useSending()
  const [draft, setDraft] = useState(first)
  const change = (part: Partial<MailingDraft>) => setDraft({ ...draft, ...part })
  const words = { pdf: m.pdf, xlsx: m.xlsx, none: m.link }
  return (
    <Form
      sending={sending}
      action={m.save}
      isReady={draft.name.trim() !== '' && draft.recipientIds.length > 0}
      onSend={() => sending.send(() => save(draft), onClose)}
      onCancel={onClose}
    >
      <TextField
        label={m.name}
        value={draft.name}
        onChange={(name) => change({ name })}
        {...sending.at('name')}
      />
      <TimeFields draft={draft} change={change} />
      <Choice
        label={m.attachment}
        value={draft.attachment}
        onChange={(value) => change({ attachment: attachments.find((each) => each === value) ?? 'pdf' })}
      >
        {attachments.map((each) => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </Choice>
      <Readers chosen={draft.recipientIds} onChange={(recipientIds) => change({ recipientIds })} />
    </Form>
  )
}

function TimeFields({
  draft,
  change,
}: {
  draft: MailingDraft
  change: (part: Partial<MailingDraft>) => void
}) {
  const m = useMessages(mailingMessages)
  const { weekday, hour } = useMailingTimes()
  const words = { day: m.everyDay, week: m.everyWeek, month: m.everyMonth }
  const days = draft.every === 'week' ? 7 : 31
  const numbers = (first: number, count: number) => Array.from({ length: count }, (_each, at) => first + at)
  return (
    <div className="mailing-times">
      <Choice
        label={m.every}
        value={draft.every}
        onChange={(value) => change({ every: rhythms.find((each) => each === value) ?? 'week', day: 1 })}
      >
        {rhythms.map((each) => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </Choice>
      {draft.every !== 'day' && (
        <Choice
          label={draft.every === 'week' ? m.weekday : m.monthDay}
          value={String(draft.day)}
          onChange={(value) => change({ day: Number(value) })}
        >
          {numbers(1, days).map((day) => (
            <option key={day} value={day}>
              {draft.every === 'week' ? weekday(day) : day}
            </option>
          ))}
        </Choice>
      )}
      <Choice label={m.hour} value={String(draft.hour)} onChange={(value) => change({ hour: Number(value) })}>
        {numbers(0, 24).map((each) => (
          <option key={each} value={each}>
            {hour(each)}
          </option>
        ))}
      </Choice>
    </div>
  )
}

function Readers({ chosen, onChange }: { chosen: string[]; onChange: (ids: string[]) => void }) {
  const m = useMessages(mailingMessages)
  const readers = useQuery(readersQuery)
  return (
    <fieldset className="mailing-readers">
      <legend>{m.readers}</legend>
      {readers.data?.docs.map(({ id, name }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={() =>
              onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
