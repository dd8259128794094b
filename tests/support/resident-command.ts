// `millrace` for many command lines, one after the other: starting a process and loading the product takes most of what a
// command computes. The folder that is its argument has the pipe on which folders are named; each has the words, the
// variables and the input of one command line, and gets what it printed and its exit code.
import { closeSync, createReadStream, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { run } from '../../server/src/cli/run.ts'
import type { Terminal } from '../../server/src/cli/terminal/terminal.ts'

const parent = process.argv[2] as string

for await (const folder of createInterface(createReadStream(join(parent, 'asked'), { flags: 'r+' }))) {
  const at = (name: string) => join(folder, name)
  const textsOf = (name: string) => readFileSync(at(name), 'utf8').split('\0').slice(0, -1)
  const [cwd = '', ...words] = textsOf('words')
  process.chdir(cwd)
  // Also what the libraries of Node read of it, such as HOME.
  for (const name of Object.keys(process.env)) delete process.env[name]
  for (const pair of textsOf('variables')) {
    const end = pair.indexOf('=')
    process.env[pair.slice(0, end)] = pair.slice(end + 1)
  }
  // The lowest number that is free: what is opened now is the input of the command.
  closeSync(0)
  openSync(at('input'), 'r')
  Object.defineProperty(process, 'stdin', { get: () => createReadStream(at('input')), configurable: true })
  const { terminal, printed } = unattended()
  const exitCode = await run(words, { ...process.env }, terminal)
  writeFileSync(at('stdout'), printed.out)
  writeFileSync(at('stderr'), printed.said)
  writeFileSync(at('ended'), `${exitCode}\n`)
}

/** As `openTerminal` makes one where nobody watches. */
function unattended(): { terminal: Terminal; printed: { out: string; said: string } } {
  const printed = { out: '', said: '' }
  const nobody = async () => {
    throw new Error('there is nobody to ask')
  }
  const out = (text: string) => {
    printed.out += `${text}\n`
  }
  const say = (text: string) => {
    printed.said += `${text}\n`
  }
  const plain = (_style: unknown, text: string) => text
  const terminal: Terminal = {
    out,
    json: value => out(JSON.stringify(value, null, 2)),
    say,
    live: undefined,
    paintOut: plain,
    paintTalk: plain,
    columns: 100,
    attended: false,
    ask: nobody,
    askSecret: nobody,
  }
  return { terminal, printed }
}
