import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, join } from 'node:path'

export interface BuildOptions {
  /** Where Citus was unpacked. It stays as it is. */
  readonly source: string
  /** What is built goes here, and is found here by the next build. */
  readonly into: string
  /** Called with one sentence for each task. */
  progress(sentence: string): void
}

/** The only one that is tried: the oldest that Millrace takes, and the newest that Debian 12 has. */
const MAJOR = '15'
const SYSTEM = `/usr/lib/postgresql/${MAJOR}/bin`
const HEADERS = `/usr/include/postgresql/${MAJOR}/server/postgres.h`

/** The programs of a PostgreSQL with Citus that was built before, if there is one. */
export function findCitus(into: string): string | undefined {
  return existsSync(stampIn(into)) ? toolsIn(into) : undefined
}

/** Why Citus cannot be built from this folder, with what to do. Undefined: it can. */
export function whyNotBuilt(source: string): string | undefined {
  if (!existsSync(join(source, 'src/backend/distributed/citus.control'))) {
    return `${source} does not have the sources of Citus: unpack a release there that supports PostgreSQL ${MAJOR}.`
  }
  if (!existsSync(join(SYSTEM, 'postgres')) || !existsSync(HEADERS)) {
    return `It is built against Debian's PostgreSQL ${MAJOR}: apt-get install postgresql-${MAJOR} postgresql-server-dev-${MAJOR} libkrb5-dev libssl-dev libzstd-dev liblz4-dev make gcc`
  }
  return undefined
}

/**
 * Builds Citus against the system's PostgreSQL, into a copy of it, because an extension has to lie where its server looks and only root
 * may write there. Nothing of the system changes. Returns the folder with the programs.
 */
export async function buildCitus({ source, into, progress }: BuildOptions): Promise<string> {
  const found = findCitus(into)
  if (found !== undefined && readFileSync(stampIn(into), 'utf8') === versionOf(source)) return found
  const reason = whyNotBuilt(source)
  if (reason !== undefined) throw new Error(reason)

  const building = join(into, 'build')
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  progress(`Copying PostgreSQL ${MAJOR} and the sources of Citus`)
  await run('cp', ['-a', source, building])
  for (const folder of [dirname(SYSTEM), `/usr/share/postgresql/${MAJOR}`]) {
    mkdirSync(dirname(join(into, folder)), { recursive: true })
    await run('cp', ['-a', folder, join(into, folder)])
  }
  leaveOutWhatPostgresHas(building)
  const inBuilding = { cwd: building }
  progress('Configuring')
  // Without the library by which it reports to its makers that it runs.
  await run('./configure', ['--without-libcurl', `PG_CONFIG=${join(SYSTEM, 'pg_config')}`], inBuilding)
  progress('Building, which takes minutes')
  // Without the second form of its code that the just-in-time compiler reads: Millrace turns that off.
  await run('make', [`-j${availableParallelism()}`, 'with_llvm=no'], inBuilding)
  await run('make', ['install', 'with_llvm=no', `DESTDIR=${into}`], inBuilding)
  rmSync(building, { recursive: true, force: true })
  writeFileSync(stampIn(into), versionOf(source))
  return toolsIn(into)
}

/**
 * Releases up to 13.2.2 define a function that PostgreSQL has itself since 15.18, and do not compile with it. Under another name, theirs is
 * not called.
 */
function leaveOutWhatPostgresHas(building: string): void {
  const name = 'have_createdb_privilege(void)'
  if (!readFileSync(join(dirname(HEADERS), 'commands/dbcommands.h'), 'utf8').includes(name)) return
  const file = join(building, 'src/include/pg_version_compat.h')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(`static inline bool\n${name}`, `static inline bool\nunused_${name}`))
}

const toolsIn = (into: string) => join(into, SYSTEM)
const stampIn = (into: string) => join(into, 'built')

/** The heading of its newest release. */
function versionOf(source: string): string {
  const changes = join(source, 'CHANGELOG.md')
  const heading = existsSync(changes) ? /^### (.+) ###$/m.exec(readFileSync(changes, 'utf8'))?.[1] : undefined
  return heading ?? basename(source)
}

/** Its output is shown only when it fails. */
function run(program: string, args: string[], { cwd }: { cwd?: string } = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        said.push(String(chunk))
      })
    }
    child.on('error', reject)
    child.on('close', status => {
      if (status === 0) resolve()
      else reject(new Error(`${[program, ...args].join(' ')} failed:\n${said.join('').slice(-4_000)}`))
    })
  })
}
