import { getDocument, GlobalWorkerOptions, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { say, useMessages } from '../../i18n/messages.ts'
import { letWorkerIn } from '../../ui/let-worker-in.ts'
import { messages } from './messages.ts'

const worker = await import('pdfjs-dist/build/pdf.worker.min.mjs?url')
GlobalWorkerOptions.workerSrc = letWorkerIn(worker.default)

/** In pixels; enough to read, and quick to draw. */
const WIDTH = 900

/** The pages of a PDF, one at a time, drawn here: no other program is asked, and none of its scripts run. */
export function PdfPages({ bytes, label }: { bytes: Blob; label: string }) {
  const m = useMessages(messages)
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  const [isBroken, setBroken] = useState(false)
  const [place, setPlace] = useState(1)
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  useEffect(() => {
    let task: ReturnType<typeof getDocument> | undefined
    void bytes
      .arrayBuffer()
      .then((data) => {
        task = getDocument({ data: new Uint8Array(data), verbosity: VerbosityLevel.ERRORS })
        return task.promise.then(setPdf)
      })
      .catch(() => setBroken(true))
    return () => void task?.destroy()
  }, [bytes])
  useEffect(() => {
    if (pdf && canvas) void draw(pdf, place, canvas).catch(() => setBroken(true))
  }, [pdf, place, canvas])
  if (isBroken) return <p className="quiet">{m.notReadable}</p>
  if (!pdf) return <p className="quiet">{m.reading}</p>
  const n = pdf.numPages
  return (
    <>
      <canvas ref={setCanvas} className="photo pdf-page" role="img" aria-label={label} />
      {n > 1 && (
        <div className="bar">
          <button type="button" className="button" disabled={place === 1} onClick={() => setPlace(place - 1)}>
            {m.before}
          </button>
          <span>{say(m.page, { place, pages: n })}</span>
          <button type="button" className="button" disabled={place === n} onClick={() => setPlace(place + 1)}>
            {m.after}
          </button>
        </div>
      )}
    </>
  )
}

async function draw(pdf: PDFDocumentProxy, place: number, canvas: HTMLCanvasElement): Promise<void> {
  const page = await pdf.getPage(place)
  const viewport = page.getViewport({ scale: WIDTH / page.getViewport({ scale: 1 }).width })
  canvas.width = viewport.width
  canvas.height = viewport.height
  await page.render({ canvas, viewport }).promise
}
