// Brings src/types.ts into step with the contract: `npm run types` in this folder.
import { writeFileSync } from 'node:fs'
import { formattedTypes, typesFile } from './formatted-types.ts'

writeFileSync(typesFile, formattedTypes())
