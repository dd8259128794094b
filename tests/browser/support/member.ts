import type { Browser, Page } from 'playwright-core'
import { createTestMember, password, type TestMember } from '../../support/dashboard.ts'
import type { TestMillrace } from '../../support/millrace.ts'
import { type Visit, type VisitOptions, visit } from './browser.ts'

export { password }

/** The browser reports refusals that a test brings about, and that the page itself answers to. */
export const refusals = /Failed to load resource: the server responded with a status of 4\d\d/

/** Opens an address as somebody who is not signed in. */
export async function open(
  browser: Browser,
  millrace: Pick<TestMillrace, 'url'>,
  path: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const visited = await visit(browser, `${millrace.url}/docs`, options)
  await visited.page.goto(millrace.url + path)
  return visited
}

export async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

/** Opens an address as a member, by way of the sign-in. */
export async function openAs(
  browser: Browser,
  millrace: Pick<TestMillrace, 'url'>,
  member: Pick<TestMember, 'email'>,
  path = '/',
  options: VisitOptions = {},
): Promise<Visit> {
  const next = path === '/' ? '' : `?${new URLSearchParams({ next: path })}`
  const visited = await open(browser, millrace, `/sign-in${next}`, options)
  await fillIn(visited.page, { 'E-mail': member.email, Password: password })
  await visited.page.getByRole('button', { name: 'Sign in' }).click()
  await visited.page.waitForURL(url => url.pathname !== '/sign-in')
  return visited
}

export const newMember = createTestMember

/** As if ten minutes had passed since the password was given. */
export const forgetConfirmation = ({ database }: Pick<TestMillrace, 'database'>, { id }: TestMember) =>
  database.engine.query(
    "UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE member_id = $1",
    [id],
  )

/** As if the session had ended by itself. */
export const endSessions = ({ database }: Pick<TestMillrace, 'database'>, { id }: TestMember) =>
  database.engine.query('DELETE FROM sessions WHERE member_id = $1', [id])

/** As if a minute had passed since the last password was given. */
export const forgetAttempts = ({ database }: Pick<TestMillrace, 'database'>) =>
  database.engine.query('DELETE FROM strict_limits')
