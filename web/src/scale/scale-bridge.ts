import { linesIn } from './indicator-lines.ts'

/** Where `granary scale` passes on what the indicator sends: on the computer that shows the page, and there alone by the page's policy. */
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
