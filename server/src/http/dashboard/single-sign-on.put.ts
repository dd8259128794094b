import { dashboard } from '@millrace/contract/operations/dashboard'
import type { SingleSignOnChange } from '@millrace/contract/single-sign-on'
import { inTenant, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { DomainsTaken } from '#members/single-sign-on/proofs.ts'
import { clientOf, openSecret, readSingleSignOn, saveSingleSignOn } from '#members/single-sign-on/settings.ts'
import { venueFaults } from '#members/venue-faults.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { type Faults, Refusal } from '../refusal.ts'
import { answerSingleSignOn } from './edge/answer-single-sign-on.ts'

export default bind(dashboard.saveSingleSignOn, parts => {
  const { database, sealer, issuers } = parts
  return async request => {
    const { organisationId, email: actor } = request.member
    const { body } = checkedBody(request, dashboard.saveSingleSignOn)
    const domains = [...new Set(body.domains.map(domain => domain.toLowerCase()))]
    const faults: Faults = await inTenant(database, organisationId, tx =>
      grantFaults(tx, organisationId, body),
    )
    const stored = await readSingleSignOn(database.engineSql, organisationId)
    const isSameClient = stored?.issuer === body.issuer && stored.client_id === body.client_id
    // A secret goes to the issuer that it was given for, and to no other.
    const clientSecret =
      body.client_secret ??
      (isSameClient ? await openSecret(database.engineSql, sealer, organisationId) : undefined)
    if (clientSecret === undefined) faults.client_secret = ['is required with a new issuer or client id']
    if (body.enforced && !(request.session.singleSignOn && isSameClient)) {
      faults.enforced = [
        'can be turned on only after you have signed in with single sign-on yourself, by the saved issuer and client id: then it is sure to work',
      ]
    }
    refuse(faults)
    const fault = await issuers.faultOf(organisationId, clientOf(body, clientSecret as string))
    if (fault !== undefined) refuse({ issuer: [fault] })
    const { client_secret: _, ...settings } = body
    await inTransaction(database.engine, tx =>
      saveSingleSignOn(tx, sealer, organisationId, actor, {
        ...settings,
        domains,
        clientSecret: clientSecret as string,
      }),
    ).catch(error => {
      if (!(error instanceof DomainsTaken)) throw error
      const names = error.domains.join(', ')
      refuse({
        domains: [
          `${names}: another organisation here has proven that this domain is its own. Ask the operator.`,
        ],
      })
    })
    return answerSingleSignOn(parts, organisationId, 'Single sign-on is saved.')
  }
})

function refuse(errors: Faults): void {
  if (Object.keys(errors).length > 0) throw new Refusal('validation_failed', { errors })
}

/** Venues that do not exist would show nobody anything. */
async function grantFaults(
  tx: Sql,
  organisationId: string,
  { grants, default_grant }: Pick<SingleSignOnChange, 'grants' | 'default_grant'>,
): Promise<Faults> {
  const faults: Faults = {}
  for (const [index, grant] of grants.entries()) {
    const serials = await venueFaults(tx, organisationId, grant)
    if (serials.length > 0) faults[`grants.${index}.serials`] = serials
  }
  const serials = default_grant === null ? [] : await venueFaults(tx, organisationId, default_grant)
  if (serials.length > 0) faults['default_grant.serials'] = serials
  return faults
}
