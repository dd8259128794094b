import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { demoEnvironment } from './demo-environment.ts'
import { type Consumer, compile, installPackedClient, packAsSaid, root, run } from './packed-client.ts'

let millrace: TestMillrace
let consumer: Consumer
let environment: Record<string, string>

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  consumer = await installPackedClient()
  environment = await demoEnvironment(millrace)
})
afterAll(async () => {
  await millrace.stop()
  await consumer.remove()
})

interface Block {
  readonly language: string
  readonly file: string
  readonly code: string
}

/** The first line of a program says what it is called. */
const blocksOf = (document: string): Block[] =>
  [...readFileSync(join(root, document), 'utf8').matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(
    ([, language = '', code = '']) => ({ language, code, file: /^\/\/ (\S+\.ts)\n/.exec(code)?.[1] ?? '' }),
  )

/** What the programs print, where that is more than nothing. */
const printed: Record<string, RegExp> = {
  'send-many.ts': /^([0-9a-f-]{36} new\n){2}$/,
  'send-event.ts': /^started run [0-9a-f-]{36}\n$/,
  'send-list.ts': /^bill-1 routed\nbill-2 history\n$/,
  'put-guest.ts': /^(created|found) [0-9a-f-]{36}\n$/,
  'store-run.ts': /^(queued|running|completed) (null|success)\n$/,
  'lists.ts': /^HARBOUR-01 .*\n(.+\n)*Maya Okafor\n\d+\n$/,
  'errors.ts': /^We do not know this guest: .*\n$/,
  'first-event.ts': /^routed /,
}

const PACK = 'npm pack --workspace sdk --ignore-scripts=false\n'
/** Both documents say the same command, which builds the client. */
let packing: ReturnType<typeof packAsSaid> | undefined

describe.each(['docs/sdk.md', 'sdk/README.md'])('%s', document => {
  const blocks = blocksOf(document)
  const programs = blocks.filter(({ language }) => language === 'ts')

  test('has no code besides named programs and how to pack the client', async () => {
    const others = blocks.filter(({ file }) => file === '')
    expect(others.map(({ code }) => code)).toEqual([PACK])
    packing ??= packAsSaid(PACK)
    const packed = await packing
    expect(readFileSync(join(root, document), 'utf8')).toContain(`builds \`${packed.name}\``)
    expect(packed.files).toEqual(consumer.files)
  })

  test('has programs that compile', async () => {
    for (const { file, code } of programs) await writeFile(join(consumer.folder, file), code)
    await compile(consumer.folder, {
      module: 'nodenext',
      target: 'esnext',
      lib: ['esnext', 'dom'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      allowImportingTsExtensions: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
      skipLibCheck: true,
    })
    await rm(join(consumer.folder, 'tsconfig.json'))
  })

  test.each(programs.map(({ file }) => file))('has %s, which does what is said of it', async file => {
    const { stdout, stderr } = await run(process.execPath, [file], consumer.folder, environment)
    expect(stdout).toMatch(printed[file] ?? /^$/)
    expect(stderr).toBe('')
  })
})
