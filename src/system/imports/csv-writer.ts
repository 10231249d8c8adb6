import { closeSync, openSync, writeSync } from 'node:fs'

const PIECE = 256 * 1024

/** Writes a CSV file line by line, with commas. */
export class CsvWriter {
  readonly #file: number
  #waiting = ''

  /** @param target a file that is not there yet */
  constructor(target: string) {
    this.#file = openSync(target, 'wx', 0o600)
  }

  line(cells: string[]): void {
    this.#waiting += `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`
    if (this.#waiting.length > PIECE) this.#flush()
  }

  close(): void {
    this.#flush()
    closeSync(this.#file)
  }

  #flush(): void {
    writeSync(this.#file, this.#waiting)
    this.#waiting = ''
  }
}
