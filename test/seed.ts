import fc from 'fast-check'
import { inject } from 'vitest'

// Random tests import fast-check from here, so that TEST_SEED decides what they try.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject('seed') })

export { fc }
