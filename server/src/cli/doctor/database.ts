import { OLDEST_SERVER } from '#db/migrate.ts'
import { lengthInWords } from '../terminal/length-in-words.ts'
import type { ContentFacts } from './examine-contents.ts'
import type { DatabaseFacts, Examined } from './examine-database.ts'
import { failed, ok, skipped, type Verdict } from './verdict.ts'

const MOST_CLOCK_DIFFERENCE = 5_000
/** A worker that died is noticed within 15 seconds, and a busy one is not far behind. */
const MOST_OVERDUE = 60

export function checkDatabase(examined: Examined, place: string): Verdict {
  if (examined.kind === 'absent') return skipped('created at the first start')
  if (examined.kind === 'unreachable') return failed(place, examined.sentence)
  const { version, major, fsync } = examined.facts
  const found = `${place}, version ${version}`
  if (major < OLDEST_SERVER) {
    return failed(found, `Millrace needs PostgreSQL ${OLDEST_SERVER} or newer: upgrade the server.`)
  }
  if (!fsync) {
    return failed(
      `${found}, fsync off`,
      'It would lose acknowledged events: set fsync = on and reload PostgreSQL.',
    )
  }
  return ok(`${found}, fsync on`)
}

export const checkSchema = (examined: Examined): Verdict =>
  withFacts(examined, ({ schemaVersion, schemaExpected }) => {
    if (schemaVersion === schemaExpected) return ok(`${schemaVersion}, up to date`)
    if (schemaVersion > schemaExpected) {
      return failed(`${schemaVersion}, newer than this release (${schemaExpected})`, 'Use the newer release.')
    }
    return failed(`${schemaVersion}, this release needs ${schemaExpected}`, 'Run: npx millrace migrate')
  })

/** Row-level security keeps organisations apart, and neither a superuser nor BYPASSRLS is held by it. */
export const checkRoles = (examined: Examined, production = false): Verdict =>
  withFacts(examined, ({ roles, ownsAudit }) => {
    if (roles.length < 2)
      return failed('millrace_engine or millrace_tenant is missing', 'Run: npx millrace migrate')
    const free = roles.filter(role => role.superuser || role.bypassesRowSecurity).map(({ name }) => name)
    if (free.length === 0) {
      const found = 'millrace_engine and millrace_tenant, subject to row-level security'
      if (!ownsAudit) return ok(found)
      // For trying things out, any user will do.
      if (!production) return ok(`${found}; the database user can rewrite the audit log`)
      return failed(
        'the database user can become the owner of the audit log',
        'Let DATABASE_URL name a user that is no superuser and cannot create roles. As an administrator: ' +
          'REVOKE millrace_audit FROM <the user of DATABASE_URL>;',
      )
    }
    return failed(
      `${free.join(' and ')} can bypass row-level security`,
      `As an administrator: ${free.map(name => `ALTER ROLE ${name} NOSUPERUSER NOBYPASSRLS;`).join(' ')}`,
    )
  })

export const checkClock = (examined: Examined): Verdict =>
  withFacts(examined, ({ clockDifferenceMs }) => {
    const apart = Math.abs(clockDifferenceMs)
    const found = apart < 1_000 ? 'less than 1 s apart' : `${(apart / 1000).toFixed(1)} s apart`
    if (apart < MOST_CLOCK_DIFFERENCE) return ok(found)
    return failed(found, 'Set the clock of this machine and of the database, with NTP.')
  })

export const checkWorker = (examined: Examined): Verdict =>
  withContents(examined, ({ overdueSeconds }) => {
    if (overdueSeconds === null) return ok('no work is waiting')
    const found = `work has been waiting for ${lengthInWords(Math.floor(overdueSeconds) * 1_000)}`
    if (overdueSeconds < MOST_OVERDUE) return ok(found)
    return failed(
      found,
      'No worker picks it up: start one with `npx millrace serve --roles worker`, or check the log of the running one.',
    )
  })

export const checkSecrets = (examined: Examined): Verdict =>
  withContents(examined, ({ unopened }) =>
    unopened === undefined
      ? ok('readable with the master key')
      : failed(
          'encrypted with another master key',
          `${unopened} Add the old key to MILLRACE_PREVIOUS_SECRETS.`,
        ),
  )

function withContents(examined: Examined, check: (facts: ContentFacts) => Verdict): Verdict {
  return withFacts(examined, ({ contents }) =>
    contents === undefined ? skipped('see above') : check(contents),
  )
}

function withFacts(examined: Examined, check: (facts: DatabaseFacts) => Verdict): Verdict {
  return examined.kind === 'facts' ? check(examined.facts) : skipped('no database to check')
}
