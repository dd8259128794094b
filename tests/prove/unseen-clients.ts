import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '../../server/src/db/database.ts'
import { install } from '../bench/peers/install.ts'
import { broadcastWorkflow, demoEnvironment } from '../sdk/demo-environment.ts'
import { startProcess } from '../support/processes.ts'
import { startPrism, violationsIn } from './prism.ts'
import type { Proof } from './proof.ts'

/** 600 packages of others, which is more than a test run should install: they come for the occasion. */
const PACKAGES = [
  'newman@6.2.2',
  '@stoplight/prism-cli@5.16.0',
  'orval@8.30.0',
  '@hey-api/openapi-ts@0.99.0',
  'openapi-typescript@7.13.0',
  'typescript@5.9.3',
]

const GENERATORS: readonly (readonly [name: string, arguments_: readonly string[]])[] = [
  ['openapi-typescript', ['openapi.json', '--output', 'generated/openapi-typescript.ts']],
  ['openapi-ts', ['--input', 'openapi.json', '--output', 'generated/hey-api']],
  ['orval', ['--config', 'orval.config.mjs']],
]

const ORVAL = `export default {
  millrace: { input: './openapi.json', output: { target: './generated/orval.ts', client: 'fetch' } },
}
`
/** What hey-api writes for every document does not compile with exactOptionalPropertyTypes. */
const STRICT = {
  compilerOptions: {
    noEmit: true,
    strict: true,
    skipLibCheck: false,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
  },
  include: ['generated'],
}

export const unseenClients: Proof = {
  name: 'unseen-clients',
  promise:
    'what openapi-typescript, hey-api and orval make of the OpenAPI document compiles strictly, and newman runs the Postman collection green through Prism, which holds every answer against the document',
  async run({ createDatabase, progress }) {
    const testDatabase = await createDatabase()
    const database = openDatabase(testDatabase.connection, {
      applicationName: 'millrace test',
      tenantConnections: 1,
      engineConnections: 1,
      onError: () => {},
    })
    const { url } = await startProcess({
      databaseUrl: testDatabase.url,
      // Without a worker a broadcast is under way until it is changed.
      roles: ['api'],
      env: { MILLRACE_DEMO: 'yes' },
    })
    progress('installing the clients')
    const { folder, remove } = install(...PACKAGES)
    const run = (name: string, ...given: string[]) =>
      promisify(execFile)(join(folder, 'node_modules/.bin', name), given, { cwd: folder })
    const faults: string[] = []
    let answers = 0
    const attempt = async (name: string, work: Promise<unknown>) => {
      progress(name)
      await work.catch((error: { stdout?: string; message: string }) =>
        faults.push(`${name}: ${error.stdout || error.message}`),
      )
    }
    try {
      const document = await (await fetch(`${url}/openapi.json`)).text()
      await writeFile(join(folder, 'openapi.json'), document)
      await writeFile(join(folder, 'orval.config.mjs'), ORVAL)
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(STRICT))
      for (const [name, given] of GENERATORS) await attempt(name, run(name, ...given))
      await attempt('tsc', run('tsc', '-p', '.'))
      const prism = await startPrism(folder, url)
      try {
        const environment = {
          ...(await demoEnvironment({ url: prism.url, database })),
          MILLRACE_BROADCAST_WORKFLOW_ID: await broadcastWorkflow({ database }),
        }
        const variables = Object.entries(environment).flatMap(([name, value]) => [
          '--env-var',
          `${name.replace('MILLRACE_', '').toLowerCase()}=${value}`,
        ])
        const collection = join(
          import.meta.dirname,
          '../../examples/postman/millrace.postman_collection.json',
        )
        const report = ['--reporters', 'cli,json', '--reporter-json-export', 'newman.json']
        await attempt('newman', run('newman', 'run', collection, ...report, ...variables))
      } finally {
        await prism.stop()
      }
      const held = violationsIn(JSON.parse(await readFile(join(folder, 'newman.json'), 'utf8')))
      faults.push(...held.violations)
      answers = held.answers
    } finally {
      remove()
      await database.close()
      await testDatabase.drop()
    }
    return { tried: `${GENERATORS.length} generators, ${answers} answers`, worst: '', faults }
  },
}
