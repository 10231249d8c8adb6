import { readBytes } from '../api/client.ts'

/** Saves what the service answers as a file. A plain link could not: it has no credential. */
export async function download(path: string, name: string): Promise<void> {
  const address = URL.createObjectURL(await readBytes(path))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
