import { randomBytes } from 'node:crypto'
import type { SecondFactorMethod } from '@millrace/contract/second-factor'
import type { Sql } from '#db/sql.ts'
import { openChallenge } from './challenges.ts'
import type { Factors } from './factors.ts'
import { authenticationOptions, type Site } from './passkeys.ts'

/** What a member is asked after the password. */
export interface Question {
  readonly ticket: string
  readonly methods: readonly SecondFactorMethod[]
  /** For the browser's passkey. */
  readonly options: object | null
}

export async function openQuestion(
  tx: Sql,
  site: Site | undefined,
  memberId: string,
  { totp, passkeys, recoveryCodes }: Factors,
): Promise<Question> {
  const options =
    site === undefined || passkeys === 0 ? null : await authenticationOptions(tx, site, memberId)
  const challenge = options?.challenge ?? randomBytes(32).toString('base64url')
  const methods: SecondFactorMethod[] = [
    ...(options === null ? [] : ['passkey' as const]),
    ...(totp ? ['totp' as const] : []),
    ...(recoveryCodes > 0 ? ['recovery_code' as const] : []),
  ]
  return { ticket: await openChallenge(tx, 'second_factor', { memberId, challenge }), methods, options }
}
