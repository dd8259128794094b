import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each<[unknown[], string]>([
  [['a', 1, true, null, undefined], 'a,1,true,,\r\n'],
  [['say "yes"', 'one, two', 'line\nbreak'], '"say ""yes""","one, two","line\nbreak"\r\n'],
  [[{ spend: 4 }], '"{""spend"":4}"\r\n'],
  [[-5], '-5\r\n'],
])('writes %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  '%j is text in every spreadsheet',
  text => {
    expect(csvLine([text])).toMatch(/^"?'/)
  },
)
