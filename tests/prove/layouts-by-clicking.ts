import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from '../../scripts/test/chromium.ts'
import { BUILD_REPORTS_VARIABLE, readReports } from '../browser/support/build/report.ts'
import { ALL_TRIALS_VARIABLE } from '../support/trials.ts'
import { counted, type Proof } from './proof.ts'
import { runFiles } from './run-files.ts'

export const layoutsByClicking: Proof = {
  name: 'layouts-by-clicking',
  promise:
    'ten e-mails of a venue group are composed by clicking, reach a mail server, are read by a standard parser and drawn by a browser, wide and narrow',
  async run({ size, progress }) {
    progress('composing e-mails in a browser')
    const folder = mkdtempSync(join(tmpdir(), 'millrace-layouts-'))
    try {
      const { faults } = await runFiles(['tests/browser/layout-by-clicking.test.ts'], {
        CHROME_PATH: await ensureChromium(),
        [BUILD_REPORTS_VARIABLE]: folder,
        ...(size === 'whole' ? { [ALL_TRIALS_VARIABLE]: 'yes' } : {}),
      })
      const reports = readReports(folder).toSorted((one, other) => other.actions - one.actions)
      const all = reports.reduce((sum, { actions }) => sum + actions, 0)
      const [most] = reports
      return {
        tried: `${counted(reports.length)} layouts in ${counted(all)} clicks, texts and choices; pictures in tests/artifacts/mails`,
        worst: most === undefined ? 'none was composed' : `${most.key} ${most.actions} in ${most.seconds} s`,
        faults,
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}
