import { readFileSync } from 'node:fs'
import { loadSecrets } from '#config/secrets.ts'
import { type PublishedHead, verifyAudit } from '#members/verify-audit.ts'
import { keepAuditKey } from '#organisations/audit-key.ts'
import { listOrganisations } from '#organisations/list-organisations.ts'
import { createSealer } from '#secrets/sealer.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { type HeadsByOrganisation, readHeads } from './read-heads.ts'

export default command({
  about:
    'Recalculates the chain of the audit log of all organisations, or of one, and says which entries were changed or removed. Entries that were removed from the end together with the record of the last one show only if you give the heads that Millrace published: its log, or the file of MILLRACE_AUDIT_HEADS.',
  examples: ['npx millrace audit verify', 'npx millrace audit verify --heads /var/log/millrace/audit-heads'],
  options: {
    organisation: { value: 'ID', about: 'verify only this organisation' },
    heads: { value: 'FILE', about: 'heads that were published: lines of JSON; other lines are ignored' },
  },
  environment: [...databaseVariables, 'MILLRACE_SECRET', 'MILLRACE_PREVIOUS_SECRETS'],
  async run({ values, json }, context) {
    const { terminal, config } = context
    const published = values.heads === undefined ? new Map() : headsIn(values.heads)
    const verdicts = await withDatabase(context, async (database, connection) => {
      const { master, audit } = await loadSecrets(config)
      const key = await keepAuditKey(connection, createSealer(master), audit)
      const organisations = values.organisation
        ? [await chooseOrganisation(database.engine, values.organisation)]
        : await listOrganisations(database.engine)
      const found = []
      for (const { id, name } of organisations) {
        const heads: readonly PublishedHead[] = published.get(id) ?? []
        found.push({
          organisation_id: id,
          name,
          published: heads.length,
          ...(await verifyAudit(database.engine, id, key, heads)),
        })
      }
      return found
    })
    const broken = verdicts.some(({ faults }) => faults.length > 0)
    if (json) terminal.json({ organisations: verdicts })
    else for (const verdict of verdicts) for (const line of describe(verdict)) terminal.out(line)
    return broken ? exitCodes.failed : exitCodes.ok
  },
})

function headsIn(path: string): HeadsByOrganisation {
  try {
    return readHeads(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Failure(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

interface Verdict {
  readonly organisation_id: string
  readonly name: string
  readonly published: number
  readonly entries: number
  readonly unsigned: number
  readonly head: { readonly hash: string } | null
  readonly faults: readonly string[]
}

function describe({ organisation_id, name, published, entries, unsigned, head, faults }: Verdict): string[] {
  const counted = `${entries} ${entries === 1 ? 'entry' : 'entries'}`
  const result = faults.length === 0 ? 'unchanged' : 'changed'
  return [
    `${printable(name)} (${organisation_id}): ${counted}, ${result}; last hash ${head?.hash ?? 'none'}`,
    ...(unsigned > 0 ? [`  ${unsigned} written before the log had a key`] : []),
    ...(published > 0 ? [`  compared with ${published} published`] : []),
    ...faults.map(fault => `  ${fault}`),
  ]
}
