import { fault, type Fault } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { isTimeZone } from '../../kernel/time.ts'
import { findCountry, listCountries, sayMeant } from '../countries/countries.ts'

/** Everything that is wrong with the settings of an organisation; fields left out are not judged. */
export function organisationFaults({
  name,
  countryISO,
  timeZone,
  locale,
}: {
  name?: string | undefined
  countryISO?: string | undefined
  timeZone?: string | undefined
  locale?: string | undefined
}): Fault[] {
  const faults: Fault[] = []
  if (name !== undefined && tidied(name) === '') faults.push(fault('name', 'must not be empty', 'minLength'))
  if (countryISO !== undefined && !findCountry(countryISO)?.enabled) {
    faults.push(fault('countryISO', sayUnsupported(countryISO), 'unknown'))
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    faults.push(fault('timeZone', 'is not a time zone, such as Europe/London', 'unknown'))
  }
  if (locale !== undefined && !isLocale(locale))
    faults.push(fault('locale', 'is not a locale, such as en-GB', 'unknown'))
  return faults
}

/** That there are no commodities for a country, which code may be meant, and for which countries there are some. */
function sayUnsupported(given: string): string {
  const supported = listCountries().filter(({ enabled }) => enabled)
  return `has no commodities here: ${given}${sayMeant(given)}. There are ${supported.map(({ iso, name }) => `${iso} (${name})`).join(', ')}`
}

function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length === 1
  } catch {
    return false
  }
}
