import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { postSystemConversationsLimits, type Correspondent } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import type { AttachedFile } from '../../frame/attach.tsx'
import { useOnline } from '../../frame/online.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { useDraft } from '../../offline/drafts.ts'
import { LooksLike } from '../../stock/to-confirm.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/parts.tsx'
import { messages } from './messages.ts'
import { peopleQuery } from './queries.ts'
import { messageOf, Words } from './write.tsx'

const ASKED_AFTER_MS = 300

interface Props {
  /** The id of whom it is for, or what is none while nobody is chosen. */
  to: string
  listing: string | undefined
  /** First search for the recipient, such as the name of an organisation. */
  find: string | undefined
}

/** The first message to somebody: who it is for, what it is about, and what is said. */
export function NewConversation({ to, listing, find }: Props) {
  const m = useMessages(messages)
  const { userId } = useMe()
  const isOnline = useOnline()
  const navigate = useNavigate()
  const [draft, change, clear] = useDraft(`${userId}.message.new`, () => ({
    title: '',
    words: '',
    files: [] as AttachedFile[],
    person: undefined as Correspondent | undefined,
  }))
  // Whoever a trading system names need be in no list of ours.
  const recipient = draft.person?.id ?? (to === 'somebody' ? undefined : to)
  const sending = useSending(postSystemConversationsLimits)
  const body = {
    to: recipient ?? '',
    message: messageOf(draft.words, draft.files),
    files: draft.files.map(({ id }) => ({ id })),
    ...(draft.title.trim() !== '' && { title: draft.title.trim() }),
    ...(listing !== undefined && { listingId: listing }),
  }
  const isReady = isOnline && recipient !== undefined && body.message !== ''
  const send = () =>
    sending.send(
      () => askOnce('POST /api/system/conversations', { body }),
      ({ conversationId }) => {
        clear()
        return navigate({ to: '/messages', search: { open: conversationId }, replace: true })
      },
    )
  return (
    <section className="panel talk-thread" aria-label={m.new}>
      <header>
        <Link to="/messages" search={{}} className="button bare talk-back" aria-label={m.back}>
          <Icon name="left" />
        </Link>
        <h2>{m.new}</h2>
      </header>
      <div className="pad talk-new">
        <Form sending={sending} action={m.send} isReady={isReady} onSend={send}>
          {listing !== undefined && <p className="quiet">{say(m.listing, { id: listing })}</p>}
          {(to === 'somebody' || draft.person) && (
            <People find={find} chosen={draft.person} onChoose={(person) => change({ person })} />
          )}
          <TextField
            label={m.about}
            value={draft.title}
            onChange={(title) => change({ title })}
            {...sending.at('title')}
          />
          <Words
            label={m.message}
            draft={draft}
            recipient={draft.person?.organisationName ?? m.theirs}
            change={change}
            onSend={() => void (isReady && !sending.isBusy && send())}
          />
        </Form>
      </div>
    </section>
  )
}

interface PeopleProps extends Pick<Props, 'find'> {
  chosen: Correspondent | undefined
  onChoose: (person: Correspondent | undefined) => void
}

/** Finds the recipient by name or organisation, to be chosen out of a list. */
function People({ find = '', chosen, onChoose }: PeopleProps) {
  const m = useMessages(messages)
  const refusal = useRefusal()
  const { userId } = useMe()
  const [typed, type] = useState(find)
  const [asked, askFor] = useState(find)
  useEffect(() => {
    const timer = setTimeout(() => askFor(typed.trim()), ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, error } = useQuery({ ...peopleQuery(userId, asked), placeholderData: keepPreviousData })
  if (chosen)
    return (
      <div className="bar apart talk-chosen">
        <span>
          <span className="strong">{say(m.to, { name: chosen.name })}</span>{' '}
          <span className="quiet">{chosen.organisationName}</span> <LooksLike name={chosen.looksLike} />
        </span>
        <button type="button" className="button" onClick={() => onChoose(undefined)}>
          {m.change}
        </button>
      </div>
    )
  return (
    <div className="stack tight">
      <TextField label={m.find} value={typed} onChange={type} />
      {error && (
        <p className="fault" role="alert">
          {refusal(error)}
        </p>
      )}
      {data?.totalDocs === 0 && <p className="quiet">{asked === '' ? m.nobody : m.nobodyLike}</p>}
      <ul className="talk-people" aria-label={m.people}>
        {data?.docs.map((person) => (
          <li key={person.id}>
            <button type="button" className="compact-open" onClick={() => onChoose(person)}>
              <span className="compact-words">
                <span className="strong">{person.name}</span>
                <span className="quiet small">
                  {person.organisationName} <LooksLike name={person.looksLike} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {data && data.totalDocs > data.docs.length && (
        <p className="quiet small">{say(m.morePeople, { n: data.totalDocs - data.docs.length })}</p>
      )}
    </div>
  )
}
