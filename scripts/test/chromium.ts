import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runStep } from './step.ts'
import { StopTesting } from './stop.ts'

/**
 * Chromium without its windows: a new context with a page costs a quarter of what it costs in the whole browser
 * (0.46 against 1.65 seconds of a processor), and the browser tests are the longest part of the suite.
 */
const SHELL = 'chromium-headless-shell'
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome']

/** The browser for the browser tests: the one that was given, the quickest that is installed or can be, or any. */
export async function ensureChromium(): Promise<string> {
  const found = given() ?? find([SHELL])
  if (found) return found
  const other = find(WHOLE)
  if (process.getuid?.() !== 0 || !isDebian()) {
    if (other) return other
    throw new StopTesting(whatToInstall())
  }
  try {
    return await installShell()
  } catch (error) {
    if (other && error instanceof StopTesting) return other
    throw error
  }
}

async function installShell(): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const otherwise = `Install the package ${SHELL} or chromium yourself, or set CHROME_PATH to a Chromium.`
  // A mirror that does not answer is given up soon: there may be another browser.
  const quick = ['-qq', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1']
  await runStep('Reading the list of Debian packages', 'apt-get', ['update', ...quick], { env, otherwise })
  // Never at the price of a package that is there.
  const install = ['install', '-y', ...quick, '--no-install-recommends', '--no-remove', SHELL]
  await runStep(`Installing ${SHELL}`, 'apt-get', install, { env, otherwise })
  const installed = find([SHELL])
  if (!installed) throw new StopTesting(whatToInstall())
  return installed
}

function given(): string | undefined {
  const path = process.env.CHROME_PATH
  if (!path) return undefined
  if (isExecutable(path)) return path
  throw new StopTesting(
    `CHROME_PATH is ${path}, which cannot be executed: set it to a Chromium, or unset it.`,
  )
}

function find(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable)
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
    ? `The browser tests need Chromium: run \`apt-get install ${SHELL}\` as root, or set CHROME_PATH to one.`
    : 'The browser tests need Chromium: install Chromium or Chrome, or set CHROME_PATH to the one you have.'
}
