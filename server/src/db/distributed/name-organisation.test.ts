import { beforeAll, describe, expect, test } from 'vitest'
import {
  askWhereRowsAre,
  nameOrganisation,
  type Parser,
  type Placed,
  type Places,
} from './name-organisation.ts'
import { loadParser } from './parser.ts'

let parser: Parser
beforeAll(async () => {
  parser = await loadParser()
})

const owned = (generated: Placed['generated'] = []): Placed => ({
  by: 'organisation_id',
  column: 'organisation_id',
  generated,
})
const places: Places = new Map<string, Placed>([
  ['organisations', { by: 'id', column: 'id', generated: [] }],
  ['runs', owned()],
  ['guests', owned()],
  ['jobs', owned([{ name: 'id', value: "next_at('millrace.jobs_id_seq', $)" }])],
  ['members', { by: undefined, column: 'id', generated: [] }],
])

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const named = (text: string) => {
  const { text: made, parameter } = nameOrganisation(parser, places, text)
  // What was made is SQL.
  parser.parse(made)
  return { text: oneLine(made), parameter }
}

describe('what is read', () => {
  test('is the rows of the organisation, by the next parameter', () => {
    expect(named('SELECT id FROM runs WHERE status = $1')).toEqual({
      text: 'SELECT id FROM (SELECT * FROM runs WHERE organisation_id = $2::uuid) AS runs WHERE status = $1',
      parameter: 2,
    })
  })

  test('keeps its alias and its schema, and is of the organisation on both sides of a join', () => {
    expect(
      named('SELECT FROM millrace.runs r LEFT JOIN guests AS g USING (organisation_id) FOR UPDATE OF r').text,
    ).toBe(
      'SELECT FROM (SELECT * FROM millrace.runs WHERE organisation_id = $1::uuid) r' +
        ' LEFT JOIN (SELECT * FROM guests WHERE organisation_id = $1::uuid) AS g USING (organisation_id) FOR UPDATE OF r',
    )
  })

  test('is found in sub-selects, lateral joins and queries, and a query hides a table of its name', () => {
    const { text } = named(
      `WITH guests AS (SELECT 1 AS id FROM runs) SELECT FROM guests WHERE EXISTS (SELECT FROM organisations o WHERE o.id = $1)`,
    )
    expect(text).toBe(
      'WITH guests AS (SELECT 1 AS id FROM (SELECT * FROM runs WHERE organisation_id = $2::uuid) AS runs)' +
        ' SELECT FROM guests WHERE EXISTS (SELECT FROM (SELECT * FROM organisations WHERE id = $2::uuid) o WHERE o.id = $1)',
    )
  })

  test('stays as it is where it belongs to no organisation', () => {
    const text = `SELECT 'runs', "é" FROM members, unnest($1::text[]) AS "é" WHERE id = $2`
    expect(named(text)).toEqual({ text, parameter: undefined })
  })
})

describe('what is changed', () => {
  test('is of the organisation, whatever its condition', () => {
    expect(named(`UPDATE runs SET status = 'failed' WHERE id = $1 OR id = $2 RETURNING id`).text).toBe(
      `UPDATE runs SET status = 'failed' WHERE runs.organisation_id = $3::uuid AND ( id = $1 OR id = $2 )RETURNING id`,
    )
    expect(named('DELETE FROM runs r').text).toBe('DELETE FROM runs r WHERE r.organisation_id = $1::uuid')
    expect(named('DELETE FROM runs WHERE error IS DISTINCT FROM $1').text).toBe(
      'DELETE FROM runs WHERE runs.organisation_id = $2::uuid AND ( error IS DISTINCT FROM $1)',
    )
  })

  test('asks for the time where the row is, also where all organisations are meant', () => {
    const text = 'UPDATE runs r SET resumes_at = now() + $1 WHERE r.id = $2 RETURNING clock_timestamp()'
    expect(named(text).text).toContain('SET resumes_at = now_at(r.organisation_id) + $1')
    expect(oneLine(askWhereRowsAre(parser, places, text))).toBe(
      'UPDATE runs r SET resumes_at = now_at(r.organisation_id) + $1 WHERE r.id = $2 RETURNING clock_at(r.organisation_id)',
    )
    expect(askWhereRowsAre(parser, places, 'SELECT now() FROM runs')).toBe('SELECT now() FROM runs')
  })

  test('does not take in what was worked out before it', () => {
    expect(
      named('UPDATE runs SET tags = c.tags FROM (SELECT x::text[] AS tags FROM unnest($1::text[]) AS x) AS c')
        .text,
    ).toContain('FROM unnest($1::text[]) AS x OFFSET 0) AS c')
  })
})

describe('what is stored', () => {
  test('stands with plain values as it is', () => {
    const text = 'INSERT INTO runs (organisation_id, id) VALUES ($1, $2)'
    expect(named(text)).toEqual({ text, parameter: undefined })
  })

  test('is selected from the row of the organisation', () => {
    expect(
      named(
        'INSERT INTO runs (id, organisation_id) SELECT r.id, r.o FROM unnest($1::uuid[], $2::uuid[]) AS r (o, id)',
      ).text,
    ).toBe(
      'INSERT INTO runs AS runs (id, organisation_id) SELECT r.id, whose.whose' +
        ' FROM (SELECT id FROM organisations WHERE id = $3::uuid) AS whose (whose), unnest($1::uuid[], $2::uuid[]) AS r (o, id)',
    )
  })

  test('still has every parameter, also without anything to select from', () => {
    expect(named('INSERT INTO runs (organisation_id, id) SELECT $1, $2 WHERE $3').text).toBe(
      'INSERT INTO runs AS runs (organisation_id, id) SELECT whose.whose, $2' +
        ' FROM (SELECT id FROM organisations WHERE id = $4::uuid AND id = $1) AS whose (whose) WHERE $3',
    )
  })

  test('is numbered where its rows are', () => {
    expect(
      named('INSERT INTO jobs (organisation_id, data) SELECT $1, d FROM unnest($2::json[]) AS d RETURNING id')
        .text,
    ).toBe(
      'INSERT INTO jobs AS jobs (id, organisation_id, data) OVERRIDING SYSTEM VALUE' +
        " SELECT next_at('millrace.jobs_id_seq', whose.whose), whose.whose, d" +
        ' FROM (SELECT id FROM organisations WHERE id = $3::uuid AND id = $1) AS whose (whose), unnest($2::json[]) AS d RETURNING id',
    )
  })

  test('is one query beside the other where a statement stores two things', () => {
    const { text } = named(
      'WITH first AS (INSERT INTO runs (organisation_id) SELECT $1) INSERT INTO guests (organisation_id) SELECT $1',
    )
    expect(text).toMatch(/^WITH first AS \(.*\), last_stored AS \( INSERT INTO guests .*\) SELECT 1$/)
  })
})

test('several statements at once are left alone', () => {
  const text = 'BEGIN; SET LOCAL jit = off'
  expect(named(text)).toEqual({ text, parameter: undefined })
})
