import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ExpertQuestion } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { Attached } from '../../frame/attach.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import { NothingYet } from '../../ui/narrowed.tsx'
import { usePages } from '../../ui/pages.ts'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { RowList } from '../../ui/row-list.tsx'
import { AskExpert } from './ask-expert.tsx'
import { messages } from './messages.ts'
import { questionsQuery } from './queries.ts'
import './questions.css'

/** In pixels, of a question of a line or two. */
const USUAL_HEIGHT = 150

/** Questions to an agricultural adviser, and what became of each. Answers come by mail. */
export function Questions() {
  const m = useMessages(messages)
  const { ask: asked } = useSearch({ from: '/questions' })
  const navigate = useNavigate()
  const mayAsk = useMay('experts:write')
  const { found, first, rows, onEnd } = usePages(questionsQuery())
  const isEmpty = first?.totalDocs === 0
  return (
    <>
      <header className="top">
        <div>
          <h1>{m.title}</h1>
          <p className="quiet">{m.about}</p>
        </div>
        {mayAsk && !isEmpty && <AskLinks />}
      </header>
      {found.error && !found.data ? (
        <Failed error={found.error} again={() => void found.refetch()} />
      ) : !found.data ? (
        <Skeleton rows={3} />
      ) : isEmpty ? (
        <NothingYet icon="question" title={m.none} hint={m.noneHint}>
          {mayAsk ? <AskLinks /> : <p>{m.mayNot}</p>}
        </NothingYet>
      ) : (
        <RowList
          label={m.list}
          className="asked-list"
          rows={rows}
          rowHeight={USUAL_HEIGHT}
          draw={(each) => <Asked question={each} />}
          onEnd={onEnd}
        />
      )}
      {mayAsk && asked && (
        <AskExpert
          key={asked}
          kind={asked}
          onClose={() => void navigate({ to: '/questions', search: {}, replace: true })}
        />
      )}
    </>
  )
}

function AskLinks() {
  const m = useMessages(messages)
  return (
    <div className="bar">
      <Link to="/questions" search={{ ask: 'grain-sample' }} className="button">
        <Icon name="camera" />
        {m.sample}
      </Link>
      <Link to="/questions" search={{ ask: 'question' }} className="button primary">
        <Icon name="plus" />
        {m.question}
      </Link>
    </div>
  )
}

const tones = { queued: 'badge grain', sent: 'badge good', failed: 'badge bad', untold: 'badge bad' }

function Asked({ question: asked }: { question: ExpertQuestion }) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { kind, question, files, isSentOut, lastProblem, replyTo, userName, createdAtUTC } = asked
  // Without a mail server it lies in a file, and nobody is told.
  const status = asked.status !== 'failed' && !isSentOut ? 'untold' : asked.status
  return (
    <article className="panel pad stack tight asked">
      <div className="bar apart">
        <span className="quiet small">{[userName, formats.moment(createdAtUTC)].join(' · ')}</span>
        <span className={tones[status]}>{m[status]}</span>
      </div>
      <p className="asked-words">{kind === 'question' ? question : m.sampleSent}</p>
      <Attached files={files} />
      {status !== 'sent' && lastProblem !== '' && <p className="fault">{lastProblem}</p>}
      {status === 'untold' && <p className="fault">{m.untoldWhy}</p>}
      {status !== 'failed' && status !== 'untold' && replyTo !== '' && (
        <p className="quiet small">{say(m.answerTo, { email: replyTo })}</p>
      )}
    </article>
  )
}
