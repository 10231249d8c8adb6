import type { KeyboardEvent } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { useMay, useMe } from '../../api/session.ts'
import { Attach, type AttachedFile } from '../../frame/attach.tsx'
import { useOnline } from '../../frame/online.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Field } from '../../ui/parts.tsx'
import { messages } from './messages.ts'

const MOST_FILES = 10

/** A message and its files. A photo alone says its name. */
export const messageOf = (words: string, files: AttachedFile[]) =>
  words.trim() || files.map(({ name }) => name).join(', ')

interface Props {
  id: string
  to: { id: string; name: string; organisationName: string }
}

/** The answer, which is kept as it is typed. */
export function Write({ id, to }: Props) {
  const m = useMessages(messages)
  const { userId } = useMe()
  const isOnline = useOnline()
  const [draft, change, clear] = useDraft(`${userId}.message.${id}`, () => ({
    words: '',
    files: [] as AttachedFile[],
  }))
  const sending = useSending()
  const body = {
    to: to.id,
    message: messageOf(draft.words, draft.files),
    files: draft.files.map((file) => ({ id: file.id })),
  }
  const isReady = isOnline && body.message !== ''
  const send = () =>
    sending.send(() => askOnce('POST /api/system/conversations/{id}', { path: { id }, body }), clear)
  return (
    <div className="talk-write">
      <Form sending={sending} action={m.send} isReady={isReady} onSend={send}>
        <Words
          label={say(m.answer, { name: to.name })}
          draft={draft}
          recipient={to.organisationName}
          change={change}
          onSend={() => isReady && !sending.isBusy && void send()}
        />
      </Form>
    </div>
  )
}

interface WordsProps {
  label: string
  draft: { words: string; files: AttachedFile[] }
  recipient: string
  change: (part: { words?: string; files?: AttachedFile[] }) => void
  onSend: () => void
}

/** Form for a message, and the files that go along. */
export function Words({ label, draft, recipient, change, onSend }: WordsProps) {
  const m = useMessages(messages)
  const mayAttach = useMay('files:write')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.ctrlKey) return
    event.preventDefault()
    onSend()
  }
  return (
    <>
      <Field
        label={label}
        hint={draft.files.length > 0 ? say(m.sharedWith, { organisation: recipient }) : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            className="input talk-input"
            rows={2}
            maxLength={5000}
            value={draft.words}
            onKeyDown={onKeyDown}
            onChange={({ target }) => change({ words: target.value })}
          />
        )}
      </Field>
      {mayAttach && (
        <Attach files={draft.files} type="image" most={MOST_FILES} onChange={(files) => change({ files })} />
      )}
    </>
  )
}
