import { readFileSync } from 'node:fs'
import { type Context, command } from '../command/command.ts'
import { knownAddresses } from '../server/addresses.ts'
import { livingServerRecord } from '../server/server-record.ts'
import { exitCodes, wrongUsage } from '../terminal/failure.ts'
import { apiFailure } from './api-failure.ts'
import { type Connection, connectionVariables } from './connection.ts'
import { openClient } from './open-client.ts'
import { profileName, USUAL_PROFILE, writeProfile } from './profile.ts'
import { readAddress } from './read-address.ts'

export default command({
  about:
    'Saves an API key with its addresses in a file that only you can read, for `events send`. The key is tested first. On a terminal, missing values are asked for.',
  examples: [
    'npx millrace login',
    'npx millrace login --base-url https://api.example.com --client-id mrid_… --client-secret - < secret.txt',
    'npx millrace login --profile staging --base-url https://staging.example.com',
  ],
  options: {
    baseUrl: {
      value: 'URL',
      about: 'address of the API (default: MILLRACE_BASE_URL, or the server on this machine)',
    },
    authUrl: {
      value: 'URL',
      about: 'address of the token endpoint (default: MILLRACE_AUTH_URL, or the base URL)',
    },
    clientId: { value: 'ID', about: 'the key (default: MILLRACE_CLIENT_ID)' },
    clientSecret: {
      value: 'SECRET',
      about: 'its secret, or - to read it from stdin (default: MILLRACE_CLIENT_SECRET)',
    },
    profile: { value: 'NAME', usual: USUAL_PROFILE, parse: profileName, about: 'the name to save it under' },
  },
  environment: connectionVariables,
  async run({ values, json }, context) {
    const { env, terminal } = context
    const name = values.profile
    const connection = await readConnection(values, context)
    if ([connection.baseUrl, connection.authUrl].some(isOpenToOthers))
      terminal.say('Warning: the secret is sent unencrypted. Use https outside this machine.')
    await tryOut(connection)
    const { baseUrl: base_url, authUrl: auth_url, clientId: client_id, clientSecret } = connection
    const path = writeProfile(env, name, { base_url, auth_url, client_id, client_secret: clientSecret })
    if (json) terminal.json({ profile: name, path, base_url, auth_url, client_id })
    else terminal.say(`The key works at ${base_url}. Saved to ${path}.`)
    return exitCodes.ok
  },
})

type Given = Partial<Record<'baseUrl' | 'authUrl' | 'clientId' | 'clientSecret', string>>

async function readConnection(values: Given, { config, env, terminal }: Context): Promise<Connection> {
  const known = knownAddresses(config, env, livingServerRecord(config.dataDir))
  const ask = async (question: string) => (terminal.attended ? (await terminal.ask(question)).trim() : '')
  const given = values.baseUrl
  const base = given || env.MILLRACE_BASE_URL || (await ask(`Base URL [${known.base_url}]: `))
  const baseUrl = readAddress('The base URL', base || known.base_url)
  // The variables belong together: the secret must not go from one server to another.
  const elsewhere = values.authUrl || (given ? undefined : env.MILLRACE_AUTH_URL)
  const authUrl = elsewhere
    ? readAddress('The auth URL', elsewhere)
    : baseUrl === known.base_url
      ? known.auth_url
      : baseUrl
  const clientId = values.clientId || env.MILLRACE_CLIENT_ID || (await ask('client_id: '))
  const clientSecret = await readSecret(values.clientSecret, { env, terminal })
  if (!clientId || !clientSecret) throw wrongUsage(NO_KEY)
  return { baseUrl, authUrl, clientId, clientSecret }
}

const NO_KEY =
  'Give the key with --client-id, and its secret with --client-secret - on stdin or in MILLRACE_CLIENT_SECRET. ' +
  'Create one with: npx millrace keys create --name NAME'

const STDIN = 0

async function readSecret(
  given: string | undefined,
  { env, terminal }: Pick<Context, 'env' | 'terminal'>,
): Promise<string> {
  if (given === '-') return readFileSync(STDIN, 'utf8').trim()
  const secret = given || env.MILLRACE_CLIENT_SECRET
  if (secret || !terminal.attended) return secret ?? ''
  return (await terminal.askSecret('client_secret (not shown): ')).trim()
}

function isOpenToOthers(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !/^(localhost|127\..+|\[::1\])$/.test(hostname)
}

/** A token from the one address, and an answer with it from the other. */
async function tryOut(connection: Connection): Promise<void> {
  try {
    await openClient(connection).workflows.list({ limit: 1 }).page()
  } catch (error) {
    throw apiFailure(error)
  }
}
