import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { FieldShape, FieldShapes } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { onlyCrop } from '../../stock/only-crop.ts'
import { DataTable, type Columns } from '../../ui/data-table.tsx'
import { yieldOf, type Coloured } from './colouring.ts'
import { sumsOfFields } from './filters.ts'
import { messages } from './messages.ts'

interface Props {
  shapes: FieldShape[]
  fields: FieldShapes
  coloured: Coloured
  /** It stands beside the map, and has room for little. */
  isBeside: boolean
  onOpen: (id: string) => void
}

/** The fields as rows. They are all here, so the page sorts them. */
export function FieldsTable({ shapes, fields, coloured, isBeside, onOpen }: Props) {
  const m = useMessages(messages)
  const formats = useFormats()
  const cropOf = useCropOf(fields)
  const columns = useColumns(cropOf, coloured)
  const beside = new Set(['name', 'crop', 'perHectare'])
  const { area, harvested } = sumsOfFields(shapes)
  const sum = {
    name: m.together,
    area: area > 0 ? `${formats.area(area)} ${formats.areaUnit}` : '–',
    harvested: harvested > 0 ? formats.of(cropOfFields(shapes)).stockWeight(harvested) : '–',
  }
  return (
    <DataTable
      list="fields"
      label={m.title}
      columns={isBeside ? columns.filter(({ id = '' }) => beside.has(id)) : columns}
      rows={shapes}
      sums={[sum]}
      onOpen={({ id }) => onOpen(id)}
      compact={(shape) => <Compact {...{ shape, coloured, cropOf }} />}
    />
  )
}

const cropOfFields = (shapes: FieldShape[]) =>
  onlyCrop(shapes.flatMap(({ crops }) => crops.map(({ commodityId }) => commodityId)))

type CropOf = (shape: FieldShape) => string

function useCropOf({ commodities }: FieldShapes): CropOf {
  return useMemo(() => {
    const names = new Map(commodities.map(({ id, name }) => [id, name]))
    return ({ crops }) => crops.map(({ commodityId }) => names.get(commodityId) ?? '').join(', ')
  }, [commodities])
}

const varietiesOf = ({ crops }: FieldShape) => crops.flatMap(({ varieties }) => varieties).join(', ')

function FieldLink({ shape, coloured }: { shape: FieldShape; coloured: Coloured }) {
  return (
    <Link to="/fields/$id" params={{ id: shape.id }} search={{}} className="field-link">
      <Dot {...{ shape, coloured }} />
      {shape.name}
    </Link>
  )
}

function Dot({ shape, coloured: { classes, classOf } }: { shape: FieldShape; coloured: Coloured }) {
  return <i className="map-dot" style={{ background: classes[classOf(shape)]?.colour }} />
}

function Compact({ shape, coloured, cropOf }: { shape: FieldShape; coloured: Coloured; cropOf: CropOf }) {
  const m = useMessages(messages)
  const formats = useFormats(shape.crops[0]?.commodityId)
  const kilograms = yieldOf(shape)
  return (
    <Link to="/fields/$id" params={{ id: shape.id }} search={{}} className="compact-open">
      <span className="compact-words">
        <span className="strong">
          <Dot {...{ shape, coloured }} /> {shape.name}
        </span>
        <span className="quiet small">
          {[cropOf(shape) || m.cropNone, varietiesOf(shape)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="num compact-end">
        <span>{shape.area === 0 ? '–' : `${formats.area(shape.area)} ${formats.areaUnit}`}</span>
        {kilograms !== undefined && (
          <span className="quiet small">
            {formats.yieldOf(kilograms)} {formats.yieldUnit}
          </span>
        )}
      </span>
    </Link>
  )
}

function useColumns(cropOf: CropOf, coloured: Coloured): Columns<FieldShape> {
  const m = useMessages(messages)
  const formats = useFormats()
  return useMemo(() => {
    const isNumber = { isNumber: true }
    const places = { shown: m.boundary, left_out: m.boundary, none: m.position }
    const columns: Columns<FieldShape> = [
      {
        id: 'name',
        header: m.name,
        accessorFn: ({ name }) => name.toLocaleLowerCase(),
        sortFn: 'basic',
        cell: ({ row }) => <FieldLink shape={row.original} coloured={coloured} />,
      },
      {
        id: 'area',
        header: m.area,
        accessorFn: ({ area }) => area,
        sortFn: 'basic',
        meta: { isNumber: true, stays: true },
        cell: ({ row: { original } }) => (original.area === 0 ? '–' : formats.area(original.area)),
      },
      {
        id: 'crop',
        header: m.crop,
        accessorFn: cropOf,
        sortFn: 'basic',
        cell: ({ row }) => cropOf(row.original) || <span className="quiet">{m.cropNone}</span>,
      },
      { id: 'variety', header: m.variety, accessorFn: varietiesOf, sortFn: 'basic' },
      {
        id: 'harvested',
        header: m.harvested,
        accessorFn: (shape) => sumsOfFields([shape]).harvested,
        sortFn: 'basic',
        meta: isNumber,
        cell: ({ row: { original } }) => {
          const { harvested } = sumsOfFields([original])
          const { cell, stock } = formats.of(cropOfFields([original]))
          return harvested === 0 ? '–' : cell(stock(harvested))
        },
      },
      {
        id: 'perHectare',
        header: m.perHectare,
        accessorFn: (shape) => yieldOf(shape) ?? -1,
        sortFn: 'basic',
        meta: isNumber,
        cell: ({ row: { original } }) => {
          const kilograms = yieldOf(original)
          const { yieldCell } = formats.of(original.crops[0]?.commodityId)
          return kilograms === undefined ? '–' : yieldCell(kilograms)
        },
      },
      { id: 'year', header: m.harvest, accessorFn: ({ lastYear }) => lastYear, sortFn: 'basic' },
      {
        id: 'where',
        header: m.where,
        accessorFn: ({ boundary, coordinates }) =>
          boundary === 'none' && !coordinates ? m.nowhere : places[boundary],
        sortFn: 'basic',
      },
    ]
    return columns
  }, [m, formats, cropOf, coloured])
}
