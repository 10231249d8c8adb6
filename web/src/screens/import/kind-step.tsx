import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { inLanguage } from '../../i18n/languages.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { download } from '../../ui/download.ts'
import { Icon } from '../../ui/icons.tsx'
import { looksIn } from './country-looks.ts'
import { giveUp, useImportWork } from './import-work.ts'
import { kinds, nameOfKind, type ImportKind } from './kinds.ts'
import { messages } from './messages.ts'
import { ImportRefusal } from './step-line.tsx'
import { CustomAliases } from './custom-aliases.tsx'
import { Runs } from './runs.tsx'

/** Asks for the kind of the file: a card for each, with the beginning of such a file. Earlier imports are listed below. */
export function KindStep() {
  const m = useMessages(messages)
  const { isPlatformAdmin } = useMe()
  return (
    <>
      <GoOn />
      <section className="stack" aria-labelledby="kinds">
        <h2 id="kinds">{m.kindTitle}</h2>
        <ul className="kind-cards">
          {kinds
            .filter((each) => isPlatformAdmin || !each.isPlatformAdmins)
            .map((each) => (
              <Card key={each.kind} kind={each} />
            ))}
        </ul>
      </section>
      <Runs />
      <CustomAliases />
    </>
  )
}

/** Offers to continue the import that was begun here, or shows the one being entered. */
function GoOn() {
  const m = useMessages(messages)
  const language = useLanguage()
  const { draft, entering } = useImportWork()
  if (entering)
    return (
      <div className="note">
        <Icon name="up" />
        <span>{say(m.isEntered, { name: entering.name })}</span>
        <Link className="button" to="/import" search={{ kind: entering.kind, step: 'entering' }}>
          {m.look}
        </Link>
      </div>
    )
  if (!draft) return null
  return (
    <div className="note wrapping">
      <Icon name="paper" />
      <span>{say(m.begun, { name: draft.name, kind: nameOfKind(draft.kind, language) })}</span>
      <span className="bar">
        <Link className="button" to="/import" search={{ kind: draft.kind, step: 'columns' }}>
          {m.goOn}
        </Link>
        <button type="button" className="button bare" onClick={giveUp}>
          {m.giveUp}
        </button>
      </span>
    </div>
  )
}

function Card({ kind: { kind, icon, name, about, looks, hasTemplate = true } }: { kind: ImportKind }) {
  const m = useMessages(messages)
  const language = useLanguage()
  const [fault, setFault] = useState<unknown>()
  const [header = [], ...rows] = looksIn(looks, useMe().organisation.countryISO, language)
  const title = inLanguage(name, language)
  const formats = useFormats()
  /** Its figures as the reader writes them: a file may have them in either way. */
  const asWritten = (cell: string) => (/^\d+\.\d+$/.test(cell) ? formats.figure(Number(cell)) : cell)
  return (
    <li className="panel kind-card">
      <Link className="kind-link" to="/import" search={{ kind }}>
        <Icon name={icon} size={24} />
        <span>
          <span className="strong">{title}</span>
          <span className="quiet small">{inLanguage(about, language)}</span>
        </span>
        <Icon name="right" />
      </Link>
      <div className="kind-looks" aria-hidden="true">
        <table>
          <thead>
            <tr>
              {header.map((each) => (
                <td key={each}>{each}</td>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr key={cells.join()}>
                {cells.map((cell, place) => (
                  <td key={header[place]}>{asWritten(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hasTemplate && (
        <span className="bar">
          <Icon name="down" />
          <span className="small">{m.template}</span>
          {(['csv', 'xlsx'] as const).map((format) => (
            <button
              key={format}
              type="button"
              className="button bare"
              aria-label={say(m.templateOf, { kind: title, format: m[format] })}
              onClick={() => {
                setFault(undefined)
                const path = `/api/inventory/imports/${kind}/template?format=${format}`
                download(path, `${kind.replace('/', '-')}.${format}`).catch(setFault)
              }}
            >
              {m[format]}
            </button>
          ))}
        </span>
      )}
      {fault !== undefined && <ImportRefusal error={fault} />}
    </li>
  )
}
