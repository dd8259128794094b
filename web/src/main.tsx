import { startLanguage } from './language/start.ts'
import { beginFirstPage } from './opening/first-page.ts'
import { showShell } from './opening/shell.ts'
import './styles/base.css'
import { applyTheme, storedTheme } from './theme/theme.ts'

applyTheme(storedTheme())
const language = startLanguage()
if (beginFirstPage(location)) showShell()
// After the language is known: texts may be constants.
void language.then(() => import('./app/render.tsx'))
