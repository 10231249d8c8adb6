import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useOnline } from '../../frame/online.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { nameOfKind } from './kinds.ts'
import { runMessages } from './run-messages.ts'
import { useSending } from '../../ui/form.tsx'
import { ImportRefusal } from './step-line.tsx'

/** Lists the organisation's own words for its things in files: each is read so until somebody removes it. */
export function CustomAliases() {
  const m = useMessages(runMessages)
  const language = useLanguage()
  const isOnline = useOnline()
  const sending = useSending()
  const { data } = useQuery({
    queryKey: ['import-aliases'],
    queryFn: () => ask('GET /api/inventory/imports/aliases', {}),
    staleTime: 0,
  })
  if (!data || data.length === 0) return null
  const forget = (id: string) =>
    sending.send(() => ask('DELETE /api/inventory/imports/aliases/{id}', { path: { id } }))
  return (
    <section className="panel list" aria-labelledby="own-words">
      <header>
        <h2 id="own-words">{m.ownWords}</h2>
        <p className="quiet small">{m.ownWordsLead}</p>
      </header>
      {sending.error !== null && <ImportRefusal error={sending.error} />}
      <ul>
        {data.map(({ id, what, kind, word, name }) => (
          <li key={id} className="row">
            <span>
              <span className="strong">{say(name === '' ? m.wordUnread : m.wordMeans, { word, name })}</span>
              <span className="quiet small">
                {what === 'column'
                  ? say(m.wordOfColumn, { kind: nameOfKind(kind, language) })
                  : m[`word_${what}`]}
              </span>
            </span>
            <button
              type="button"
              className="button push"
              disabled={!isOnline}
              aria-label={say(m.forgetWord, { word })}
              onClick={() => void forget(id)}
            >
              {m.forget}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
