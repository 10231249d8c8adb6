import { describe } from 'vitest'
import { hasBrowser } from './browser.ts'
import { laptop, phone, walkAll } from './walk-all-tasks.ts'

describe.runIf(hasBrowser)('in German', () => walkAll('de', [phone, laptop]))
