import { fuzz } from './fuzz.ts'

await fuzz('identity', 'system')
