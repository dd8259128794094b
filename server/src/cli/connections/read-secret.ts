import { readFileSync } from 'node:fs'
import { LONGEST_SECRET, pastedSecret, SECRET_PATTERN } from '@millrace/contract/dashboard/connections'
import type { Vendor } from '#connections/vendors/vendor.ts'
import { Failure } from '../terminal/failure.ts'

const STDIN = 0

/** The secret of a connection, from stdin, as the vendor shows it. */
export async function readSecret({ secretFault }: Pick<Vendor, 'secretFault'> = {}): Promise<string> {
  const secret = pastedSecret(readFileSync(STDIN, 'utf8'))
  if (secret === '' || secret.length > LONGEST_SECRET)
    throw new Failure(`Give the secret on stdin, with at most ${LONGEST_SECRET} characters.`)
  if (!new RegExp(SECRET_PATTERN).test(secret))
    throw new Failure(
      'The secret has a space, a line break or a letter beyond ASCII: give it as the vendor shows it.',
    )
  const fault = await secretFault?.(secret)
  if (fault !== undefined) throw new Failure(`The secret ${fault}.`)
  return secret
}
