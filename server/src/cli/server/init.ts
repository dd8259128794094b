import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createLasting, replaceLasting } from '#base/lasting-file.ts'
import { decideConfig, SHORTEST_SECRET } from '#config/config.ts'
import type { Env } from '#config/env.ts'
import { command } from '../command/command.ts'
import { variables } from '../command/environment.ts'
import { exitCodes, Failure, wrongUsage } from '../terminal/failure.ts'
import { envFile } from './env-file.ts'

export default command({
  about:
    "Writes a server's settings to an .env file that only you can read: the master key, the values from --set, and every other variable with its meaning, commented out. Shells, systemd and container engines read such files. An existing file is kept unless you pass --force.",
  examples: [
    'npx millrace init',
    'npx millrace init --file /etc/millrace.env --set PORT=9000 --set DATABASE_URL=postgresql://…',
    'set -a && . ./.env && set +a && npm start             # start with these settings',
  ],
  options: {
    file: { value: 'FILE', usual: '.env', about: 'the file to write' },
    set: { value: 'NAME=VALUE', multiple: true, about: 'a variable to set' },
    force: { about: 'replace an existing file, including its master key' },
  },
  environment: ['MILLRACE_DATA_DIR'],
  async run({ values, json }, { env, terminal }) {
    const path = resolve(values.file)
    const set = readSettings(values.set ?? [])
    const { dataDir } = decideConfig({ MILLRACE_DATA_DIR: set.MILLRACE_DATA_DIR ?? env.MILLRACE_DATA_DIR })
    const kept = keptKey(join(dataDir, 'secret'))
    const settings = { MILLRACE_SECRET: kept ?? randomBytes(32).toString('base64url'), ...set }
    // Says everything that is wrong with them, as the server would when it starts.
    decideConfig(settings)
    write(path, envFile(settings), values.force === true)
    if (json) terminal.json({ file: path, master_key: kept === undefined ? 'new' : 'kept' })
    else {
      terminal.say(`Wrote ${path}, which only you can read.`)
      if (kept !== undefined) terminal.say(`It contains the master key from ${dataDir}.`)
      terminal.say(`Start Millrace with it: set -a && . '${path}' && set +a && npm start`)
    }
    return exitCodes.ok
  },
})

/** With another one, what is stored already could not be read. */
function keptKey(path: string): string | undefined {
  let key: string
  try {
    key = readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new Failure(`The master key in ${path} cannot be read (${code}).`)
  }
  if (key.length < SHORTEST_SECRET) throw new Failure(`The master key in ${path} is damaged.`)
  return key
}

function readSettings(given: readonly string[]): Env {
  return Object.fromEntries(
    given.map((text): [string, string] => {
      const at = text.indexOf('=')
      const [name, value] = [text.slice(0, at), text.slice(at + 1)]
      if (at <= 0) throw wrongUsage(`--set is "${text}"; give it as NAME=VALUE, such as --set PORT=9000.`)
      if (!Object.hasOwn(variables, name))
        throw wrongUsage(`There is no variable ${name}. List them with: npx millrace --help`)
      // A shell, systemd and Node read everything else in the same way.
      if (/['\p{Cc}]/u.test(value))
        throw wrongUsage(
          `The value of ${name} contains a quote or a control character. Edit the file instead.`,
        )
      return [name, value]
    }),
  )
}

/** It may be the only place of the master key, so a power cut must not leave part of it. */
function write(path: string, text: string, force: boolean): void {
  try {
    if (force) replaceLasting(path, text, 0o600)
    else if (!createLasting(path, text, 0o600))
      throw new Failure(`${path} exists. Pass --force to replace it.`)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}
