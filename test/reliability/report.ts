/** Says what was measured, or why something does not run: beside the results, for whoever reads them. */
export function report(text: string): void {
  process.stderr.write(`${text}\n`)
}
