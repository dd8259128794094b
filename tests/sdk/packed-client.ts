import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

export const root = join(import.meta.dirname, '../..')
const tools = join(root, 'node_modules/.bin')

/** A project that has the packed client as its only dependency, the way integrators have it. */
export interface Consumer {
  readonly folder: string
  /** What was in the package. */
  readonly files: string[]
  remove(): Promise<void>
}

/** Packs a copy, so that the checkout stays as it is and test files can do this at the same time. */
export async function installPackedClient(): Promise<Consumer> {
  const place = await mkdtemp(join(tmpdir(), 'millrace-client-'))
  const source = join(place, 'sdk')
  await cp(join(root, 'sdk'), source, { recursive: true, filter: path => !/sdk\/(dist|scripts)$/.test(path) })
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', place], source)
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [
    { filename: string; files: { path: string }[] },
  ]
  const folder = join(place, 'project')
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(place, packed.filename)], folder)
  return {
    folder,
    files: packed.files.map(({ path }) => path).sort(),
    remove: () => rm(place, { recursive: true }),
  }
}

/** Packs with a command of the documents, in a workspace with the settings of this one. */
export async function packAsSaid(command: string): Promise<{ name: string; files: string[] }> {
  const place = await mkdtemp(join(tmpdir(), 'millrace-pack-'))
  try {
    await cp(join(root, '.npmrc'), join(place, '.npmrc'))
    await writeFile(join(place, 'package.json'), '{ "private": true, "workspaces": ["sdk"] }\n')
    await cp(join(root, 'sdk'), join(place, 'sdk'), {
      recursive: true,
      filter: path => !/sdk\/(dist|scripts)$/.test(path),
    })
    const { stdout } = await run('sh', ['-c', `${command.trim()} --json`], place)
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [
      { filename: string; files: { path: string }[] },
    ]
    return { name: packed.filename, files: packed.files.map(({ path }) => path).sort() }
  } finally {
    await rm(place, { recursive: true })
  }
}

/** With the tools of this workspace, and without what npm sets for the scripts that it runs. */
export function run(command: string, args: string[], cwd: string, env: Record<string, string> = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))
  return promisify(execFile)(command, args, {
    cwd,
    env: { ...Object.fromEntries(inherited), PATH: `${tools}${delimiter}${process.env.PATH}`, ...env },
  })
}

/** Compiles what is in the folder as strictly as can be; fails with what the compiler says. */
export async function compile(folder: string, options: object): Promise<void> {
  const tsconfig = {
    compilerOptions: {
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      ...options,
    },
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  await run('tsc', ['-p', '.'], folder).catch(error => {
    throw new Error(error.stdout)
  })
}
