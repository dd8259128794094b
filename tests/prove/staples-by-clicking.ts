import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from '../../scripts/test/chromium.ts'
import { BUILD_REPORTS_VARIABLE, type BuildReport, readReports } from '../browser/support/build/report.ts'
import { ALL_TRIALS_VARIABLE } from '../support/trials.ts'
import { counted, type Proof } from './proof.ts'
import { runFiles } from './run-files.ts'

export const staplesByClicking: Proof = {
  name: 'staples-by-clicking',
  promise:
    'every staple of the gallery is built from an empty canvas by clicking, and what is published is the document of the gallery',
  async run({ size, progress }) {
    progress('building the staples in a browser')
    const folder = mkdtempSync(join(tmpdir(), 'millrace-staples-'))
    try {
      const { faults } = await runFiles(['tests/browser/staple-by-clicking.test.ts'], {
        CHROME_PATH: await ensureChromium(),
        [BUILD_REPORTS_VARIABLE]: folder,
        ...(size === 'whole' ? { [ALL_TRIALS_VARIABLE]: 'yes' } : {}),
      })
      return { ...summary(readReports(folder)), faults }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

const inWords = ({ key, actions, seconds }: BuildReport) => `${key} ${actions} in ${seconds} s`

function summary(reports: readonly BuildReport[]): { tried: string; worst: string } {
  const byActions = reports.toSorted((one, other) => other.actions - one.actions)
  const all = reports.reduce((sum, { actions }) => sum + actions, 0)
  return {
    tried: `${counted(reports.length)} staples in ${counted(all)} clicks, texts and choices: ${byActions.map(inWords).join(', ')}`,
    worst: byActions[0] === undefined ? 'none was built' : inWords(byActions[0]),
  }
}
