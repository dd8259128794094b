import { join } from 'node:path'
import { bundleOf } from './build/bundle.ts'

/** What `npm start` runs. */
export default bundleOf(
  { millrace: join(import.meta.dirname, 'src/cli/millrace.ts') },
  join(import.meta.dirname, 'dist'),
)
