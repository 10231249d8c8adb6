import { askOnce } from '../../api/ask-once.ts'
import { useMe } from '../../api/session.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import type { Bay } from '../../stock/bays.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice, TextField } from '../../ui/parts.tsx'
import { NoteField } from './note-field.tsx'
import { checkMessages } from '../../stock/check-messages.ts'
import { typedProbes } from './typed-probes.ts'

const choices = {
  insects: ['none', 'few', 'many'],
  smell: ['sound', 'musty', 'sour', 'foreign'],
  rodents: ['none', 'traces', 'seen'],
} as const
type Looked = keyof typeof choices

/** Enters what was found in a bay. What is typed stays on the device until it is saved. */
export function AddCheck({ bay, onClose }: { bay: Bay; onClose: () => void }) {
  const m = useMessages(checkMessages)
  const { organisation } = useMe()
  const [draft, change, clear] = useDraft(`${organisation.id}.check.${bay.key}`, () => ({
    probes: '',
    moisture: '',
    insects: '',
    smell: '',
    rodents: '',
    note: '',
  }))
  const sending = useSending()
  const probes = typedProbes(draft.probes)
  const moisture = draft.moisture.trim() === '' ? null : Number(draft.moisture.replace(',', '.'))
  const body = { ...foundIn(draft), substorageId: bay.bayId, temperatures: probes ?? [], moisture }
  const saysAnything =
    Object.values(draft).some((each) => each.trim() !== '') && probes !== undefined && !Number.isNaN(moisture)
  const send = () =>
    sending.send(
      () => askOnce('POST /api/inventory/storage/{id}/checks', { path: { id: bay.storeId }, body }),
      () => {
        clear()
        onClose()
      },
    )
  return (
    <Dialog title={m.add} onClose={onClose} isSheet>
      <Form sending={sending} action={m.save} isReady={saysAnything} onSend={send} onCancel={onClose}>
        <TextField
          label={m.probes}
          value={draft.probes}
          onChange={(typed) => change({ probes: typed })}
          hint={m.probesHint}
          fault={probes ? sending.faultOf('temperatures') : m.unreadable}
        />
        <TextField
          label={m.moisture}
          value={draft.moisture}
          onChange={(typed) => change({ moisture: typed })}
          fault={
            Number.isNaN(moisture) ? say(m.noNumber, { typed: draft.moisture }) : sending.faultOf('moisture')
          }
        />
        {(Object.keys(choices) as Looked[]).map((name) => (
          <Choice
            key={name}
            label={m[name]}
            value={draft[name]}
            onChange={(value) => change({ [name]: value })}
          >
            <option value="">{m.notLooked}</option>
            {choices[name].map((each) => (
              <option key={each} value={each}>
                {m[`${name}_${each}` as 'insects_none']}
              </option>
            ))}
          </Choice>
        ))}
        <NoteField
          label={m.note}
          value={draft.note}
          fault={sending.faultOf('note')}
          onChange={(note) => change({ note })}
        />
      </Form>
    </Dialog>
  )
}

/** The choices of a draft, and its note; null where nobody looked. */
function foundIn(draft: Record<Looked | 'note', string>) {
  return {
    insects: choices.insects.find((each) => each === draft.insects) ?? null,
    smell: choices.smell.find((each) => each === draft.smell) ?? null,
    rodents: choices.rodents.find((each) => each === draft.rodents) ?? null,
    note: draft.note.trim(),
  }
}
