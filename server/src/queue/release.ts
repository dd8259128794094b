import { aboutClaims } from './claims.ts'

/** Gives back jobs that could not be done here, so that the next claim gets them at once. */
export const release = aboutClaims(
  claims => `
  UPDATE jobs SET claimed = false FROM ${claims}
  WHERE jobs.organisation_id = c.organisation_id AND jobs.id = c.id AND jobs.attempt = c.attempt AND claimed`,
)
