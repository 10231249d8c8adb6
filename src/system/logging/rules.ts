import { fault, type Fault } from '../../kernel/errors.ts'
import { message } from '../../words/catalogue.ts'

/** Rules on how much is logged of which part of the program. Pure. */

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** The level as the program was started with, or as the whole program has it. */
export const DEFAULT_LEVEL = 'default'

/** The services whose logging is set by an operation of their own. */
export type LoggingService = 'system' | 'inventory'

export interface Logging {
  service: LoggingService
  level: LogLevel | typeof DEFAULT_LEVEL
  filter: string
}

/** A level for a module and all below it; of the whole program where `module` is empty. */
export interface LevelRule {
  module: string
  level: LogLevel
}

const MODULE = /^[a-z0-9.][a-z0-9.-]*(\/[a-z0-9.][a-z0-9.-]*)*$/
const MOST_RULES = 100

/**
 * A filter as people write it, `inventory/movements:debug, http:warn`, to rules; with a fault for each part that is none.
 *
 * @param service whose filter it is: the inventory's names modules of the inventory alone
 */
export function parseFilter(
  filter: string,
  service: LoggingService,
): { rules: LevelRule[]; faults: Fault[] } {
  const parts = filter
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const rules: LevelRule[] = []
  const faults: Fault[] = []
  if (parts.length > MOST_RULES)
    faults.push(fault('logging.filter', message('hasTooManyParts', { limit: MOST_RULES }), 'maxItems'))
  for (const part of parts) {
    const [module = '', level = '', ...more] = part.split(':').map((each) => each.trim())
    if (!MODULE.test(module) || !isLevel(level) || more.length > 0) {
      const said = message('isNoLogFilter', { levels: [...logLevels], part })
      faults.push(fault('logging.filter', said, 'pattern', { part }))
    } else if (service === 'inventory' && !isWithinTime(module, 'inventory')) {
      const said = message('isOutsideInventory', { module })
      faults.push(fault('logging.filter', said, 'pattern', { part }))
    } else rules.push({ module, level })
  }
  return { rules, faults }
}

function isLevel(text: string): text is LogLevel {
  return logLevels.some((level) => level === text)
}

/** All settings as rules. The whole program's come first, so that the inventory's own win where both say something. */
export function levelRules(settings: Logging[]): LevelRule[] {
  return (['system', 'inventory'] as const).flatMap((service) => {
    const set = settings.find((each) => each.service === service)
    if (!set) return []
    const module = service === 'system' ? '' : service
    const base = set.level === DEFAULT_LEVEL ? [] : [{ module, level: set.level }]
    return [...base, ...parseFilter(set.filter, service).rules]
  })
}

/**
 * The level of a module: that of the rule that names it most closely, of several the last; without any, the one the
 * program was started with.
 *
 * @example levelOf('inventory/movements', [{ module: 'inventory', level: 'debug' }], 'info') // 'debug'
 */
export function levelOf(module: string, rules: LevelRule[], atStart: string): string {
  let closest: LevelRule | undefined
  for (const rule of rules) {
    if (isWithinTime(module, rule.module) && rule.module.length >= (closest?.module.length ?? 0))
      closest = rule
  }
  return closest?.level ?? atStart
}

/** True if a module is another, or below it; all are in the one without a name. */
export function isWithinTime(module: string, outer: string): boolean {
  return outer === '' || module === outer || module.startsWith(`${outer}/`)
}
