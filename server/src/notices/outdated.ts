import { outdated } from '#db/outdated.ts'

export const outdatedNotices = outdated(
  'DELETE FROM notices',
  'organisation_id, id',
  `created_at < now() - interval '30 days'`,
)
