import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import type { Env } from '#config/env.ts'
import { Failure } from '../terminal/failure.ts'

/** What `millrace login` saves: an API key, and the addresses that it may be sent to. */
export interface Profile {
  readonly base_url: string
  readonly auth_url: string
  readonly client_id: string
  readonly client_secret: string
}

export const USUAL_PROFILE = 'default'

type Place = Pick<Env, 'XDG_CONFIG_HOME'>

/** It becomes the name of a file. */
export function profileName(text: string): string {
  if (/^[\w-]{1,50}$/.test(text)) return text
  throw new InvalidArgumentError('Give up to 50 letters, digits, _ or -.')
}

/** A relative XDG_CONFIG_HOME does not count, as its specification says. */
export function profilePath(env: Place, name: string): string {
  const given = env.XDG_CONFIG_HOME
  const home = given && isAbsolute(given) ? given : join(homedir(), '.config')
  return join(home, 'millrace', `${name}.json`)
}

/** Undefined: there is none with this name. */
export function readProfile(env: Place, name: string): Profile | undefined {
  const path = profilePath(env, name)
  const file = statSync(path, { throwIfNoEntry: false })
  if (file === undefined) return undefined
  if ((file.mode & 0o077) !== 0)
    throw new Failure(`Other users can read the secret in ${path}. Run: chmod 600 '${path}'`)
  const profile = parsed(path)
  if (profile !== undefined) return profile
  throw new Failure(`${path} is damaged. Run: npx millrace login`)
}

function parsed(path: string): Profile | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8'))
    const fields = ['base_url', 'auth_url', 'client_id', 'client_secret']
    return fields.every(field => typeof value?.[field] === 'string') ? value : undefined
  } catch {
    return undefined
  }
}

/** Written beside it and renamed: nobody reads half of it, and only its owner reads it at any time. */
export function writeProfile(env: Place, name: string, profile: Profile): string {
  const path = profilePath(env, name)
  const beside = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(beside, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600 })
    renameSync(beside, path)
  } catch (error) {
    throw new Failure(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
  return path
}

/** false: there was none. */
export function removeProfile(env: Place, name: string): boolean {
  const path = profilePath(env, name)
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return false
  rmSync(path)
  return true
}
