import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../api/session.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { sourcesQuery } from '../../stock/queries.ts'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { listWords } from './list-words.ts'
import { sourcesMessages } from './sources-messages.ts'

/** Lists the sources of crops, classes, varieties and limits of the organisation's country, their age, and the names to credit. */
export function DataSources() {
  const m = useMessages(sourcesMessages)
  const language = useLanguage()
  const { countryISO } = useMe().organisation
  const { data, error, refetch } = useQuery(sourcesQuery(countryISO))
  return (
    <div className="settings">
      {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />)}
      {data && (
        <>
          <section className="panel pad stack">
            <h2>{m.lists}</h2>
            <p className="quiet small">{m.listsHint}</p>
            <ul className="lines">
              {data.lists.map(({ id, source, edition, date, status, checked, season }) => (
                <li key={id}>
                  <span className="strong">{source}</span> <span className="badge">{m[checked]}</span>
                  <br />
                  <span className="quiet small">
                    {[edition, season ?? '', date === '' ? m.noDate : say(m.asOf, { date }), status]
                      .filter(Boolean)
                      .map((each) => listWords(each, language))
                      .join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
          </section>
          <section className="panel pad stack">
            <h2>{m.attribution}</h2>
            <ul className="lines" lang="en">
              {data.attribution.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </section>
        </>
      )}
    </div>
  )
}
