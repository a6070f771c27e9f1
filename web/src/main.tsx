/** Starts the screen, with the session of the browser or the token of an embedded URL. */
import { render } from 'preact'
import { App } from './app/app.tsx'
import { takeEmbedded } from './app/embedded.ts'
import { openSession } from './app/session.ts'
import { storage } from './app/storage.ts'
import { expireDrafts } from './screens/review/model/drafts.ts'
import { loadEarly } from './screens/review/store/load.ts'
import './app/appearance.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/shell.css'

// A page that the browser kept while the user was elsewhere is out of date, and its review has ended.
addEventListener('pageshow', (event) => event.persisted && location.reload())
expireDrafts(storage)
takeEmbedded()
loadEarly(location.pathname)
const app = document.getElementById('app')!
// Removes the text that the page shows until the screen is loaded.
app.replaceChildren()
render(<App />, app)
void openSession()
