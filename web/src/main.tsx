import { startLanguage } from './language/start.ts'
import './styles/base.css'
import { applyTheme, storedTheme } from './theme/theme.ts'

applyTheme(storedTheme())
// After the language is known: texts may be constants.
void startLanguage().then(() => import('./app/render.tsx'))
