import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Millrace, startMillrace } from '../../server/src/main.ts'
import { testConfig } from '../support/millrace.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { startProxiedMillrace } from '../support/proxied-millrace.ts'
import { violations } from './support/axe.ts'
import { connectBrowser, type TestBrowser, visit } from './support/browser.ts'
import { screenshot } from './support/screenshot.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await connectBrowser()
})
afterAll(() => browser?.close())

/** The browser reports every request that fails; here they are meant to. */
const expected = /Failed to load resource/

test('the page notices that the database is away, and that it is back', async () => {
  const millrace = await startProxiedMillrace()
  try {
    const { page, context, faults } = await visit(browser, `${millrace.url}/developers`, { expected })
    await page.getByRole('heading', { name: 'Millrace is running' }).waitFor()
    await millrace.proxy.refuse()
    await page.getByRole('heading', { name: 'The database is not available' }).waitFor()
    await screenshot(page, 'developers-database-away', { whole: false })
    expect(await violations(page)).toEqual([])
    await millrace.proxy.pass()
    await page.getByRole('heading', { name: 'Millrace is running again' }).waitFor()
    expect(faults).toEqual([])
    await context.close()
  } finally {
    await millrace.stop()
  }
})

test('the page outlives the server, and keeps what was typed', async () => {
  const database = await createTestDatabase()
  const config = await testConfig(database.url)
  const start = (): Promise<Millrace> => startMillrace(config, { roles: ['api'], progress: () => {} })
  let millrace: Millrace | undefined = await start()
  try {
    const { page, context, faults } = await visit(browser, `${config.baseUrl}/developers`, { expected })
    await page.getByRole('heading', { name: 'Millrace is running' }).waitFor()
    await page.getByLabel('client_id').fill('typed before')
    await millrace.stop()
    millrace = undefined
    await page.getByRole('heading', { name: 'Millrace is not responding' }).waitFor()
    await screenshot(page, 'developers-gone', { whole: false })
    expect(await violations(page)).toEqual([])
    millrace = await start()
    await page.getByRole('heading', { name: 'Millrace is running again' }).waitFor()
    expect(await page.getByLabel('client_id').inputValue()).toBe('typed before')
    expect(faults).toEqual([])
    await context.close()
  } finally {
    await millrace?.stop()
    await database.drop()
  }
})

test('while the server has not answered yet, the page says that it is looking', async () => {
  const millrace = await startProxiedMillrace()
  try {
    const { page, context } = await visit(browser, `${millrace.url}/docs`)
    await page.route('**/readyz', () => {})
    await page.goto(`${millrace.url}/developers`)
    await page.getByRole('heading', { name: 'Connecting to Millrace' }).waitFor()
    await context.close()
  } finally {
    await millrace.stop()
  }
})
