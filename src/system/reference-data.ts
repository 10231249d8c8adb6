import { loadCatalogue } from './commodities/catalogue.ts'
import { loadNamesFiles } from './commodities/understand.ts'
import { loadSpecifications } from './commodities/specifications.ts'
import { loadUnits } from './units/units.ts'
import { loadCountries } from './countries/countries.ts'
import { loadReasons } from './reasons/reasons.ts'
import { loadRegions } from './regions/regions.ts'
import { loadTrading } from './settings/trading.ts'

/**
 * Reads and checks all reference data. Called once at the start: a broken file throws ReferenceDataError there,
 * with one line that names the file and what is wrong in it. Look-ups read what is missing by themselves.
 */
export function loadReferenceData(): void {
  loadUnits()
  loadCountries()
  loadCatalogue()
  loadSpecifications()
  loadNamesFiles()
  loadReasons()
  loadRegions()
  loadTrading()
}
