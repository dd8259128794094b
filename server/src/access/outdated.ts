import { outdated } from '#db/outdated.ts'

export const outdatedAccess = [
  outdated('DELETE FROM access_tokens', 'hash', `expires_at < now() - interval '1 day'`),
  outdated('DELETE FROM strict_limits', 'key', `touched < now() - interval '1 hour'`),
  outdated('DELETE FROM api_key_usage', 'organisation_id, key_id, slot', `slot < now() - interval '1 hour'`),
]
