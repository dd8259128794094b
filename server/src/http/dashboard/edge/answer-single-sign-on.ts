import type { SingleSignOnAnswer } from '@millrace/contract/single-sign-on'
import { readScimToken, scimAddress } from '#members/scim/tokens.ts'
import { type DomainProblems, readProofs } from '#members/single-sign-on/proofs.ts'
import { readSingleSignOn, redirectUri, signInLink } from '#members/single-sign-on/settings.ts'
import type { HttpParts } from '../../parts.ts'

/** The settings, and what has to be known at the identity provider and by the members. */
export async function answerSingleSignOn(
  { config, database }: Pick<HttpParts, 'config' | 'database'>,
  organisationId: string,
  message: string,
  problems: DomainProblems = new Map(),
): Promise<SingleSignOnAnswer> {
  return {
    message,
    settings: await readSingleSignOn(database.engineSql, organisationId),
    proofs: (await readProofs(database.engineSql, organisationId)).map(({ token: _, ...proof }) => ({
      ...proof,
      problem: problems.get(proof.domain) ?? null,
    })),
    scim: {
      address: scimAddress(config.baseUrl),
      token: await readScimToken(database.engineSql, organisationId),
    },
    redirect_uri: redirectUri(config.baseUrl),
    sign_in_link: signInLink(config.baseUrl, organisationId),
  }
}
