import { linesIn } from './indicator-lines.ts'

/** Address at which `granary scale` passes on the indicator's lines: the page's policy allows only the computer that shows it. */
const BRIDGE = 'http://127.0.0.1:4711/lines'

/** Listens to the bridge until it is told to stop; where none runs the browser tries again by itself. */
export function listenToBridge(hear: (line: string) => void, tell: (isOpen: boolean) => void): () => void {
  const source = new EventSource(BRIDGE)
  let text = ''
  source.onopen = () => tell(true)
  source.onerror = () => tell(false)
  source.onmessage = ({ data }) => {
    const { lines, rest } = linesIn(text + String(JSON.parse(String(data))))
    text = rest
    for (const line of lines) hear(line)
  }
  return () => source.close()
}
