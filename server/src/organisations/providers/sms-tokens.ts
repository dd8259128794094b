import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { readSecrets } from '../secrets.ts'
import { readCandidates } from './choose-provider.ts'
import { secretOf } from './connection.ts'

/** What the SMS providers of an organisation sign with: each of them may report, and pass on what guests write. */
export async function smsTokens(tx: Sql, sealer: Sealer, organisationId: string): Promise<string[]> {
  const providers = await readCandidates(tx, organisationId, 'sms')
  const secrets = await readSecrets(tx, sealer, organisationId)
  // As before there were several: a token without a provider still counts.
  const tokens = [secrets.sms_token, ...providers.map(provider => secretOf(provider, secrets))]
  return [...new Set(tokens.filter(token => token !== undefined && token !== ''))] as string[]
}
