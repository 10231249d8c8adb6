import { sendForm } from './client.ts'
import type { StoredFile } from './operations.ts'

/** Sends a photo or paper. What it is of is decided by its bytes; the service takes place and camera out of it. */
export async function uploadFile(
  file: File,
  type: StoredFile['type'],
): Promise<{ id: string; name: string }> {
  const form = new FormData()
  form.append('bucket', file.type.startsWith('image/') ? 'images' : 'files')
  form.append('type', type)
  form.append('name', file.name.slice(0, 200) || type)
  form.append('file', file)
  const { id, info } = (await sendForm('/api/system/files', form)) as StoredFile
  return { id, name: info.name }
}
