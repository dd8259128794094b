import { expect, test } from 'vitest'
import { owners as ours } from '../../server/owners.ts'
import { ownerFaults, tableFaults } from './owner-faults.ts'

const owners = { 'runs/change': ['runs', 'steps'], messages: ['messages'] }
const faults = (file: string, source: string) => ownerFaults(owners, file, source)

test.for([
  ['server/src/runs/change/end-runs.ts', "tx.query('UPDATE runs SET status = $1')"],
  [
    'server/src/runs/change/end-runs.ts',
    '`WITH a AS (INSERT INTO runs SELECT 1) UPDATE steps s SET status = 1`',
  ],
  ['server/src/runs/read/list-runs.ts', "'SELECT * FROM runs FOR UPDATE SKIP LOCKED'"],
  ['server/src/runs/read/list-runs.ts', "'SELECT FROM runs r ORDER BY id FOR NO KEY UPDATE OF r'"],
  ['server/src/runs/change/insert.ts', "'INSERT INTO runs VALUES (1) ON CONFLICT DO UPDATE SET id = 1'"],
  ['server/src/runs/read/list-runs.ts', '// Who comes first may UPDATE runs SET anything.\nconst a = 1'],
  ['server/src/http/runs.test.ts', "'DELETE FROM runs'"],
  ['server/src/http/runs.fixture.ts', "'DELETE FROM runs'"],
])('%s may say %s', ([file, source]) => {
  expect(faults(file as string, source as string)).toEqual([])
})

test.for([
  ["'UPDATE runs SET status = $1'", 'UPDATE runs'],
  ["'update runs r set status = $1'", 'update runs'],
  ["'UPDATE millrace.runs AS r SET status = $1'", 'UPDATE runs'],
  ['`UPDATE ONLY "runs"\n SET status = $1`', 'UPDATE runs'],
  ["'INSERT INTO runs (id) VALUES (1)'", 'INSERT INTO runs'],
  ['`INSERT\n INTO runs SELECT 1`', 'INSERT INTO runs'],
  ["'DELETE FROM runs WHERE id = $1'", 'DELETE FROM runs'],
  ["'MERGE INTO runs USING x ON true'", 'MERGE INTO runs'],
  ["'TRUNCATE runs'", 'TRUNCATE runs'],
])('%s is refused outside of the owner', ([source, found]) => {
  for (const file of [
    'server/src/runs/waits/react.ts',
    'server/src/messages/send.ts',
    'server/src/dashboard/a.ts',
  ]) {
    expect(faults(file, `const a = 1\nconst b = ${source}`)).toEqual([
      `${file}:2  ${found}: runs is written in server/src/runs/change only; call what is there, or add it there.`,
    ])
  }
})

test('a table without an owner is refused, and so is one whose name is put together', () => {
  expect(faults('server/src/messages/a.ts', "'DELETE FROM letters'")).toEqual([
    'server/src/messages/a.ts:1  DELETE FROM letters: letters has no owner yet; give it one in server/owners.ts.',
  ])
  expect(faults('server/src/messages/a.ts', '`UPDATE ${table} SET a = 1`')).toEqual([
    'server/src/messages/a.ts:1  UPDATE ${table}: name the table, so that its owner can be checked.',
  ])
})

test('every table has one owner, and every owner owns tables that there are', () => {
  const schema = ['runs', 'steps', 'steps_default', 'messages']
    .map(name => `CREATE TABLE ${name} (\n);`)
    .join('\n')
  expect(tableFaults(owners, schema)).toEqual([])
  expect(tableFaults(owners, `${schema}\nCREATE TABLE tasks (\n);`)).toEqual([
    'server/owners.ts  tasks has no owner; name the folder that writes it.',
  ])
  expect(tableFaults({ ...owners, other: ['steps', 'gone'] }, schema)).toEqual([
    'server/owners.ts  steps has two owners; leave one.',
    'server/owners.ts  there is no table gone; take it out.',
  ])
})

test('what answers requests owns nothing', () => {
  const answering = Object.keys(ours).filter(owner => /^(http|dashboard|cli|worker)\b/.test(owner))
  expect(answering).toEqual([])
})
