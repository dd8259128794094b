import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runStep } from './step.ts'
import { StopTesting } from './stop.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The browser for the browser tests: the installed one, or Debian's where it can be installed. */
export async function ensureChromium(): Promise<string> {
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() !== 0 || !isDebian()) throw new StopTesting(whatToInstall())
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const otherwise = 'Install the package chromium yourself, or set CHROME_PATH to a Chromium.'
  await runStep('Reading the list of Debian packages', 'apt-get', ['update', '-qq'], { env, otherwise })
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium']
  await runStep('Installing Chromium', 'apt-get', install, { env, otherwise })
  const installed = findChromium()
  if (!installed) throw new StopTesting(whatToInstall())
  return installed
}

function findChromium(): string | undefined {
  const given = process.env.CHROME_PATH
  if (given) {
    if (isExecutable(given)) return given
    throw new StopTesting(
      `CHROME_PATH is ${given}, which cannot be executed: set it to a Chromium, or unset it.`,
    )
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return NAMES.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

function whatToInstall(): string {
  return isDebian()
    ? 'The browser tests need Chromium: run `apt-get install chromium` as root, or set CHROME_PATH to one.'
    : 'The browser tests need Chromium: install Chromium or Chrome, or set CHROME_PATH to the one you have.'
}
