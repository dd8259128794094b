import type { Sql } from '#db/sql.ts'

export interface NewVenue {
  serial: string
  name: string
  timeZone: string
}

export async function createVenue(tx: Sql, organisationId: string, venue: NewVenue): Promise<void> {
  await tx.query('INSERT INTO venues (organisation_id, serial, name, time_zone) VALUES ($1, $2, $3, $4)', [
    organisationId,
    venue.serial,
    venue.name,
    venue.timeZone,
  ])
}
