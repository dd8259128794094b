import { outdated } from '#db/outdated.ts'

const untouched = `touched < now() - interval '1 hour'`
export const outdatedLimits = outdated('DELETE FROM strict_limits', 'key', untouched)
/** The rows of a distributed database, which are on several nodes, so that none can be locked first. The portion is not limited. */
export const outdatedLimitsOnNodes = `DELETE FROM strict_limits WHERE ${untouched} AND $1::integer > 0`

export const outdatedAccess = [
  outdated('DELETE FROM access_tokens', 'hash', `expires_at < now() - interval '1 day'`),
  outdatedLimits,
  outdated('DELETE FROM api_key_usage', 'organisation_id, key_id, slot', `slot < now() - interval '1 hour'`),
]
