// Brings the files that follow from the contract into step with it: `npm run types` in this folder.
import { writeFileSync } from 'node:fs'
import { writtenFiles } from './formatted-types.ts'

for (const { file, content } of writtenFiles) writeFileSync(file, content())
