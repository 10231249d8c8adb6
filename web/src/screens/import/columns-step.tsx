import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import type { ImportMapping, ImportTable, Operations } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import { Choice, Failed, Skeleton } from '../../ui/parts.tsx'
import { FileColumnLine, MissingColumns, SameForAll } from './column-line.tsx'
import { columnsMessages } from './columns-messages.ts'
import { columnsOf, readAs, withTable, type ImportDraft, type OurColumn } from './draft.ts'
import { change, tryOut } from './import-work.ts'
import type { Tried } from './try-file.ts'
import { ImportPreview } from './preview.tsx'
import { InOrder, isInOrder } from './in-order.tsx'
import { ImportRefusal, StepFoot } from './step-line.tsx'

interface Props {
  draft: ImportDraft
  tried: Tried
}

/** Shows the place of the table, the match of its columns with ours, and how that reads. */
export function ColumnsStep({ draft, tried }: Props) {
  const m = useMessages(columnsMessages)
  const navigate = useNavigate()
  const columns = useQuery({
    queryKey: ['import-columns', draft.kind],
    queryFn: () => ask(mappingsOf(draft.kind)),
  })
  const { table, result, questions } = tried
  const asked = questions.length
  const isClean = result !== undefined && isInOrder(result, draft)
  const next = () =>
    void navigate({ to: '/import', search: { kind: draft.kind, step: isClean ? 'sums' : 'rows' } })
  if (!table) return <ImportRefusal error={tried.error} />
  return (
    <>
      {asked === 0 && tried.error !== undefined && <ImportRefusal error={tried.error} />}
      {asked > 0 && (
        <div className="note" role="status">
          <Icon name="chat" />
          {say(m.asks, { n: asked })}
        </div>
      )}
      {isClean && <InOrder rows={result.totalRows} />}
      <Place draft={draft} table={table} />
      {columns.data ? (
        <Columns
          draft={draft}
          table={table}
          ours={columns.data.columns}
          mapping={tried.mapping ?? draft.mapping}
        />
      ) : columns.error ? (
        <Failed error={columns.error} again={() => void columns.refetch()} />
      ) : (
        <Skeleton />
      )}
      <ImportPreview table={table} results={result?.results} />
      <StepFoot back={{ kind: draft.kind, step: 'file' }}>
        {result || asked > 0 ? (
          <button type="button" className="button primary" onClick={next}>
            {asked > 0 ? say(m.answer, { n: asked }) : isClean ? m.sumsNext : m.next}
          </button>
        ) : (
          <button type="button" className="button primary" onClick={() => void tryOut()}>
            {m.again}
          </button>
        )}
      </StepFoot>
    </>
  )
}

type MappingsOperation = Extract<keyof Operations, `GET /api/inventory/imports/${string}/mappings`>
// Each kind has this path; one that is newer than the documents of this page has it, too.
const mappingsOf = (kind: string) => `GET /api/inventory/imports/${kind}/mappings` as MappingsOperation

const FIRST_ROWS = 20
const SHOWN_COLUMNS = 200

/** The sheet, the row that names the columns, and how the text is written. */
function Place({ draft, table }: { draft: ImportDraft; table: ImportTable }) {
  const m = useMessages(columnsMessages)
  const formats = useFormats()
  const { sheets, sheet, headerRow, format, delimiter, encoding } = table
  const delimiters: Record<string, string> = { ',': m.commas, ';': m.semicolons, '\t': m.tabs }
  return (
    <section className="panel pad stack" aria-labelledby="place">
      <div className="bar apart">
        <h2 id="place">{draft.name}</h2>
        <span className="quiet small">
          {format === 'workbook'
            ? m.workbook
            : say(m.text, { by: delimiters[delimiter] ?? delimiter, encoding: encoding.toUpperCase() })}
        </span>
      </div>
      <div className="two">
        {sheets.length > 1 && (
          <Choice
            label={m.sheet}
            value={sheet}
            onChange={(chosen) => {
              const { headerRow: _row, ...mapping } = draft.mapping
              change(withTable({ ...draft, mapping }, { sheet: chosen }))
            }}
          >
            {sheets.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Choice>
        )}
        <Choice
          label={m.headerRow}
          value={String(headerRow)}
          onChange={(chosen) => change(withTable(draft, { headerRow: Number(chosen) }))}
        >
          {headerRow === 0 && <option value="0">{m.noHeader}</option>}
          {Array.from({ length: Math.max(FIRST_ROWS, headerRow) }, (_row, index) => (
            <option key={index} value={index + 1}>
              {say(m.rowNumber, { row: formats.whole(index + 1) })}
            </option>
          ))}
        </Choice>
      </div>
    </section>
  )
}

interface ColumnsProps {
  draft: ImportDraft
  table: ImportTable
  ours: OurColumn[]
  mapping: ImportMapping
}

/** Each column of the file, and which of ours it is. */
function Columns({ draft, table, ours, mapping }: ColumnsProps) {
  const m = useMessages(columnsMessages)
  const known = new Set(Object.keys(mapping.columns ?? {}))
  const all = columnsOf(table.header)
  // Of thousands, those that are read and the first of the others: more than that nobody goes through.
  const shown = all.filter((column, place) => place < SHOWN_COLUMNS || readAs(mapping, column) !== undefined)
  return (
    <section className="panel list" aria-labelledby="columns">
      <header>
        <h2 id="columns">{m.title}</h2>
        <p className="quiet small">{m.lead}</p>
      </header>
      <ul>
        {shown.map((column) => (
          <FileColumnLine
            key={column.place}
            draft={draft}
            column={column}
            ours={ours}
            mapping={mapping}
            cells={table.sample.map((cells) => cells[column.place] ?? '')}
          />
        ))}
        {all.length > shown.length && (
          <li className="column-line quiet small">{say(m.moreColumns, { n: all.length - shown.length })}</li>
        )}
        <MissingColumns
          draft={draft}
          ours={ours.filter(({ name, isRequired }) => isRequired && isAbsent(mapping, known, name))}
        />
        <SameForAll
          draft={draft}
          ours={ours.filter(({ name, isRequired }) => !isRequired && isAbsent(mapping, known, name))}
        />
      </ul>
    </section>
  )
}

/** True if the file has no column of that name; a value set for every row does not count. */
function isAbsent({ columns = {} }: ImportMapping, known: ReadonlySet<string>, name: string): boolean {
  const its = columns[name]
  return !known.has(name) || (its?.from === undefined && its?.at === undefined)
}
