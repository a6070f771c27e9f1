/** The page that greets people at the root of the service. It has no script and loads nothing, so it needs only its own style. */
import { createHash } from 'node:crypto'
import { style } from './style.ts'

export interface Greeting {
  version: string
  /** URL of the review screen. */
  screen: string
  /** URL of the API, which ends in `/v1`. */
  root: string
  documentation: string
  openapi: string
  health: string
  temporal_ui?: string
  /** Name and password to log in with, if they are public. */
  login?: { username: string; password: string }
}

interface Link {
  title: string
  text: string
  url: string
}

/** The policy of the page: nothing but its style, which it names by its hash. */
export const policy = [
  "default-src 'none'",
  'img-src data:',
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function linksOf({ documentation, openapi, health, temporal_ui }: Greeting): Link[] {
  return [
    {
      title: 'Documentation',
      text: 'Every operation of the API, with examples to try out.',
      url: documentation,
    },
    { title: 'OpenAPI', text: 'The same for programs: generate a client or import it.', url: openapi },
    { title: 'Health', text: 'Whether documents are accepted, and the state of each part.', url: health },
    ...(temporal_ui
      ? [{ title: 'Temporal', text: 'The lifecycle of every document, step by step.', url: temporal_ui }]
      : []),
  ]
}

/** Some fields of the queue of the demo. */
const COLUMNS = ' -d columns=sender_name,document_id,date_issue,amount_total'

/** Four commands, which work in any POSIX shell with curl. */
export function firstSteps({ root, login }: Pick<Greeting, 'root' | 'login'>): { text: string; command: string }[] {
  const { username, password } = login ?? { username: 'YOU@EXAMPLE.COM', password: 'YOUR-PASSWORD' }
  const bearer = '-H "Authorization: Bearer $TOKEN"'
  return [
    {
      text: login ? 'Log in as the administrator of the demo.' : 'Log in with your name and password.',
      command: `TOKEN=$(curl -s ${root}/auth/login \\\n  -d username=${username} -d password=${password} | cut -d'"' -f4)`,
    },
    {
      text: login ? 'Find the queue for invoices.' : 'Find a queue by its name.',
      command: `QUEUE=$(curl -s "${root}/queues?name=Invoices&fields=id" \\\n  ${bearer} | grep -o '"id":[0-9]*' | cut -d: -f2)`,
    },
    {
      text: 'Upload a document. The answer is the address of a task, which ends when the document is read.',
      command: `curl -s "${root}/uploads?queue=$QUEUE" ${bearer} \\\n  -F content=@examples/documents/alder-finch-invoice.pdf`,
    },
    {
      text: 'Some seconds later, export what was read.',
      command: `curl -sG "${root}/queues/$QUEUE/export" ${bearer} \\\n  -d format=csv -d status=to_review${login ? COLUMNS : ''}`,
    },
  ]
}

const card = ({ title, text, url }: Link): string =>
  `<li><a href="${escaped(url)}"><strong>${escaped(title)}</strong><span>${escaped(text)}</span></a></li>`

const step = ({ text, command }: { text: string; command: string }): string =>
  `<li><p>${escaped(text)}</p><pre><code>${escaped(command)}</code></pre></li>`

/** A sheaf of papers. */
const LOGO = `<svg class="logo" viewBox="0 0 64 64" width="56" height="56" aria-hidden="true">
      <rect class="back" x="8" y="16" width="34" height="42" rx="4" transform="rotate(-8 25 37)"/>
      <rect class="middle" x="15" y="11" width="34" height="44" rx="4"/>
      <rect class="front" x="21" y="8" width="34" height="44" rx="4" transform="rotate(7 38 30)"/>
      <path class="lines" d="M31 20l17 2M29.500 28l17 2M28 36l11 1.400" transform="rotate(1 38 30)"/>
    </svg>`

/** Returns the HTML of the page. */
export function greetingPage(greeting: Greeting): string {
  const { version, screen, login } = greeting
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <link rel="icon" href="data:,">
  <title>Sheaf</title>
  <style>${style}</style>
</head>
<body>
  <main>
    <header>
      ${LOGO}
      <div>
        <h1>Sheaf</h1>
        <p>Reads invoices, receipts and delivery notes, and hands their data to your programs.</p>
      </div>
      <p class="badge">Version ${escaped(version)}</p>
    </header>
    <p class="screen"><a href="${escaped(screen)}"><strong>Open the review screen</strong><span>${
      login
        ? 'Sign in as the administrator of the demo, and check the documents that <code>npm run demo</code> has imported.'
        : 'Check and correct what was read, then confirm it.'
    }</span></a></p>
    <nav aria-label="Parts of the service">
      <ul>
        ${linksOf(greeting).map(card).join('\n        ')}
      </ul>
    </nav>
    <section>
      <h2>First steps</h2>
      <p>Four commands for a terminal${login ? ', in the folder of the repository' : ''}:</p>
      <ol>
        ${firstSteps(greeting).map(step).join('\n        ')}
      </ol>
    </section>
    <footer>
      <p>Programs that ask for JSON get these addresses as JSON. The API starts at <code>${escaped(greeting.root)}</code>.</p>
    </footer>
  </main>
</body>
</html>
`
}
