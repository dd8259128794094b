import { readFile, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { migrate } from '../server/src/db/migrate.ts'
import { openTestServer } from '../tests/support/test-server.ts'
import { describeSchema } from './schema/describe-schema.ts'

/** server/schema.sql must match the result of the migrations. `--write` updates it. */
const file = new URL('../server/schema.sql', import.meta.url)

const opened = await openTestServer()
try {
  await opened.createTemplate(migrate)
  const found = await describe()
  if (process.argv.includes('--write')) {
    await writeFile(file, found)
  } else if (found !== (await readFile(file, 'utf8').catch(() => ''))) {
    console.error(
      'server/schema.sql is not what the migrations make. Run: node scripts/check-schema.ts --write',
    )
    process.exitCode = 1
  }
} finally {
  await opened.close()
}

async function describe(): Promise<string> {
  const { admin, template } = opened.server
  const client = new pg.Client({ ...admin, database: 'postgres' })
  await client.connect()
  await client.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS true`)
  await client.end()
  const reader = new pg.Client({ ...admin, database: template, options: '-c search_path=millrace' })
  await reader.connect()
  try {
    return await describeSchema(reader)
  } finally {
    await reader.end()
  }
}
