import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('exhausted descriptors leave one line in the log, and another when there are free ones', () => {
  const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  const program = `
    import { closeSync, openSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    const { createLogger } = await import(${here('logger.ts')})
    const { watchDescriptors } = await import(${here('watch-descriptors.ts')})
    const logger = createLogger({ level: 'info', destination: 'stdout' })
    watchDescriptors(logger)
    const taken = []
    try { for (;;) taken.push(openSync('/dev/null', 'r')) } catch {}
    await sleep(2_500)
    for (const one of taken) closeSync(one)
    await sleep(1_500)
    process.exit(0)`
  const { stdout, stderr } = spawnSync(
    '/bin/sh',
    ['-c', 'ulimit -n 100 && exec "$0" --input-type=module -e "$1"', process.execPath, program],
    { encoding: 'utf8', cwd: import.meta.dirname },
  )
  const lines = stdout.trim().split('\n')
  expect(lines, stderr).toEqual([
    expect.stringContaining('All file descriptors are in use, so connections are refused.'),
    expect.stringContaining('There are free file descriptors again'),
  ])
})
