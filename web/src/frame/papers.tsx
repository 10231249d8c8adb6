import { useState } from 'react'
import { requestOf, send, type Given } from '../api/client.ts'
import { newId } from '../api/ids.ts'
import type { Acknowledgement, Operations } from '../api/operations.ts'
import { useMay } from '../api/session.ts'
import { useOnline } from './online.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { useRefusal } from '../i18n/refusals.ts'
import type { Paper } from '../scale/device-settings.ts'
import { download } from '../ui/download.ts'
import { Icon } from '../ui/icons.tsx'
import { paperMessages } from './paper-messages.ts'
import { unprintable } from './printable-names.ts'

/** The operations that answer a paper, and those that answer a trace. */
type PaperOperation = Extract<keyof Operations, `GET ${string}.pdf`>
type TraceOperation = Extract<keyof Operations, `GET ${string}/trace`>

/** A paper that can be had as PDF, or a trace as a file for programs. */
export interface Printable {
  name: Exclude<keyof (typeof paperMessages)['en'], 'failed' | 'unprintable'>
  /** Path at which the service shows it. */
  path: string
  /** Path at which it is issued, for a paper that is stored. */
  issue?: string
  /** Query for its look, added to its address. */
  look?: string
}

/** Forms and lists of the moment, which nobody keeps, and what is kept when it is closed. */
const notKept: Printable['name'][] = ['countSheet', 'checks', 'charges', 'deliveries', 'order']

/** A paper of an operation, with what it is asked for. All that are kept are issued at their address without .pdf. */
export function printable<K extends PaperOperation>(
  name: Printable['name'],
  operation: K,
  given: Pick<Given<K>, 'path' | 'query'> = {},
): Printable {
  const { path } = requestOf(operation, given)
  return { name, path, ...(!notKept.includes(name) && { issue: path.replace('.pdf', '') }) }
}

/**
 * Finds the address of the PDF. A person who may issue papers does so, and gets the one issued; anybody else is shown the last one issued, or a
 * preview.
 */
async function placeOf({ path, issue, look = '' }: Printable, mayIssue: boolean): Promise<string> {
  if (issue === undefined || !mayIssue) return path + look
  const { body } = await send({ method: 'POST', path: issue, key: newId() })
  const [id = ''] = (body as Acknowledgement).ids ?? []
  return `${requestOf('GET /api/inventory/papers/{id}/copy.pdf', { path: { id } }).path}${look}`
}

/** Kinds of paper of a device, as the service calls them. */
const sizes = { a6: 'a6', roll80: '80', roll58: '58' } as const satisfies Record<Paper, string>

/** The ticket of a load, for its driver, on the paper that a device prints on. */
export const ticketPaper = (id: string, paper: Paper): Printable => ({
  ...printable('ticket', 'GET /api/inventory/movements/{id}/ticket.pdf', { path: { id } }),
  look: `?size=${sizes[paper]}`,
})

/** The passport of a load, for its buyer. */
export const passportPaper = (id: string): Printable =>
  printable('passport', 'GET /api/inventory/movements/{id}/passport.pdf', { path: { id } })

/** Exports where something came from and went, as EPCIS 2.0 events: the content of a recall sheet, for the buyer's programs. */
export function epcis(operation: TraceOperation, id: string): Printable {
  return { name: 'epcis', path: requestOf(operation, { path: { id }, query: { format: 'epcis' } }).path }
}

function Unprintable({ names }: { names: string[] }) {
  const m = useMessages(paperMessages)
  const unread = unprintable(names)
  if (unread.length === 0) return null
  return <p className="note">{say(m.unprintable, { names: unread.join(', ') })}</p>
}

interface Props {
  papers: Printable[]
  /** Names on them that somebody has written: any that the papers have no typeface for are reported before printing. */
  names?: string[]
  /** In a list: what they are of, which their buttons say to those who do not see where they stand. */
  of?: string
}

/** Buttons that save papers as files, in the reader's language. The service keeps what it has issued, and marks copies. */
export function Papers({ papers, names = [], of }: Props) {
  const m = useMessages(paperMessages)
  const refusal = useRefusal()
  const isOnline = useOnline()
  const [error, setError] = useState<unknown>(null)
  const [printing, setPrinting] = useState<string>()
  const mayIssue = useMay('papers:write')
  async function print(paper: Printable): Promise<void> {
    const { name } = paper
    setError(null)
    setPrinting(name)
    try {
      // The service names papers, by kind, number, partner and day.
      await download(await placeOf(paper, mayIssue), name === 'epcis' ? 'epcis.json' : undefined)
    } catch (refused) {
      setError(refused)
    } finally {
      setPrinting(undefined)
    }
  }
  return (
    <>
      {error !== null && (
        <div className="note bad" role="alert">
          {m.failed} {refusal(error)}
        </div>
      )}
      <Unprintable names={names} />
      <div className="bar">
        {papers.map((each) => (
          <button
            key={each.name}
            type="button"
            className={of === undefined ? 'button' : 'button bare'}
            aria-label={of === undefined ? undefined : `${m[each.name]} ${of}`}
            disabled={!isOnline || printing !== undefined}
            aria-busy={printing === each.name}
            onClick={() => void print(each)}
          >
            {of === undefined && <Icon name={each.name === 'epcis' ? 'down' : 'printer'} />}
            {m[each.name]}
          </button>
        ))}
      </div>
    </>
  )
}
