import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { textOfPdf } from '../pdf.ts'

/** What a button saves, pressed by the keyboard, and under which name. */
export async function savedBy(button: Locator): Promise<{ file: string; bytes: Buffer }> {
  await button.waitFor()
  const [download] = await Promise.all([button.page().waitForEvent('download'), button.press('Enter')])
  return { file: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** A paper that a button saves, as text in one line. */
export async function paperBy(button: Locator): Promise<string> {
  const { file, bytes } = await savedBy(button)
  expect(file).toMatch(/\.pdf$/)
  return (await textOfPdf(bytes)).join('\n').replaceAll(/\s+/g, ' ')
}
