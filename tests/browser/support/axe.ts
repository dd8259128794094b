import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright-core'
import { allTrials } from '../../support/trials.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  help: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** In the page, where what is evaluated runs. */
declare const document: unknown
declare const axe: { run(context: unknown, options: object): Promise<{ violations: Violation[] }> }

/** What axe finds wrong with the page as it stands, in lines that lead to the element. */
export const violations = (page: Page): Promise<string[]> => run(page, [])

/**
 * The same of one more state of what axe looks at elsewhere: of a dialog, a panel or a page that differs in little. In
 * `npm run prove -- appearance` only: in `npm test` each look takes a second of a processor.
 */
export const furtherViolations = async (page: Page): Promise<string[]> => (allTrials ? violations(page) : [])

/** The rules about a page as a whole, which a part can break from afar. */
const ABOUT_THE_WHOLE = [
  'accesskeys',
  'bypass',
  'duplicate-id-aria',
  'heading-order',
  'landmark-banner-is-top-level',
  'landmark-complementary-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'region',
]

/**
 * The same where only these parts differ from a page that all of axe looks at elsewhere: they are held against every
 * rule, and by `npm run prove -- appearance` the page against those about the whole. Of the API reference with its
 * 14,000 elements all of it takes half a minute.
 */
export async function violationsIn(page: Page, ...parts: Locator[]): Promise<string[]> {
  return [...(await run(page, parts)), ...(allTrials ? await run(page, [], ABOUT_THE_WHOLE) : [])]
}

async function run(page: Page, parts: readonly Locator[], rules?: readonly string[]): Promise<string[]> {
  // Evaluated and not added as a script, which the content security policy would rightly refuse.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(source)
  const include = await Promise.all(parts.map(part => part.elementHandle()))
  // Without frames: an e-mail is drawn in one that runs no scripts, so axe could never answer from there, and the browser
  // warns of the attempt.
  const options = { iframes: false, resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const { violations: found } = await page.evaluate(
    ([elements, given]) => axe.run(elements.length > 0 ? { include: elements } : document, given),
    [include, options] as const,
  )
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${id}: ${help} at ${node.target.join(' ')}\n  ${node.failureSummary}`),
  )
}
