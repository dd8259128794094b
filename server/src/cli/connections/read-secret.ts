import { readFileSync } from 'node:fs'
import { LONGEST_SECRET, pastedSecret, SECRET_PATTERN } from '@millrace/contract/dashboard/connections'
import type { Config } from '#config/config.ts'
import { secretFault } from '#connections/secret-fault.ts'
import type { Vendor } from '#connections/vendors/vendor.ts'
import { Failure } from '../terminal/failure.ts'

const STDIN = 0

/** A secret from stdin, as the vendor shows it. */
export function readSecret(): string {
  const secret = pastedSecret(readFileSync(STDIN, 'utf8'))
  if (secret === '' || secret.length > LONGEST_SECRET)
    throw new Failure(`Give the secret on stdin, with at most ${LONGEST_SECRET} characters.`)
  if (!new RegExp(SECRET_PATTERN).test(secret))
    throw new Failure(
      'The secret has a space, a line break or a letter beyond ASCII: give it as the vendor shows it.',
    )
  return secret
}

/** The secret of a connection, which may have to have a form. */
export async function readSecretFor(vendor: Vendor, config: Config): Promise<string> {
  const secret = readSecret()
  const policy = { allowPrivate: config.allowedPrivateAddresses, extraPorts: config.allowedPorts }
  const fault = await secretFault(policy, 'cli', vendor, secret)
  if (fault !== undefined) throw new Failure(fault)
  return secret
}
