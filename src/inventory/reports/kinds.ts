import type { FindLines } from './asked.ts'
import { findDeliveredLoads, findHauledLoads } from './find-loads.ts'
import { findQuality } from './find-quality.ts'
import { findSeason } from './find-season.ts'
import { findLosses, findOwnerLines } from './find-stock-flows.ts'
import { areaFigure, countFigure, meanFigure, rateFigure, weightFigure, type Figure } from './rules.ts'

export const reportKinds = ['season', 'deliveries', 'owners', 'losses', 'hauliers', 'quality'] as const
export type ReportKind = (typeof reportKinds)[number]

export const reportLabels = [
  'variety',
  'field',
  'trade',
  'order',
  'partner',
  'owner',
  'commodityType',
  'reason',
  'payer',
  'vehicleRegistration',
  'commodity',
] as const
export type ReportLabel = (typeof reportLabels)[number]

interface KindOfReport {
  /** Groups its subtotals are of. */
  groupedBy: 'commodity' | 'haulier'
  /** Labels that its rows have, in their order. */
  labels: readonly ReportLabel[]
  figures: readonly Figure[]
  findLines: FindLines
}

/** The reports that there are: how each is grouped, what its rows say, and by which query its lines are found. */
export const kindsOfReport: Record<ReportKind, KindOfReport> = {
  season: {
    groupedBy: 'commodity',
    labels: ['variety', 'field'],
    figures: [
      areaFigure('area'),
      areaFigure('areaHarvested'),
      weightFigure('harvested'),
      rateFigure('yield', 'kg/ha', 'harvested', 'areaHarvested', 10_000),
      meanFigure('moisture', '%'),
      weightFigure('intoStore'),
      weightFigure('dried'),
      weightFigure('sentOff'),
    ],
    findLines: findSeason,
  },
  deliveries: {
    groupedBy: 'commodity',
    labels: ['trade', 'order', 'partner'],
    figures: [countFigure('loads'), weightFigure('cameIn'), weightFigure('wentOut')],
    findLines: findDeliveredLoads,
  },
  owners: {
    groupedBy: 'commodity',
    labels: ['owner', 'commodityType'],
    figures: ['opening', 'cameIn', 'wentOut', 'changedHands', 'lost', 'found', 'closing'].map(weightFigure),
    findLines: findOwnerLines,
  },
  losses: {
    groupedBy: 'commodity',
    labels: ['reason', 'payer', 'owner'],
    figures: [weightFigure('lost'), weightFigure('found')],
    findLines: findLosses,
  },
  hauliers: {
    groupedBy: 'haulier',
    labels: ['vehicleRegistration', 'commodity'],
    figures: [
      countFigure('loads'),
      weightFigure('cameIn'),
      weightFigure('wentOut'),
      weightFigure('movedWithin'),
      rateFigure('perLoad', 'kg', 'carried', 'loads', 1),
    ],
    findLines: findHauledLoads,
  },
  quality: {
    groupedBy: 'commodity',
    labels: ['partner', 'commodityType'],
    figures: [
      countFigure('loads'),
      weightFigure('cameIn'),
      meanFigure('moisture', '%'),
      meanFigure('protein', '%'),
      meanFigure('admixture', '%'),
      meanFigure('specificWeight', 'kg/hl'),
      meanFigure('testWeight', 'lb/bu'),
      meanFigure('fallingNumber', 's'),
    ],
    findLines: findQuality,
  },
}
