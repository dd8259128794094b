import { outdated } from '#db/outdated.ts'

export const outdatedMembers = [
  outdated('DELETE FROM api_requests', 'organisation_id, key_id, id', `at < now() - interval '7 days'`),
  outdated('DELETE FROM sessions', 'hash', `created_at < now() - interval '30 days'`),
  outdated('DELETE FROM challenges', 'hash', `created_at < now() - interval '1 hour'`),
  outdated('DELETE FROM single_sign_on_attempts', 'hash', `created_at < now() - interval '1 hour'`),
  outdated('DELETE FROM invitations', 'organisation_id, id', `expires_at < now() - interval '1 day'`),
]
