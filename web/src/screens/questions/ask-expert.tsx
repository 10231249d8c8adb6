import { askOnce } from '../../api/ask-once.ts'
import { useMe } from '../../api/session.ts'
import { Attach, type AttachedFile } from '../../frame/attach.tsx'
import { useOnline } from '../../frame/online.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Field } from '../../ui/parts.tsx'
import { messages } from './messages.ts'

const MOST_FILES = 20

/** A question in words, or pictures of a grain sample, to the adviser whom the installation has named. */
export function AskExpert({ kind, onClose }: { kind: 'question' | 'grain-sample'; onClose: () => void }) {
  const m = useMessages(messages)
  const { userId } = useMe()
  const isOnline = useOnline()
  const [draft, change, clear] = useDraft(`${userId}.ask.${kind}`, () => ({
    words: '',
    files: [] as AttachedFile[],
  }))
  const sending = useSending()
  const files = draft.files.map(({ id }) => ({ id }))
  const words = draft.words.trim()
  const isQuestion = kind === 'question'
  const post = () =>
    isQuestion
      ? askOnce('POST /api/system/experts/questions', { body: { question: words, files } })
      : askOnce('POST /api/system/experts/grain-samples', { body: { files } })
  const send = () =>
    sending.send(post, () => {
      clear()
      onClose()
    })
  return (
    <Dialog title={isQuestion ? m.question : m.sample} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={m.send}
        isReady={isOnline && (isQuestion ? words !== '' : files.length > 0)}
        onSend={send}
        onCancel={onClose}
      >
        {isQuestion ? (
          <Field label={m.words} fault={sending.faultOf('question')}>
            {(control) => (
              <textarea
                {...control}
                className="input asked-input"
                rows={5}
                maxLength={1000}
                value={draft.words}
                onChange={({ target }) => change({ words: target.value })}
              />
            )}
          </Field>
        ) : (
          <p className="quiet">{m.sampleHint}</p>
        )}
        <Attach
          files={draft.files}
          type="sample"
          most={MOST_FILES}
          onChange={(next) => change({ files: next })}
        />
      </Form>
    </Dialog>
  )
}
