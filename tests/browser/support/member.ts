import type { Page } from 'playwright-core'
import { visit as bySelf, createTestMember, password, type TestMember } from '../../support/dashboard.ts'
import type { TestMillrace } from '../../support/millrace.ts'
import { type TestBrowser, type Visit, type VisitOptions, visit } from './browser.ts'

export { password }

/** The browser reports refusals that a test brings about, and that the page itself answers to. */
export const refusals = /Failed to load resource: the server responded with a status of 4\d\d/

/** Opens an address as someone who is not signed in. */
export function open(
  browser: TestBrowser,
  millrace: Pick<TestMillrace, 'url'>,
  path: string,
  options: VisitOptions = {},
): Promise<Visit> {
  return visit(browser, millrace.url + path, options)
}

export async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

/** The cookie of a new session. The form for the sign-in is tried in its own file. */
export async function sessionOf(
  { url }: Pick<TestMillrace, 'url'>,
  { email }: Pick<TestMember, 'email'>,
): Promise<string> {
  const visitor = bySelf(url)
  const answer = await visitor.signIn(email, password)
  if (visitor.cookie === undefined) throw new Error(`not signed in: ${answer.text}`)
  return visitor.cookie
}

/** Opens an address as a member who has signed in. */
export async function openAs(
  browser: TestBrowser,
  millrace: Pick<TestMillrace, 'url'>,
  member: Pick<TestMember, 'email'>,
  path = '/',
  options: VisitOptions = {},
): Promise<Visit> {
  return open(browser, millrace, path, { ...options, session: await sessionOf(millrace, member) })
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
