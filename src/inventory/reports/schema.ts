import Type, { type Static } from 'typebox'
import {
  closed,
  DateText,
  described,
  named,
  oneOf,
  orNull,
  PathId,
  ReferenceId,
} from '../../http/validate/schema.ts'
import { PrintedFormat } from '../../http/paper.ts'
import { namingPartner } from '../../http/validate/naming-partner.ts'
import { reportKinds, reportLabels } from './kinds.ts'
import { reportPeriods } from './period-rules.ts'

/** The wire shapes of reports. */

const text = Type.String()
const day = (description: string) =>
  Type.String({ description: `${description} Such as 2026-08-14; empty for a season.` })

const RowLabel = closed({
  id: Type.String({ description: 'Of what it names; empty where a load has none of that kind.' }),
  name: Type.String({ description: 'In the language of the answer.' }),
})
const figures = Type.Array(orNull(Type.Number()), {
  description:
    'In the order of `figures` of the report; null where there is none, such as a mean of nothing measured.',
})
const row = {
  figures,
  before: orNull(described(figures, 'The same of the year before; null unless it is set beside.')),
}
const Total = closed({
  ...row,
  commodities: Type.Integer({
    description:
      'Of so many commodities. Weights of several are added up here, which is no weight of one grain.',
  }),
})
const Days = {
  from: day('The first day.'),
  to: day('The last day; of a period that runs, today.'),
  harvestYear: Type.String({ description: 'Of a season; otherwise empty.' }),
}

export const ReportQuery = closed({
  kind: oneOf(
    reportKinds,
    'season: what fields brought. deliveries: loads by contract and order. owners: stock by owner. losses: by reason and who bears them. hauliers: by lorry. quality: of what suppliers brought.',
  ),
  period: Type.Optional(
    oneOf(
      reportPeriods,
      'By default thisHarvestYear. A period that runs ends today. dates: from and to. A season is of a harvest year.',
    ),
  ),
  from: Type.Optional(described(DateText, 'The first day, of the period dates.')),
  to: Type.Optional(described(DateText, 'The last day, of the period dates.')),
  harvestYear: Type.Optional(
    Type.String({ maxLength: 20, description: 'Of a season: another harvest year than the period says.' }),
  ),
  withYearBefore: Type.Optional(
    Type.Boolean({
      description: 'True: the same days a year before, or the harvest year before, beside it.',
    }),
  ),
  commodityId: Type.Optional(described(ReferenceId, 'One commodity; by default all.')),
  storageId: Type.Optional(described(PathId, 'One store, of a season one field; by default all.')),
  partnerId: Type.Optional(
    namingPartner(
      Type.String({
        maxLength: 200,
        description: 'One sender, receiver or owner, as the kind has them; by default all.',
      }),
    ),
  ),
})
export type ReportQuery = Static<typeof ReportQuery>
export const ReportTableQuery = closed({ ...ReportQuery.properties, ...PrintedFormat })

export const Report = named('Report', {
  kind: oneOf(reportKinds),
  atUTC: text,
  ...Days,
  before: orNull(closed(Days, 'The days that are set beside; null unless they are.')),
  groupedBy: oneOf(['commodity', 'haulier']),
  labels: Type.Array(oneOf(reportLabels), {
    description: 'What rows are about, in the order of their labels.',
  }),
  figures: Type.Array(
    closed({ name: text, unit: Type.String({ description: 'Empty for a number of things.' }) }),
    { description: 'What is reckoned, in the order of figures.' },
  ),
  groups: Type.Array(
    closed({
      group: RowLabel,
      rows: Type.Array(closed({ labels: Type.Array(RowLabel), ...row })),
      total: Total,
    }),
    { description: 'By their names.' },
  ),
  total: Total,
})
export type Report = Static<typeof Report>
