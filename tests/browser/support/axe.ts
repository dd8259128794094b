import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  help: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** The rules about colours among those that are asked by default. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

interface Asked {
  /** Only what has to do with colours, for a page that was asked everything in the other scheme. */
  coloursOnly?: boolean
}

/** What axe finds wrong with the page as it stands, in lines that lead to the element. */
export async function violations(page: Page, { coloursOnly = false }: Asked = {}): Promise<string[]> {
  // Evaluated and not added as a script, which the content security policy would rightly refuse.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(source)
  const options = { resultTypes: ['violations'], ...(coloursOnly && { runOnly: COLOURS }) }
  const found = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(result => result.violations)`,
  )) as Violation[]
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${id}: ${help} at ${node.target.join(' ')}\n  ${node.failureSummary}`),
  )
}
