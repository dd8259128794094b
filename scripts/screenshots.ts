// What `npm run screenshots` runs: every page as the browser tests see it, on one sheet to look through.
//
//   npm run screenshots                       all of them
//   npm run screenshots -- dashboard-workflows    those of the test files whose path has this in it
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contactSheet } from './screenshots/contact-sheet.ts'
import { ensureChromium } from './test/chromium.ts'
import { runVitest } from './test/vitest.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'tests/artifacts/screenshots')
process.chdir(root)

const filters = process.argv.slice(2)
// A picture of a page that no longer exists would stay for ever.
if (filters.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
process.env.CHROME_PATH = await ensureChromium()
process.env.MILLRACE_SCREENSHOTS = 'yes'
const { failed } = await runVitest(['--project', 'browser', ...filters])
const sheet = join(folder, 'index.html')
writeFileSync(sheet, contactSheet(readdirSync(folder)))
process.stdout.write(`Open ${sheet}\n`)
process.exitCode = failed > 0 ? 1 : 0
