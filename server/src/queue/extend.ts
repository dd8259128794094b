import { aboutClaims } from './claims.ts'

/**
 * Shows that claims are still held. Most never need it: a batch takes a tenth of a second. A claim that is being
 * settled is locked by its transaction and skipped; the search for abandoned claims skips it as well.
 */
export const extend = aboutClaims(
  claims => `
  WITH held AS (
    SELECT j.organisation_id, j.id FROM ${claims} JOIN jobs j USING (organisation_id, id, attempt)
    FOR UPDATE OF j SKIP LOCKED
  )
  UPDATE jobs SET beat = beat + 1
  FROM held WHERE jobs.organisation_id = held.organisation_id AND jobs.id = held.id`,
)
