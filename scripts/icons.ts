// Draws the icons for phones from web/src/styles/icon.svg. Run it when the drawing changes:
//
//   node scripts/icons.ts
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { ensureChromium } from './test/chromium.ts'

const styles = join(import.meta.dirname, '../web/src/styles')
const drawing = readFileSync(join(styles, 'icon.svg'), 'utf8')
const ground = /<rect[^>]*fill="(#\w+)"/.exec(drawing)?.[1]
if (ground === undefined) throw new Error('icon.svg has no ground to fill the edge with')

/** `part`: how much of the width the drawing takes. What is around it is cut off by phones. */
const icons = [
  { file: 'icon-192.png', size: 192, part: 1 },
  { file: 'icon-512.png', size: 512, part: 1 },
  { file: 'maskable-512.png', size: 512, part: 0.8 },
  { file: 'apple-180.png', size: 180, part: 0.92 },
]

mkdirSync(join(styles, 'icons'), { recursive: true })
const browser = await chromium.launch({ executablePath: await ensureChromium() })
for (const { file, size, part } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const colour = part === 1 ? 'transparent' : ground
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${colour}">
     <img style="width:${part * 100}%" src="data:image/svg+xml,${encodeURIComponent(drawing)}">`,
  )
  writeFileSync(join(styles, 'icons', file), await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
