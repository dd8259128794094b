import { expect, test } from 'vitest'
import { auditCsv } from './csv.ts'

const entry = {
  id: '0192c8a0-0000-7000-8000-000000000001',
  sequence: 1,
  at: '2026-03-01T12:00:00.000Z',
  actor: 'maya@example.com',
  action: 'key.created',
  subject: 'mrid_1',
  detail: { name: 'till, "first"' },
}

test('one line an entry, quoted where it must be', () => {
  expect(auditCsv([entry])).toBe(
    'at,actor,action,subject,detail\r\n' +
      '2026-03-01T12:00:00.000Z,maya@example.com,key.created,mrid_1,"{""name"":""till, \\""first\\""""}"\r\n',
  )
})

test('a spreadsheet is given no formula', () => {
  expect(auditCsv([{ ...entry, actor: '=HYPERLINK("http://evil.example")' }])).toContain(
    `"'=HYPERLINK(""http://evil.example"")"`,
  )
})
