/** Starts the screen, with the session of the browser or the token of an embedded URL. */
import { render } from 'preact'
import { App } from './app/app.tsx'
import { takeEmbedded } from './app/embedded.ts'
import { loadUser } from './app/session.ts'
import { loadEarly } from './screens/review/store/load.ts'
import './app/appearance.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/shell.css'

takeEmbedded()
loadEarly(location.pathname)
render(<App />, document.getElementById('app')!)
void loadUser()
