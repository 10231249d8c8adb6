import { readFile } from '../api/client.ts'

/** Saves what the service answers as a file. A plain link could not: it has no credential. Without a name it is the service's. */
export async function download(path: string, name?: string): Promise<void> {
  const { bytes, name: theirs } = await readFile(path)
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = name ?? theirs ?? ''
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
