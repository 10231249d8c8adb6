import { linesIn } from './indicator-lines.ts'

/** Addresses at which `granary scale` passes on the lines of indicators and of a meter: the page's policy allows only the computer that shows it. */
const BRIDGES = {
  bridge: 'http://127.0.0.1:4711/lines',
  second: 'http://127.0.0.1:4711/lines/2',
  meter: 'http://127.0.0.1:4711/meter',
}

/** Listens to the bridge until it is told to stop; where none runs the browser tries again by itself. */
export function listenToBridge(
  which: keyof typeof BRIDGES,
  hear: (line: string) => void,
  tell: (isOpen: boolean) => void,
): () => void {
  const source = new EventSource(BRIDGES[which])
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
