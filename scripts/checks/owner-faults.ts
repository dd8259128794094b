import { withoutComments } from './imports.ts'

export type Owners = Readonly<Record<string, readonly string[]>>

const TABLE = String.raw`(?:only\s+)?(?:millrace\.)?(\$\{[^}]*\}|"?[a-z_][a-z0-9_.]*"?)`
const WRITES = [
  new RegExp(String.raw`\b(insert\s+into|delete\s+from|merge\s+into)\s+${TABLE}`, 'gi'),
  // In capitals only: templates have a filter with this name.
  new RegExp(String.raw`\b(TRUNCATE)\s+(?:TABLE\s+)?${TABLE}`, 'g'),
  // The SET after a name distinguishes it from FOR UPDATE and DO UPDATE.
  new RegExp(String.raw`\b(update)\s+${TABLE}(?:\s+(?:as\s+)?[a-z_]+)?\s+set\b`, 'gi'),
]

/** Statements of a file that write tables of another folder. Tests may write what they need. */
export function ownerFaults(owners: Owners, file: string, source: string): string[] {
  if (/\.(test|fixture)\.ts$/.test(file)) return []
  const code = withoutComments(source)
  return WRITES.flatMap(pattern => [...code.matchAll(pattern)]).flatMap(match => {
    const verb = (match[1] as string).replace(/\s+/g, ' ')
    const table = (match[2] as string).replaceAll('"', '')
    const owner = ownerOf(owners, table)
    if (owner !== undefined && file.startsWith(`server/src/${owner}/`)) return []
    const line = code.slice(0, match.index).split('\n').length
    const advice =
      owner !== undefined
        ? `${table} is written in server/src/${owner} only; call what is there, or add it there.`
        : table.startsWith('$')
          ? 'name the table, so that its owner can be checked.'
          : `${table} has no owner yet; give it one in server/owners.ts.`
    return [`${file}:${line}  ${verb} ${table}: ${advice}`]
  })
}

/** Tables of the schema without an owner or with two, and owned tables that do not exist. */
export function tableFaults(owners: Owners, schema: string): string[] {
  const tables = [...schema.matchAll(/^CREATE TABLE ([\w.]+) /gm)].map(match => match[1] as string)
  const owned = Object.values(owners).flat()
  return [
    ...tables
      // A partition is written through its table.
      .filter(table => !table.endsWith('_default') && !owned.includes(table))
      .map(table => `server/owners.ts  ${table} has no owner; name the folder that writes it.`),
    ...owned
      .filter((table, index) => owned.indexOf(table) !== index)
      .map(table => `server/owners.ts  ${table} has two owners; leave one.`),
    ...owned
      // The schema has no tables of other programs.
      .filter(table => !table.startsWith('$') && !table.startsWith('pgboss.') && !tables.includes(table))
      .map(table => `server/owners.ts  there is no table ${table}; take it out.`),
  ]
}

const ownerOf = (owners: Owners, table: string) =>
  Object.keys(owners).find(owner => owners[owner]?.includes(table))
