import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRows, type FileRow, jsonRows, passLine, type RowsRead } from './file-rows.ts'

const names = ['email', 'name']
const form = { names, delimiter: ',', encoding: 'utf-8' } as const
const csv = (bytes: Uint8Array | string, isLast = true, most = 100) =>
  csvRows({ bytes: Buffer.from(bytes as string), isLast, row: 2 }, form, most)
const plain = ({ row, cells, reasons }: FileRow) => ({ row, ...Object.fromEntries(cells), ...reasons })

test('rows are counted as a spreadsheet does: a quoted line break is no row, an empty line is one', () => {
  const file = 'a@x,Ada\r\n"b@x","Ber\nta ""B"""\r\n\r\nc@x,6" pipe'
  const { rows, passed, bytes } = csv(file)
  expect(rows.map(plain)).toEqual([
    { row: 2, email: 'a@x', name: 'Ada' },
    { row: 3, email: 'b@x', name: 'Ber\nta "B"' },
    { row: 5, email: 'c@x', name: '6" pipe' },
  ])
  expect({ passed, bytes }).toEqual({ passed: 4, bytes: file.length })
})

test('a byte that is not UTF-8 costs its row, and says what to do', () => {
  const bytes = Buffer.concat([Buffer.from('a@x,Ren'), Buffer.from([0xe9]), Buffer.from('\nb@x,Bo\n')])
  const { rows } = csv(bytes)
  expect(rows[0]?.reasons).toEqual({ name: [expect.stringContaining('is not UTF-8')] })
  expect(rows[0]?.values()).toEqual({ email: 'a@x', name: 'René' })
  expect(rows[1]?.reasons).toEqual({})
  const latin = csvRows({ bytes, isLast: true, row: 2 }, { ...form, encoding: 'windows-1252' }, 100)
  expect(latin.rows[0]?.cells.get('name')).toBe('René')
})

test('an apostrophe that keeps a spreadsheet from calculating is no part of a cell', () => {
  const { rows } = csv("'=a@x,'+442079460000\n'a@x,O'Neil\n")
  expect(rows.map(plain)).toEqual([
    { row: 2, email: '=a@x', name: '+442079460000' },
    { row: 3, email: "'a@x", name: "O'Neil" },
  ])
})

test('a row with more cells than columns is refused; one with fewer says less', () => {
  const { rows } = csv('a@x,Ada,more\nb@x\n')
  expect(rows[0]?.reasons).toEqual({ row: ['has 3 cells, and there are 2 columns'] })
  expect(plain(rows[1] as FileRow)).toEqual({ row: 3, email: 'b@x' })
})

test('a quote that is never closed costs its line, and the lines behind it are read', () => {
  const first = csv('a@x,Ada\nb@x,"Bo\nc@x,Cy\n')
  expect(first.rows.map(plain)).toEqual([{ row: 2, email: 'a@x', name: 'Ada' }])
  const rest = csvRows({ bytes: Buffer.from('b@x,"Bo\nc@x,Cy\n'), isLast: true, row: 3 }, form, 100)
  expect(rest.rows[0]).toMatchObject({ row: 3, reasons: { row: [expect.stringContaining('never closed')] } })
  expect(rest).toMatchObject({ passed: 1, bytes: 8 })
})

test('a line with a million cells is refused once, however many windows it fills', () => {
  const file = Buffer.concat([Buffer.from('x,'.repeat(1_000_000)), Buffer.from('\na@x,Ada\n')])
  const rows: FileRow[] = []
  for (let byte = 0, row = 2, inside = false; byte < file.length; ) {
    const bytes = file.subarray(byte, byte + 128 * 1024)
    const window = { bytes, isLast: byte + bytes.length === file.length, row }
    const read: RowsRead = inside ? passLine(window) : csvRows(window, form, 100)
    expect(read.bytes).toBeGreaterThan(0)
    rows.push(...read.rows)
    byte += read.bytes
    row += read.passed
    inside = read.insideLine ?? false
  }
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({ row: 2, reasons: { row: [expect.stringContaining('larger than 64 KiB')] } })
  expect(plain(rows[1] as FileRow)).toEqual({ row: 3, email: 'a@x', name: 'Ada' })
})

test('whatever the bytes are and wherever a window ends, all of them are passed and every row has one number', () => {
  const piece = fc.constantFrom('a@x', ',', '"', '\n', '\r\n', '\r', 'é', ' ', '""')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (pieces, most) => {
      const file = Buffer.from(pieces.join(''))
      const seen: number[] = []
      let byte = 0
      let row = 1
      for (let turn = 0; byte < file.length; turn += 1) {
        expect(turn).toBeLessThan(200)
        const read = csvRows({ bytes: file.subarray(byte), isLast: true, row }, form, most)
        seen.push(...read.rows.map(one => one.row))
        byte += read.bytes
        row += read.passed
      }
      expect(byte).toBe(file.length)
      expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
    }),
  )
})

test('lines of JSON are rows, with attributes together or apart', () => {
  const { rows, passed } = jsonRows(
    {
      bytes: Buffer.from(
        '{"email":"a@x","attributes":{"table":12},"tags":["a","b"],"phone":null}\n\n[1]\n{"email":\n{"email":{"a":1}}',
      ),
      isLast: true,
      row: 1,
    },
    'utf-8',
    100,
  )
  expect(passed).toBe(5)
  expect(plain(rows[0] as FileRow)).toEqual({ row: 1, email: 'a@x', 'attributes.table': 12, tags: 'a;b' })
  expect(rows.slice(1).map(({ row, reasons }) => ({ row, reasons }))).toEqual([
    { row: 3, reasons: { row: ['is not an object'] } },
    { row: 4, reasons: { row: ['is not JSON'] } },
    { row: 5, reasons: { email: ['must be text, a number, a boolean or a list of texts'] } },
  ])
})
