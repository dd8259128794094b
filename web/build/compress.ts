import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Fonts are compressed already; below a kilobyte the headers weigh more than what is saved. */
const WORTHWHILE = /\.(js|css|html|svg)$/
const SMALLEST = 1024

/** Writes a .br and a .gz beside each file, so that the server compresses nothing while it serves. */
export function compress(): Plugin {
  let folder = ''
  return {
    name: 'millrace-compress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    async closeBundle(error?: Error) {
      if (error) return
      const files = await readdir(folder, { recursive: true })
      await Promise.all(
        files.filter(file => WORTHWHILE.test(file)).map(file => writeBoth(join(folder, file))),
      )
    },
  }
}

async function writeBoth(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < SMALLEST) return
  await Promise.all([
    toBrotli(content).then(compressed => writeFile(`${path}.br`, compressed)),
    toGzip(content, { level: 9 }).then(compressed => writeFile(`${path}.gz`, compressed)),
  ])
}
