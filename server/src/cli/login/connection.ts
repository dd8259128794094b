import type { Context, Options, Values } from '../command/command.ts'
import { knownAddresses } from '../server/addresses.ts'
import { livingServerRecord } from '../server/server-record.ts'
import { Failure, wrongUsage } from '../terminal/failure.ts'
import { profileName, readProfile, USUAL_PROFILE } from './profile.ts'

/** An API key, and where it is sent. */
export interface Connection {
  readonly baseUrl: string
  readonly authUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/** For every command that talks to the API as an integrator does. */
export const connectionOptions = {
  clientId: { value: 'ID', about: 'the key (default: MILLRACE_CLIENT_ID)' },
  clientSecret: {
    value: 'SECRET',
    about: 'its secret (default: MILLRACE_CLIENT_SECRET, which other users of this machine cannot see)',
  },
  profile: {
    value: 'NAME',
    parse: profileName,
    about: `a key saved by \`millrace login\` (default if no key is given: ${USUAL_PROFILE})`,
  },
} as const satisfies Options

export const connectionVariables = [
  'MILLRACE_CLIENT_ID',
  'MILLRACE_CLIENT_SECRET',
  'MILLRACE_AUTH_URL',
  'MILLRACE_BASE_URL',
  'MILLRACE_DATA_DIR',
  'XDG_CONFIG_HOME',
] as const

/**
 * The key from the command line, or from the environment, or from a profile. The key of a profile goes to the
 * addresses of that profile and nowhere else, whatever the environment says.
 */
export function chooseConnection(
  values: Values<typeof connectionOptions>,
  { config, env }: Pick<Context, 'config' | 'env'>,
): Connection {
  const clientId = values.clientId ?? env.MILLRACE_CLIENT_ID
  const clientSecret = values.clientSecret ?? env.MILLRACE_CLIENT_SECRET
  if (values.profile !== undefined && (values.clientId ?? values.clientSecret) !== undefined)
    throw wrongUsage('Give the key with --client-id and --client-secret, or with --profile, not both.')
  if (values.profile === undefined && clientId && clientSecret) {
    const { auth_url, base_url } = knownAddresses(config, env, livingServerRecord(config.dataDir))
    return { baseUrl: base_url, authUrl: auth_url, clientId, clientSecret }
  }
  const profile = readProfile(env, values.profile ?? USUAL_PROFILE)
  if (profile !== undefined) {
    const { base_url, auth_url, client_id, client_secret } = profile
    return { baseUrl: base_url, authUrl: auth_url, clientId: client_id, clientSecret: client_secret }
  }
  if (values.profile === undefined) throw wrongUsage(NO_KEY)
  throw new Failure(
    `There is no profile "${values.profile}". Create it with: npx millrace login --profile ${values.profile}`,
  )
}

const NO_KEY =
  'Give the key with --client-id and --client-secret, in MILLRACE_CLIENT_ID and MILLRACE_CLIENT_SECRET, or save it ' +
  'with `npx millrace login`. Create one with: npx millrace keys create --name NAME'
