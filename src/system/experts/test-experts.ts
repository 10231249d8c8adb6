import { openTestApp, testBackground, type Client, type TestApp } from '../../../test/app.ts'
import { ok } from '../../../test/scene.ts'
import { picture, uploadTo } from '../files/test-files.ts'
import { workOff } from '../jobs/worker.ts'

export const QUESTIONS = '/api/system/experts/questions'
export const SAMPLES = '/api/system/experts/grain-samples'
export const EXPERT = 'agronomist@adviser.example'

/** The service with a mail server. */
export async function openWithMail(
  directory: string,
  smtpUrl: string | undefined,
  expertEmail: string | null = EXPERT,
): Promise<TestApp> {
  const plain = testBackground(directory)
  return openTestApp({
    settings: {
      background: {
        ...plain,
        mail: { ...plain.mail, smtpUrl },
        experts: { expertEmail: expertEmail ?? undefined, attachmentBytes: 2 * 1024 * 1024 },
      },
    },
  })
}

/** Does all jobs that are due. */
export function doJobs({ system }: TestApp): Promise<number> {
  return workOff(system.background.jobs)
}

/** Uploads a picture and says its id and its bytes as they are stored. */
export async function uploadPicture(
  service: TestApp,
  client: Client,
  headers: Record<string, string>,
  name = 'leaf.jpg',
): Promise<{ id: string; bytes: Buffer }> {
  const { id, info } = ok(
    await uploadTo(client, {
      bytes: await picture('jpeg', { width: 320, height: 240 }),
      fields: { bucket: 'images', type: 'sample', name },
    }),
  )
  const { rawPayload } = await service.app.inject({ url: info.url, headers })
  return { id, bytes: rawPayload }
}
