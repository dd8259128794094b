import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../server/src/db/database.ts'
import { type Millrace, startMillrace } from '../../server/src/main.ts'
import { createTestMember } from '../support/dashboard.ts'
import {
  createTestOrganisation,
  eventually,
  request,
  type TestOrganisation,
  testConfig,
} from '../support/millrace.ts'
import { openPatiently } from '../support/patient-database.ts'
import { openPair, type Pair } from '../support/standby.ts'
import { violations } from './support/axe.ts'
import { connectBrowser, type TestBrowser } from './support/browser.ts'
import { openAs } from './support/member.ts'
import { screenshot } from './support/screenshot.ts'

let pair: Pair
let browser: TestBrowser
let millrace: Millrace
let database: Database
let organisation: TestOrganisation
let url: string

beforeAll(async () => {
  pair = await openPair()
  const config = { ...(await testConfig(pair.url)), databaseReadUrl: pair.readUrl }
  url = config.baseUrl
  millrace = await startMillrace(config, { roles: ['api'], progress: () => {} })
  browser = await connectBrowser()
  database = openPatiently({ connectionString: pair.url }, { tenantConnections: 2, engineConnections: 2 })
  organisation = await createTestOrganisation(url, database, 'Harbour')
  await organisation.guest({ name: 'Ada Byron' })
})
afterAll(async () => {
  await browser?.close()
  await database?.close()
  await millrace?.stop()
  await pair?.close()
})

test('a list that is behind says so, and is current again by itself', async () => {
  const member = await createTestMember({ database }, organisation.id)
  await eventually(
    async () => (await request(`${url}/readyz`)).body.replica,
    replica => replica === 'used',
  )
  const { page, faults } = await openAs(browser, { url }, member, '/guests')
  const behind = page.getByText(/^This list is \d+ seconds behind\.$/)
  await page.getByRole('link', { name: 'Ada Byron' }).waitFor()
  expect(await behind.count()).toBe(0)
  await pair.pause()
  await organisation.guest({ name: 'Grace Hopper' })
  await new Promise(resolve => setTimeout(resolve, 5_000))
  await page.reload()
  await behind.waitFor()
  expect(await behind.getAttribute('title')).toMatch(/\d{2}:\d{2}/)
  expect(await page.getByRole('link', { name: 'Grace Hopper' }).count()).toBe(0)
  await screenshot(page, 'list-behind', { whole: false })
  expect(await violations(page)).toEqual([])

  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.getByText(/^These figures are \d+ seconds behind\.$/).waitFor()

  await page.getByRole('link', { name: 'Guests' }).first().click()
  await behind.waitFor()
  await pair.resume()
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor()
  await behind.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})
