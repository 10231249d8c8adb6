import { describe } from 'vitest'
import { hasBrowser } from './browser.ts'
import { laptop, walkAll } from './walk-all-tasks.ts'

describe.runIf(hasBrowser)('in French', () => walkAll('fr', [laptop]))
