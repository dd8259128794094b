import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  help: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** What axe finds wrong with the page as it stands, in lines that lead to the element. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated and not added as a script, which the content security policy would rightly refuse.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(source)
  // Without frames: an e-mail is drawn in one that runs no scripts, so axe could never answer from there, and the browser
  // warns of the attempt.
  const found = (await page.evaluate(
    "axe.run(document, { iframes: false, resultTypes: ['violations'] }).then(result => result.violations)",
  )) as Violation[]
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${id}: ${help} at ${node.target.join(' ')}\n  ${node.failureSummary}`),
  )
}
