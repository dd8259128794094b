import { beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { type Database, inTenant, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { createOrganisation } from '#organisations/create-organisation.ts'
import { openTestDatabase } from '../../../tests/support/open-database.ts'
import { listManagedVenues } from './list-managed-venues.ts'
import { findVenue } from './managed-venue.ts'
import { createOrganisationFactsCache } from './organisation-facts.ts'
import { addVenue, changeVenue } from './save-venue.ts'

let database: Database
const organisationId = newId()
beforeAll(async () => {
  const opened = await openTestDatabase({ tenant: 1, engine: 1 })
  database = opened.database
  await inTransaction(database.engine, tx => createOrganisation(tx, { id: organisationId, name: 'Rialto' }))
  return opened.close
})
const tenant = <T>(work: (tx: Sql) => Promise<T>) => inTenant(database, organisationId, work)
const venue = { serial: 'SOHO', name: 'Soho', time_zone: 'Europe/London' }

test('a venue is added once, and changed field by field', async () => {
  expect(await tenant(tx => addVenue(tx, organisationId, 'member', venue))).toMatchObject({ kind: 'saved' })
  expect(await tenant(tx => addVenue(tx, organisationId, 'member', venue))).toEqual({ kind: 'exists' })
  const change = {
    locale: 'en-GB',
    variables: { manager: 'Ada' },
    opening_hours: { weekly: { monday: [{ from: '09:00', to: '17:00' }] } },
    paused: true,
  }
  await tenant(tx => changeVenue(tx, organisationId, 'member', 'SOHO', change))
  await tenant(tx => changeVenue(tx, organisationId, 'member', 'SOHO', { name: 'Soho 2' }))
  const changed = await tenant(tx => findVenue(tx, organisationId, 'SOHO'))
  expect(changed).toMatchObject({ ...venue, ...change, name: 'Soho 2' })
  await tenant(tx => changeVenue(tx, organisationId, 'member', 'SOHO', { locale: null, opening_hours: null }))
  const emptied = await tenant(tx => findVenue(tx, organisationId, 'SOHO'))
  expect(emptied).toMatchObject({ locale: null, opening_hours: null, variables: { manager: 'Ada' } })
})

test('a change is what runs see next', async () => {
  const organisations = createOrganisationFactsCache()
  const timeZone = async () =>
    (await tenant(tx => organisations.find(tx, [organisationId]))).get(organisationId)?.venues.get('SOHO')
      ?.time_zone
  expect(await timeZone()).toBe('Europe/London')
  await tenant(tx => changeVenue(tx, organisationId, 'member', 'SOHO', { time_zone: 'Asia/Tokyo' }))
  expect(await timeZone()).toBe('Asia/Tokyo')
})

test('faults are reported all at once, and nothing is changed', async () => {
  const change = {
    time_zone: 'Soho',
    locale: '!',
    opening_hours: {
      weekly: {},
      exceptions: [
        { date: '2026-02-30', spans: [] },
        { date: '2026-12-25', spans: [] },
        { date: '2026-12-25', spans: [] },
      ],
    },
  }
  const refused = await tenant(tx => changeVenue(tx, organisationId, 'member', 'SOHO', change))
  expect(refused.kind === 'faults' && Object.keys(refused.faults)).toEqual([
    'time_zone',
    'locale',
    'opening_hours.exceptions.0.date',
    'opening_hours.exceptions.2.date',
  ])
  expect(await tenant(tx => findVenue(tx, organisationId, 'SOHO'))).toMatchObject({ locale: null })
})

test('another organisation has no venue of ours to change', async () => {
  const other = newId()
  await inTransaction(database.engine, tx => createOrganisation(tx, { id: other, name: 'Other' }))
  const change = (tx: Sql) => changeVenue(tx, organisationId, 'member', 'SOHO', { name: 'Taken' })
  expect(await inTenant(database, other, change)).toEqual({ kind: 'not_found' })
})

test('venues are found by a part of their name, and by those that a member may see', async () => {
  for (const serial of ['A1', 'B2'])
    await tenant(tx =>
      addVenue(tx, organisationId, 'member', { ...venue, serial, name: `The ${serial} Bar` }),
    )
  const list = (filter: object) =>
    tenant(async tx =>
      (await listManagedVenues(tx, organisationId, { after: undefined, limit: 2, ...filter })).map(
        ({ serial }) => serial,
      ),
    )
  expect(await list({})).toEqual(['A1', 'B2'])
  expect(await list({ after: 'B2' })).toEqual(['SOHO'])
  expect(await list({ text: 'bar' })).toEqual(['A1', 'B2'])
  expect(await list({ serials: ['B2', 'SOHO'] })).toEqual(['B2', 'SOHO'])
})
