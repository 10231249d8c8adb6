import { fuzz } from './fuzz.ts'

await fuzz('inventory')
